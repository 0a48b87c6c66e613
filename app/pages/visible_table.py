"""A table as one phone sees it, read once for a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.tables import access, recording
from app.tables.access import Hidden, Viewer
from app.tables.store import Table
from app.words.final import final_sheet
from app.words.log_line import LogLine
from app.words.log_words import log_lines, newest
from app.words.obstacle import Obstacle
from app.words.words import obstacle
from solver.game.events import Entry, Retracted, TableOpened
from solver.game.fold import in_force
from solver.game.objections import objections
from solver.game.state import State
from solver.scoring.sheet import Sheet


@dataclass(frozen=True)
class Seen:
    """A table as one phone sees it."""

    table: Table
    viewer: Viewer
    state: State
    entries: Sequence[Entry | Hidden]

    @classmethod
    def of(cls, table: Table, viewer: Viewer) -> Seen:
        """Read the table as it is now."""
        state, entries = recording.seen(table, viewer)
        return cls(table, viewer, state, entries)

    @cached_property
    def readable(self) -> list[Entry]:
        """The entries that this phone may read."""
        return [entry for entry in self.entries if isinstance(entry, Entry)]

    @cached_property
    def final(self) -> Sheet | None:
        """The final sheet once the result is shown."""
        return final_sheet(self.table, self.state)

    @property
    def hide_totals(self) -> bool:
        """Whether points are covered on this phone now."""
        return not access.may_see_totals(self.viewer, self.state, self.table)

    def may_retract(self, entry: Entry) -> bool:
        """Whether this phone may take an entry back."""
        return not isinstance(entry.event, TableOpened | Retracted) and self._may_strike(entry)

    def may_put_back(self, entry: Entry) -> bool:
        """Whether this phone may take a retraction back, so that what it struck out holds again."""
        return isinstance(entry.event, Retracted) and self._may_strike(entry)

    def _may_strike(self, entry: Entry) -> bool:
        return self._is_allowed(entry) and not objections(self.state, Retracted(entry.seq))

    def _is_allowed(self, entry: Entry) -> bool:
        try:
            access.may_record(self.viewer, Retracted(entry.seq), self.state, self.readable, self._roots)
        except access.Denied:
            return False
        return True

    def why_it_stays(self, entry: Entry) -> Obstacle | None:
        """Return the rule by which an entry cannot be taken back; None where this phone is not the one to do it."""
        found = objections(self.state, Retracted(entry.seq)) if self._is_allowed(entry) else ()
        return obstacle(found[0], self.state) if found else None

    @cached_property
    def _roots(self) -> Mapping[int, Entry]:
        return access.roots_of(self.readable)

    @cached_property
    def undo(self) -> Entry | None:
        """The newest entry in force, and with an effect, that this phone may take back."""
        if not self.viewer.plays:
            return None
        idle = set(self.state.idle)
        alive = (entry for entry in reversed(in_force(self.readable)) if entry.seq not in idle)
        return next((entry for entry in alive if self.may_retract(entry)), None)

    @property
    def own(self) -> tuple[str, ...]:
        """The seats of this phone where it has some and not all: in turn order."""
        held = [player for player in self.state.players if player in self.viewer.seats]
        return tuple(held) if len(held) < len(self.state.players) else ()

    def default_player(self) -> str:
        """Return for whom this phone records when nobody says otherwise: who is next, else its own seat."""
        state, held = self.state, self.viewer.seats
        if state.turn and (not held or state.turn in held):
            return state.turn
        return next(iter(self.own), state.turn or state.players[0])

    def log(self, most: int = 14) -> tuple[LogLine, ...]:
        """Return the newest lines of the log without the noise of retractions."""
        quiet = [e for e in self.readable if e.seq in self._alive and not isinstance(e.event, Retracted)]
        return log_lines(newest(quiet, most), self.state)

    @cached_property
    def _alive(self) -> frozenset[int]:
        return frozenset(entry.seq for entry in in_force(self.readable))
