"""What the form of a new table may read."""

from __future__ import annotations

from dataclasses import dataclass

from solver.game.edition import Edition


@dataclass(frozen=True, slots=True)
class SeatField:
    """One row of the form of a new table."""

    number: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class SwitchField:
    """One house rule that the edition knows."""

    id: str
    title: str
    about: str
    on: bool


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """What ``home/new.html`` reads."""

    edition: Edition
    title: str
    about: str
    seats: tuple[SeatField, ...]
    least: int
    most: int
    switches: tuple[SwitchField, ...]
    hide_totals: bool = False
    faults: tuple[str, ...] = ()
