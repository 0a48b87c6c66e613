"""
What a turn does: who acted last, when the last round begins, who still has a turn in it.

Source: RULES, end of the game (USSR 22, USA 8; rulings EG-01 to EG-03): whoever *ends a turn* with few trains left
announces the last round, in which everybody has one more turn, the announcer last. There is one announcement only, and
trains that come back later (CO-06) do not call it off.

A turn is a claim, a station, a journey, a route taken up, or a turn that leaves nothing on the board. What is written
down ``afterwards`` is no turn: trains that run out by it announce nothing, or a board that is entered player by player
would announce a last round in the middle. The player's next turn, whatever it is, ends with those few trains and does.
A correction counts, turn included, at the place of what it corrects (``solver.game.order``), so the last round begins
where it really began. Tickets that are kept are no turn either: they are secret, and often entered much later.

Nothing is refused here. What is out of turn is remarked on, and only where it can be told from the log:

- in the last round: who should have played before (``skipped``), and a turn that nobody had left (``extra_turns``);
- before it only as long as every turn seems to be recorded: from the first one in the order of the seats, for at least
  one whole round, with turns without a claim among them, and nothing afterwards. Cards that are drawn leave no trace,
  and few tables tap for them: there a gap says nothing, and after one gap the record is no longer known to be whole.
"""

from __future__ import annotations

from dataclasses import replace

from solver.game.events import (
    Entry,
    Event,
    PassengerMoved,
    RouteClaimed,
    RouteDismantled,
    StationBuilt,
    TurnTaken,
)
from solver.game.state import LastRound, State

TURNS = (RouteClaimed, RouteDismantled, StationBuilt, PassengerMoved, TurnTaken)


def is_turn(event: Event) -> bool:
    """Whether an act, counted where it was written down, is a turn."""
    return isinstance(event, TURNS) and not getattr(event, "afterwards", False)


def tick(state: State, entry: Entry, *, turn: bool) -> None:
    """Keep the turns after an entry took effect; ``turn``: it counts as one, or takes the place of one."""
    event = entry.event
    if not isinstance(event, TURNS):
        return
    if not turn:
        state.record = replace(state.record, whole=False)
        return
    player, last = event.player, state.last_round
    _remark(state, player, entry)
    state.last_actor = player
    state.last_turn = entry.seq
    if not isinstance(event, RouteClaimed):
        state.last_claim = None
    if last is not None:
        left = list(last.turns_left)
        if player in left:
            left.remove(player)
        state.last_round = replace(last, turns_left=tuple(left))
    elif (trains := state.trains_left(player)) <= state.edition.last_round_at:
        order = _from(state.players, player)
        state.last_round = LastRound(player, entry.seq, (*order[1:], player), trains)


def _remark(state: State, player: str, entry: Entry) -> None:
    """Note down who should have played before, or that the player had no turn left, where it can be told."""
    if state.last_round is not None:
        left = state.last_round.turns_left
        if player not in left:
            state.extra_turns[entry.seq] = player
        elif left[0] != player:
            state.skipped[entry.seq] = left[: left.index(player)]
        return
    record = state.record
    due = player if state.last_actor is None else state.turn or player
    if player != due:
        if record.whole and record.drawn and record.turns >= len(state.players):
            order = _from(state.players, due)
            state.skipped[entry.seq] = order[: order.index(player)]
        record = replace(record, whole=False)
    drawn = record.drawn or isinstance(entry.event, TurnTaken)
    state.record = replace(record, turns=record.turns + 1, drawn=drawn)


def _from(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return the players in turn order from one of them on."""
    at = players.index(first)
    return (*players[at:], *players[:at])
