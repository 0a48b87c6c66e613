"""The command ``audit``: do record and table agree, and if not, which slips would explain it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solver.formats.front import Counted, position_from_json
from solver.game.naming import namer
from solver.game.state import State
from solver.scoring.sheet import goods_points
from solver.search.audit.audit import Audit, audit
from solver.search.audit.verify import Correction, Doubt, Reading, Record
from solver.search.network import board_graph
from solver.search.trail.words import cut, sentences_in_a_row
from solver.words.say import Text, say

if TYPE_CHECKING:
    from solver.questions.options import Options

MOST = 6
"""So many corrections are looked for at most."""


def answer_audit(data: object, options: Options) -> dict[str, Any]:
    """Return whether a position and its ``counted`` readings agree, and the fewest corrections if not."""
    position = position_from_json(data)
    return audit_json(position.state, position.counted, options.language, seconds=options.seconds)


def audit_json(
    state: State, counted: Mapping[str, Counted], language: str, *, seconds: float = 2.0
) -> dict[str, Any]:
    """
    Return the answer of an audit as JSON.

    Parameters
    ----------
    state
        What the record says.
    counted
        By player what was read off the table.
    language
        Of the sentences.
    seconds
        Limit, by the clock of the process.

    Returns
    -------
    dict
        As ``docs/formats.md`` describes it, and besides: in each correction the sentence, whom the record names
        (``recorded_for``) and the routes that fit as well elsewhere on the board; explanations of the same size as
        ``alternatives``, and whether these are all (``complete``); ``lawful``, whether they keep to the rules of
        parallel tracks; ``recount``, readings that are likelier wrong than the record, and ``besides``, the
        corrections that remain when these are put right; ``text``, all in one sentence.
    """
    record = record_of(state)
    readings = {player: Reading(one.trains_left, one.marker) for player, one in counted.items()}
    return found_json(state, readings, audit(record, readings, at_most=MOST, seconds=seconds), language)


def found_json(state: State, readings: Mapping[str, Reading], found: Audit, language: str) -> dict[str, Any]:
    """Return what an audit found as JSON; see ``audit_json``."""
    explanations = [[_correction(state, one, language) for one in each] for each in found.explanations]
    return {
        "consistent": found.consistent,
        "corrections": explanations[0] if explanations else [],
        "proven": found.proven,
        "count": found.count,
        "lawful": found.lawful,
        "alternatives": explanations[1:],
        "complete": found.complete,
        "recount": [_doubt(state, one, language) for one in found.doubts],
        "besides": [_correction(state, one, language) for one in found.besides],
        "text": say(_summary(found, readings), language),
    }


def record_of(state: State) -> Record:
    """Return what a state says as graphs and numbers for the audit."""
    return Record(
        board_graph(state.board, state.board.routes),
        dict(state.owner),
        state.players,
        state.edition.trains,
        state.edition.route_points,
        len(state.seats) <= state.edition.parallel_routes_closed_up_to,
        {player: goods_points(state, player) for player in state.players},
    )


def _correction(state: State, one: Correction, language: str) -> dict[str, Any]:
    name = namer(state.board, state.seats, language)
    look = Text("audit-look", {"routes": cut((*one.candidates, *one.elsewhere), 6)})
    return {
        "kind": one.kind,
        "class": [*state.board.routes[one.candidates[0]].ends, one.between[2]],
        "player": name("p", one.player),
        "recorded_for": None if one.recorded is None else name("p", one.recorded),
        "candidates": list(one.candidates),
        "elsewhere": list(one.elsewhere),
        "text": say(sentences_in_a_row([slip(one), look]), language, name),
    }


def _doubt(state: State, one: Doubt, language: str) -> dict[str, Any]:
    name = namer(state.board, state.seats, language)
    return {
        "player": name("p", one.player),
        "reading": one.reading,
        "counted": one.counted,
        "recorded": one.recorded,
        "text": say(misread(one), language, name),
    }


def misread(one: Doubt) -> Text:
    """Return what may have been read wrong."""
    facts = {"player": one.player, "counted": one.counted, "recorded": one.recorded}
    return Text("audit-marker" if one.reading == "marker" else "audit-trains", facts)


def slip(one: Correction) -> Text:
    """Return what went wrong, without the routes to look at."""
    facts = {"player": one.player, "recorded": one.recorded or "", "length": one.between[2]}
    return Text(f"audit-{one.kind}", facts)


def _summary(found: Audit, readings: Mapping[str, Reading]) -> Text:
    if found.consistent:
        counted = any((one.trains_left, one.marker) != (None, None) for one in readings.values())
        return Text("audit-agrees" if counted else "audit-nothing-counted")
    if found.doubts:
        return Text("audit-recount")
    if found.count is None:
        return Text("audit-unexplained" if found.proven else "audit-out-of-time", {"most": MOST})
    code = "audit-differs" if found.lawful else "audit-differs-unlawful"
    return Text(code, {"count": found.count})
