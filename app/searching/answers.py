"""
What our pages ask: the final sheet, the best choice among tickets, what to keep, the most that is possible, journeys.

A key is made of what lies on the table (``digest``), never of names, colours or numbers of entries: a renamed player
makes no new search. Sheets and journeys of ordinary games take some milliseconds and are worked out in the request, as
long as that takes no solver and little time; everything else goes to the pool.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from flask import g

from app.searching.askers import asking_address, asking_table
from app.searching.pool import WAIT, pool
from app.searching.questions import Progress, Question
from app.searching.turns import stand_aside
from app.tables.services import services
from app.tables.store import Table
from solver.game.edition import Ticket
from solver.game.state import State
from solver.questions.audit import record_of
from solver.questions.ceiling import outlook_of
from solver.questions.journey import best_journeys
from solver.scoring.keeping import least_to_keep
from solver.scoring.settle import Searched, ends_of, search_sheet, sheet_from
from solver.scoring.sheet import Sheet
from solver.search import engine
from solver.search.audit.verify import Reading
from solver.search.network import usable
from solver.search.outcome import Outcome
from solver.search.verify import Journey

AT_ONCE = 0.05
"""Seconds of CPU that a request may use for an answer before it is handed to the pool."""

OF_THE_LOG = frozenset(
    {
        "claimed_at",
        "idle",
        "last_actor",
        "last_claim",
        "last_turn",
        "overruled",
        "places",
        "record",
        "result_entry",
        "result_shown",
        "retracted",
        "reveal_question",
        "seq",
        "skipped",
        "stays",
        "extra_turns",
        "taken_up",
    }
)
"""What a state keeps of the log: who wrote what when. No search of ``answers`` depends on it."""
OF_THE_TABLE = frozenset({"edition", "board", "seats"})
"""What is the same for a table from its first entry on, but for names, colours and the bonuses that are left out."""


def digest(state: State) -> str:
    """Return a word that changes whenever something changes that an answer may depend on."""
    lies = {
        field.name: getattr(state, field.name)
        for field in fields(state)
        if field.name not in OF_THE_LOG | OF_THE_TABLE
    }
    lies["journeys"] = [(one.player, one.routes, one.taken) for one in state.journeys]
    known = [_plain(value) for value in lies.values()]
    what = (state.players, state.edition.id, state.edition.bonuses, known)
    return hashlib.sha256(repr(what).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return a value such that equal ones look the same, in whatever order they were written down."""
    if isinstance(value, Mapping):
        return sorted((key, _plain(found)) for key, found in value.items())
    if isinstance(value, set | frozenset):
        return sorted(value)
    return [_plain(found) for found in value] if isinstance(value, list | tuple) else value


class Asker(NamedTuple):
    """The table that a page is about, and what of its secrets the page may know: nobody else shares such answers."""

    table: Table
    view: str = "open"

    def question(
        self,
        search: str,
        state: State,
        arguments: tuple[Any, ...],
        *,
        about: Hashable = (),
        subject: Hashable = (),
        payer: str = "table",
        **more: Any,
    ) -> Question:
        """
        Return a question about a table.

        Parameters
        ----------
        state
            What the answer depends on, with ``about``.
        subject
            What stays the same in it when the table goes on.
        """
        return Question(
            key=(search, self.table.id, self.table.code, self.view, about, digest(state)),
            search=search,
            arguments=arguments,
            asker=asking_table(self.table),
            subject=(search, self.view, subject),
            payers=((payer, self.table.id), asking_address()),
            **more,
        )


def patience(most: float = WAIT) -> float:
    """Return how many seconds this request may still wait for first answers; tests wait for the real ones."""
    if services().settings.testing:
        return 60.0
    if "searching_until" not in g:
        g.searching_until = time.monotonic() + WAIT
    return min(most, max(0.0, float(g.searching_until) - time.monotonic()))


def _ask(question: Question, wait: float) -> Progress:
    """Ask the pool; while this page waits, other pages of its address go on."""
    with stand_aside():
        return pool().ask(question, wait)


# Sheets ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """A sheet as far as it is known (None: not at all yet), and how far its searches are."""

    sheet: Sheet | None
    progress: Progress

    @property
    def settled(self) -> bool:
        """Whether this is the sheet that stays: nothing better will come."""
        return self.sheet is not None and not self.progress.running


NOTHING = Counted(None, Progress(running=False))
"""Where points are covered."""


