"""What a phone may see of a table and record at it. See ``app.tables.access``."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from flask_babel import gettext

from app.tables.access.viewers import Denied, Hidden, Viewer
from app.tables.store import Holds, Table
from solver.game.edition import Ticket
from solver.game.events import (
    Entry,
    Event,
    ResultShown,
    Retracted,
    RevealAgreed,
    RevealAsked,
    RevealRefused,
    SeatChanged,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
)
from solver.game.revealing import ANSWER_SECONDS, unanswered
from solver.game.state import State


def may_record(
    viewer: Viewer,
    event: Event,
    state: State,
    entries: Sequence[Entry],
    roots: Mapping[int, Entry] | None = None,
) -> None:
    """
    Raise Denied unless a phone may record an event.

    Whoever asks about many retractions of one log brings ``roots_of(entries)`` along.

    Seats and the keeper record what lies open, for anybody. Secret tickets are entered by their own seat; names and
    colours by their seat or the keeper; the reveal, the question before it and the result are the keeper's; an answer
    is given by its seat. A retraction needs what its target needed.

    Once the tickets lie open the game is over: a seat may still enter and mend its own tickets, and everything else is
    the keeper's, since whatever changes then changes who has won.
    """
    if not viewer.plays:
        raise Denied(gettext("This phone only watches. Take a seat to record something."))
    if isinstance(event, Retracted):
        target = (roots_of(entries) if roots is None else roots).get(event.target)
        if target is None:  # there is no such entry; objections say so
            return
        if _secret(target, state) and not _reads(viewer, target):
            raise Denied(gettext("Entry %(seq)s is secret.", seq=event.target))
        _may(viewer, target.event, state)
        return
    _may(viewer, event, state)


def _may(viewer: Viewer, event: Event, state: State) -> None:
    match event:
        case TicketsKept() if state.revealed and viewer.keeper:
            return
        case TicketsKept() if not viewer.holds(event.player) and state.revealed:
            raise Denied(gettext("Only the phone that holds a seat, or the host, may enter its tickets."))
        case TicketsKept() if not viewer.holds(event.player):
            raise Denied(gettext("Only the phone that holds a seat may enter its tickets."))
        case TicketsKept():
            return
        case _ if state.revealed and not viewer.keeper:
            raise Denied(
                gettext("The tickets lie open: a seat may still mend its own, anything else is the host’s.")
            )
        case SeatChanged() if not viewer.keeper and not viewer.holds(event.player):
            raise Denied(gettext("Only the keeper or the seat itself may change its name and colour."))
        case RevealAgreed() | RevealRefused() if not viewer.holds(event.player):
            raise Denied(gettext("Only the phone that holds a seat may answer for it."))
        case RevealAsked() | TicketsRevealed() | ResultShown() if not viewer.keeper:
            raise Denied(gettext("Only the keeper of the table may do that."))
        case TableOpened() if state.seats:
            # The opening cannot be repeated or taken back; objections say so, and name the rule.
            return
        case _:
            return


def held_by_others(table: Table, holds: Holds) -> frozenset[str]:
    """Return the seats that phones other than the keeper's hold: before the last turn a reveal needs their yes."""
    return frozenset(seat for seat, hold in holds.seats.items() if hold.device != table.keeper)


def seconds_to_wait(state: State, now: datetime) -> int:
    """Return how many seconds are left for an answer to the question about the reveal; 0 where none is asked."""
    if state.reveal_question is None:
        return 0
    asked = datetime.fromisoformat(state.reveal_question.at.replace("Z", "+00:00"))
    return max(math.ceil(ANSWER_SECONDS - (now - asked).total_seconds()), 0)


def as_recorded(event: Event, state: State, held: Collection[str], now: datetime) -> Event:
    """
    Return a reveal as it is written down: who did not answer in time is what the server finds, not what a phone sends.

    Parameters
    ----------
    held
        The seats that phones other than the keeper's hold.
    """
    if not isinstance(event, TicketsRevealed):
        return event
    late = unanswered(state, held) if state.reveal_question and not seconds_to_wait(state, now) else ()
    return replace(event, without=late, show_later=True)


