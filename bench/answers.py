"""
Answers of the command line: the processor time that a process which is already running takes for one.

All versions answer the same questions in turns. Without another commit the table says only what this version takes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from typing import Any

from bench.audit import PLAYERS
from bench.ceiling import played
from bench.clock import ratio, shown, table
from bench.networks import BOARDS, grown
from bench.versions import Asking, roots
from solver.formats.load import load_board, load_edition
from solver.game.state import State
from tests.load.process import worked

LIMIT = 10.0


@dataclass(frozen=True)
class Line:
    """A row of the table: what is asked with which words, and its questions."""

    name: str
    words: tuple[str, ...]
    questions: Callable[[], Iterator[Any]]


def positions(name: str, count: int, *, left: int, held: int) -> Iterator[dict[str, Any]]:
    """Give positions of four players in which the first has no more than so many trains, and holds so many tickets."""
    for seed in range(count):
        edition = load_edition(name)
        yield position(played(edition, Random(seed), players=4, left=left, held=held))


def position(state: State) -> dict[str, Any]:
    """Return a table as a position, with the tickets of its first player alone."""
    seats: list[dict[str, Any]] = [
        {"name": player, "routes": [route.id for route in state.routes_of(player)]}
        for player in state.players
    ]
    return {
        "edition": state.edition.id,
        "players": [{**seats[0], "tickets": [one.id for one in state.tickets[PLAYERS[0]]]}, *seats[1:]],
    }


def networks(name: str, count: int) -> Iterator[dict[str, Any]]:
    """Give networks of 45 trains."""
    board, rng = load_board(name), Random(7)
    for _ in range(count):
        edges = grown(board, rng).edges(data="length")
        yield {"routes": [[a, b, length] for a, b, length in edges]}


def lines() -> Iterator[Line]:
    """Give the rows."""
    first = ("--player", PLAYERS[0])
    for name in BOARDS:
        yield Line(f"trail: 100 networks of 45 trains, {name}", ("trail",), partial(networks, name, 100))
    for name, held, count in (("usa", 12, 6), ("europe", 10, 20), ("ussr", 10, 20)):
        yield Line(
            f"plan: {count} of {held} tickets, 22 trains left, {name}",
            ("plan", *first),
            partial(positions, name, count, left=22, held=held),
        )
    for name in BOARDS:
        yield Line(
            f"ceiling: 8 of 6 tickets, 22 trains left, {name}",
            ("ceiling", *first),
            partial(positions, name, 8, left=22, held=6),
        )
    for name in ("usa", "europe"):
        yield Line(
            f"ceiling: 4 of 6 tickets, from the start, {name}",
            ("ceiling", *first),
            partial(positions, name, 4, left=45, held=6),
        )


def run() -> None:
    """Print the medians of all versions beside each other, and how many answers are proved."""
    rows = []
    for line in lines():
        seconds: dict[str, list[float]] = {version: [] for version in roots()}
        proved = dict.fromkeys(seconds, 0)
        with contextlib.ExitStack() as stack:
            asked = {
                version: stack.enter_context(Asking(root, *line.words, "--seconds", f"{LIMIT:.0f}", "--json"))
                for version, root in roots().items()
            }
            questions = list(line.questions())
            for asking in asked.values():  # the first one imports and fills what is kept
                asking.ask(questions[0])
            for question in questions:
                for version, asking in asked.items():
                    began = worked(asking.process.pid)
                    answer = asking.ask(question)
                    seconds[version].append(worked(asking.process.pid) - began)
                    proved[version] += (
                        answer["proven"] if "proven" in answer else answer["value"] == answer["bound"]
                    )
        middle = [median(times) for times in seconds.values()]
        row = [line.name]
        for version, times in seconds.items():
            row += [f"{proved[version]} of {len(times)}", shown(median(times)), shown(max(times))]
        rows.append([*row, *([ratio(middle[0], middle[1])] if middle[1:] else [])])
    head = [cell for version in roots() for cell in (f"{version}: proved", "median", "worst")]
    table(["answers", *head, *(["ratio"] if len(roots()) > 1 else [])], rows)
