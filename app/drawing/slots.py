"""
Where every single space of the board lies.

A line's ends are trimmed by the city's dot; what is left, divided by the length, is the *pitch*. Where lines meet at a
sharp angle their first spaces would lie on each other: then the line that has more room starts further out, a little
at a time, until no two spaces of different lines touch or none has room to give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.drawing.bows import DOT, SLOT_HEIGHT, Line, shifts
from app.drawing.geometry import STEPS, Curve, Points, bowed, corners, depth, upright

Indices = NDArray[np.int64]

TRIM = DOT + 5.5
WIDEST_PITCH = 62.0
LEAST_PITCH = 25.0
GAP, TIGHT_GAP = 4.5, 3.2
AIR = 0.9
"""Spaces of different lines keep twice this distance, in units, so that their edges do not touch."""

ROUNDS = 120
SPACES = 500
"""A board of so many spaces is looked at in all rounds; one of more in fewer, since a round compares all with all."""
MOST_COUPLES = 20_000
"""Couples of spaces that touch, over all rounds, that are moved apart: the boxes' boards have less than 2,000. A board
with far more has no room for its spaces, whatever is trimmed."""


@dataclass(frozen=True, slots=True)
class Run:
    """One route's spaces: its trimmed curve, (x, y, angle in degrees) of every space, and their length in units."""

    curve: Curve
    slots: tuple[tuple[float, float, float], ...]
    slot_length: float