def roots_of(entries: Iterable[Entry]) -> dict[int, Entry]:
    """
    Return by number the entry that each is about: itself, or for a retraction what it, and whatever it takes back, is about.

    What is taken back stands before what takes it back, so one walk finds all, however long a chain is.
    """
    roots: dict[int, Entry] = {}
    for entry in entries:
        event = entry.event
        roots[entry.seq] = roots.get(event.target, entry) if isinstance(event, Retracted) else entry
    return roots


def _secret(root: Entry, state: State) -> bool:
    """Whether an entry about which others are has to be kept from other seats now."""
    return isinstance(root.event, TicketsKept) and not state.revealed


def _reads(viewer: Viewer, root: Entry) -> bool:
    """Whether a phone may read a secret ticket entry: it holds the seat, and did when (or since) it was entered."""
    assert isinstance(root.event, TicketsKept)
    player = root.event.player
    return viewer.holds(player) and root.seq >= viewer.sees_from.get(player, 0)


def visible_entries(viewer: Viewer, state: State, entries: Sequence[Entry]) -> list[Entry | Hidden]:
    """Return the log as a phone may read it, secret entries of others as bare numbers."""
    if state.revealed:
        return list(entries)
    roots = roots_of(entries)
    seen: list[Entry | Hidden] = []
    for entry in entries:
        root = roots[entry.seq]
        hidden = isinstance(root.event, TicketsKept) and not _reads(viewer, root)
        seen.append(Hidden(entry.seq) if hidden else entry)
    return seen


def visible_state(viewer: Viewer, state: State, entries: Sequence[Entry]) -> State:
    """Return the state as a phone may know it: without the tickets of other seats, and what betrays them."""
    if state.revealed:
        return state
    hidden = {entry.seq for entry in visible_entries(viewer, state, entries) if isinstance(entry, Hidden)}
    # Where a phone holds a seat but not its older tickets (the seat was freed), those were taken back.
    return replace(
        state,
        tickets={player: held for player, held in state.tickets.items() if viewer.holds(player)},
        overruled=[found for found in state.overruled if found[0] not in hidden],
        retracted=state.retracted - hidden,
        idle=[seq for seq in state.idle if seq not in hidden],
    )


def visible_tickets(viewer: Viewer, state: State, player: str) -> tuple[Ticket, ...] | None:
    """Return a player's tickets; None while they are a secret to this phone."""
    if state.revealed or viewer.holds(player):
        return tuple(state.tickets.get(player, ()))
    return None


def opened(state: State, asked: Mapping[str, str]) -> bool:
    """
    Whether a hand that this phone may see is shown by the address that asks for it.

    A phone goes round the table, so each page that can show a hand asks here: without ``show`` (or ``part``, for the
    page's script) there is a shutter and no ticket in the page at all, until its next owner opens it.
    """
    return state.revealed or bool(asked.get("show") or asked.get("part"))


def may_see_totals(viewer: Viewer, state: State, table: Table) -> bool:  # noqa: ARG001
    """Whether points are shown: a table may keep them covered until the end."""
    return state.revealed or not table.options.get("hide_totals", False)


def may_see_most(viewer: Viewer, state: State, table: Table) -> bool:
    """
    Whether the most that players can still reach is shown.

    While tickets are hidden it is off unless the keeper has switched it on (option ``show_most``), and it never shows
    where points themselves are covered.
    """
    if not may_see_totals(viewer, state, table):
        return False
    return state.revealed or bool(table.options.get("show_most", False))


def view_key(viewer: Viewer, state: State) -> str:
    """
    Return a word that changes whenever what a phone may see of *older* entries changes.

    It is made of what the phone knows anyway: its seats, and whether the tickets lie open.
    """
    if state.revealed:
        return f"{viewer.role}.open"
    return ".".join((viewer.role, *(f"{seat}~{viewer.sees_from[seat]}" for seat in viewer.seats)))