def final_sheet(
    table: Table, state: State, *, view: str = "open", subject: Hashable = "sheet", wait: float = WAIT
) -> Counted:
    """
    Return the sheet of a table: the one function for every page.

    Parameters
    ----------
    state
        What lies on the table, as far as whoever asks may know it.
    view
        What of the table's secrets that is; once all lies open everybody shares one answer.
    subject
        ``sheet``, or whose *what if* it is: newer ones take the place of older ones.
    wait
        Seconds that the page may wait for a first answer.
    """
    question = Asker(table, "open" if state.revealed else view).question(
        "sheet",
        state,
        (_bare(state),),
        subject=subject,
        payer="sheets" if subject == "sheet" else "table",
        final=lambda found: found.final,
    )

    def at_once() -> Searched | None:
        try:
            with engine.at_once(AT_ONCE):
                return search_sheet(state)
        except engine.TakesLonger:
            return None

    found = pool().answer_at_once(question, AT_ONCE, at_once) or _ask(question, patience(wait))
    return Counted(None if found.value is None else sheet_from(state, found.value), found)


def _bare(state: State) -> State:
    """Return a state without what the log keeps: less to hand over."""
    return replace(
        state, claimed_at={}, overruled=[], idle=[], retracted=frozenset(), places={}, skipped={}, stays={}
    )


# Tickets -----------------------------------------------------------------------------------------------------------


def _worth(state: State) -> int:
    return state.edition.stations.points_unused if state.edition.stations else 0


def _facts(tickets: Sequence[Ticket]) -> tuple[Hashable, ...]:
    return tuple((ticket.ends, ticket.points) for ticket in tickets)


def best_plan(asker: Asker, state: State, player: str, tickets: Sequence[Ticket]) -> Progress:
    """Ask for the best choice among tickets."""
    question = asker.question(
        "plan",
        replace(state, tickets={}),
        (usable(state, player), [ends_of(state, ticket) for ticket in tickets], _worth(state)),
        about=(player, _facts(tickets)),
        subject=player,
        final=lambda found: found.proven and found.all_possible is not None,
    )
    return _ask(question, patience())


def best_keep(
    asker: Asker, state: State, *, player: str, held: Sequence[Ticket], cards: Sequence[Ticket], dealt: bool
) -> Progress:
    """Ask which of the cards dealt at the start, or drawn later, to keep."""
    arguments = (
        usable(state, player),
        [ends_of(state, ticket) for ticket in held],
        [ends_of(state, ticket) for ticket in cards],
        least_to_keep(state.edition, cards, dealt=dealt),
        _worth(state),
    )
    question = asker.question(
        "keep",
        replace(state, tickets={}),
        arguments,
        about=(player, _facts(held), _facts(cards), dealt),
        subject=player,
        final=lambda found: all(one.plan.proven for one in found),
    )
    return _ask(question, patience())


def limit_of(asker: Asker, state: State, player: str) -> Progress:
    """Ask for the most that a player can reach without any ticket: from public facts alone, so one answer for all."""
    bare = replace(state, tickets={})
    return _ceiling(Asker(asker.table), bare, player, "limit", replace(outlook_of(bare, player), tickets=()))


def most_of(asker: Asker, state: State, player: str) -> Progress:
    """Ask for the most that a player can reach with the tickets he holds, while nobody else claims anything."""
    own = replace(state, tickets={player: state.tickets.get(player, [])})
    return _ceiling(asker, own, player, "most", outlook_of(own, player))


def _ceiling(asker: Asker, state: State, player: str, what: str, outlook: Any) -> Progress:
    about = (what, player)
    question = asker.question(
        "ceiling", state, (outlook,), about=about, subject=about, final=lambda found: found.proven
    )
    return _ask(question, patience())


# Journeys and audits -----------------------------------------------------------------------------------------------


def journeys_of(
    table: Table, state: State, player: str, start: str, most_cards: int
) -> tuple[Outcome[Journey], ...]:
    """Return the best journeys from a city with 0, 1 … passenger cards; none while they are not known."""
    bare = replace(state, tickets={})
    question = Asker(table).question(
        "journeys",
        bare,
        (_bare(bare), player, start, most_cards),
        about=(player, start),
        subject=(player, start),
    )

    def at_once() -> tuple[Outcome[Journey], ...] | None:
        try:
            with engine.at_once(AT_ONCE):
                return best_journeys(state, player, start, most_cards)
        except engine.TakesLonger:
            return None

    found = pool().answer_at_once(question, AT_ONCE, at_once) or _ask(question, patience())
    return found.value or ()


def audit_of(asker: Asker, state: State, readings: Mapping[str, Reading]) -> Progress:
    """Ask which slips would explain what was counted; this one depends on the entries themselves."""
    counted = tuple((player, one.trains_left, one.marker) for player, one in readings.items())
    question = asker.question(
        "audit",
        state,
        (record_of(state), readings),
        about=(counted, state.seq),
        final=lambda found: found.searched_all,
    )
    return _ask(question, patience())