class Track:
    """One route while its ends are still moving."""

    def __init__(self, route: str, line: int, curve: Curve, length: int) -> None:
        self.route, self.line, self.curve, self.length = route, line, curve, length
        self.lengths = curve.lengths()

    def pitch(self, trims: Points) -> float:
        """Return the distance from one space to the next when so much is trimmed at both ends."""
        return max(6.0, min(WIDEST_PITCH, float(self.lengths[-1] - trims.sum()) / self.length))

    def slot_length(self, trims: Points) -> float:
        """Return the length of a space: whole and even, so that few shapes serve all routes."""
        pitch = self.pitch(trims)
        return max(2.0, 2.0 * float((pitch - (GAP if pitch >= 38 else TIGHT_GAP)) // 2))

    def start(self, trims: Points) -> float:
        """Return where along the curve the first space begins."""
        spare = float(self.lengths[-1] - trims.sum()) - self.pitch(trims) * self.length
        return float(trims[0]) + spare / 2

    def parameters(self, along: Points) -> Points:
        """Return the curve's parameters at lengths walked."""
        return np.asarray(np.interp(along, self.lengths, STEPS))

    def boxes(self, trims: Points) -> Points:
        """Return one row a space: x, y, angle, length, height."""
        pitch = self.pitch(trims)
        t = self.parameters(self.start(trims) + pitch * np.arange(0.5, self.length))
        angles = [upright(heading) for heading in self.curve.heading(t)]
        rest = np.tile([self.slot_length(trims), SLOT_HEIGHT], (self.length, 1))
        return np.column_stack((self.curve.at(t), angles, rest))


def lay_slots(
    lines: tuple[Line, ...],
    bows: tuple[float, ...],
    places: Mapping[str, tuple[float, float]],
    lengths: Mapping[str, int],
    *,
    spread: bool = True,
) -> dict[str, Run]:
    """
    Return every route's run of spaces.

    Parameters
    ----------
    lines, bows
        As from ``lines_of`` and ``choose_bows``.
    places
        Centre of every city, in units.
    lengths
        Spaces of every route.
    spread
        Trim the lines where their spaces would touch; without it every line begins at the same distance from its city.
    """
    tracks = [
        Track(
            route, index, bowed(places[line.ends[0]], places[line.ends[1]], bow).shifted(by), lengths[route]
        )
        for index, (line, bow) in enumerate(zip(lines, bows, strict=True))
        for route, by in zip(line.routes, shifts(line), strict=True)
    ]
    trims = _spread(tracks, len(lines)) if spread else np.full((len(lines), 2), TRIM)
    return {track.route: _run(track, trims[track.line]) for track in tracks}


def _spread(tracks: list[Track], lines: int) -> Points:
    """Trim the lines' ends until no two spaces of different lines touch, or no line has room to give."""
    trims = np.full((lines, 2), TRIM)
    owner = np.repeat(np.arange(len(tracks)), [track.length for track in tracks])
    line = np.array([track.line for track in tracks])[owner]
    rank = np.concatenate([np.arange(track.length) for track in tracks] or [np.zeros(0, int)])
    of = np.array([track.length for track in tracks])[owner]
    boxes = [track.boxes(trims[track.line]) for track in tracks]
    looked_at = 0
    for _ in range(rounds_for(len(owner))):
        couples, deep = (
            touching(np.concatenate(boxes), line) if boxes else (np.zeros((0, 2), np.int64), np.zeros(0))
        )
        looked_at += len(couples)
        if looked_at > MOST_COUPLES:
            break
        pitches = _pitches(tracks, trims)
        wanted: dict[tuple[int, int], float] = {}
        for (i, j), much in zip(couples, deep, strict=True):
            gives = []
            for slot in (i, j):
                end = int(2 * rank[slot] + 1 > of[slot])
                from_end = of[slot] - 1 - rank[slot] if end else rank[slot]
                pitch = pitches[int(line[slot])]
                if from_end <= 1 and pitch > LEAST_PITCH:
                    gives.append((pitch, int(line[slot]), end))
            if gives:
                _, who, end = max(gives)
                wanted[who, end] = max(wanted.get((who, end), 0.0), min(2.5, 0.3 + float(much) / 2))
        if not wanted:
            break
        for (who, end), more in wanted.items():
            trims[who, end] += more
        moved = {who for who, _ in wanted}
        boxes = [
            track.boxes(trims[track.line]) if track.line in moved else box
            for track, box in zip(tracks, boxes, strict=True)
        ]
    return trims


def rounds_for(spaces: int) -> int:
    """Return in how many rounds the spaces of a board are moved apart: what all rounds cost together stays bounded."""
    return max(1, int(ROUNDS * min(1.0, (SPACES / max(spaces, 1)) ** 2)))


def _pitches(tracks: list[Track], trims: Points) -> dict[int, float]:
    """Return the least pitch of each line's tracks."""
    found: dict[int, float] = {}
    for track in tracks:
        pitch = track.pitch(trims[track.line])
        found[track.line] = min(pitch, found.get(track.line, pitch))
    return found


def touching(boxes: Points, group: Indices, air: float = AIR) -> tuple[Indices, Points]:
    """
    Return the couples of rectangles of different groups that touch, and how deep each couple overlaps, in units.

    ``air`` is added on every side; the depth counts it twice.
    """
    reach = np.hypot(boxes[:, 3], boxes[:, 4]) / 2 + air
    away = np.hypot(boxes[:, None, 0] - boxes[None, :, 0], boxes[:, None, 1] - boxes[None, :, 1])
    near = np.triu(away < reach[:, None] + reach[None, :], 1) & (group[:, None] != group[None, :])
    couples = np.argwhere(near)
    shapes = corners(boxes, air)
    deep = depth(shapes[couples[:, 0]], shapes[couples[:, 1]])
    return couples[deep > 1e-6], deep[deep > 1e-6]


def _run(track: Track, trims: Points) -> Run:
    start, total = track.start(trims), track.pitch(trims) * track.length
    t0, t1 = track.parameters(np.array([start, start + total]))
    slots = tuple(
        (round(x, 1), round(y, 1), round(angle, 1)) for x, y, angle, *_ in track.boxes(trims).tolist()
    )
    return Run(track.curve.cut(float(t0), float(t1)), slots, track.slot_length(trims))
