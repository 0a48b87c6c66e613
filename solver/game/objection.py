"""One rule that an act breaks, as data, and the objections that several acts share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.game.state import State
from solver.words.say import Text


@dataclass(frozen=True, slots=True)
class Objection:
    """
    One rule that an event breaks.

    Attributes
    ----------
    code
        Stable name, as in ``route-taken``.
    text, helps, rule
        What stands in the way, what would help (None: nothing would), and the rule in words.
    overrulable
        Whether the table may play over it.
    facts
        The ids and numbers that the sentences are made of.
    """

    code: str
    text: Text
    helps: Text | None
    rule: Text
    overrulable: bool = True
    facts: Mapping[str, Any] = field(default_factory=dict)


def objection(
    code: str, rule: str, *, helps: str | None = None, overrulable: bool = True, **facts: Any
) -> Objection:
    """Return an objection whose sentences are ``objection-<code>``, ``helps-<helps>`` and ``rule-<rule>``."""
    return Objection(
        code,
        Text(f"objection-{code}", facts),
        Text(f"helps-{helps}", facts) if helps else None,
        Text(f"rule-{rule}", facts),
        overrulable,
        facts,
    )


def route_unknown(route: str) -> Objection:
    """Return the objection to a route that the board does not have."""
    return objection("route-unknown", "log", overrulable=False, id=route)


def city_unknown(city: str) -> Objection:
    """Return the objection to a city that the board does not have."""
    return objection("city-unknown", "log", overrulable=False, id=city)


def turn_not_left(state: State, player: str) -> Iterator[Objection]:
    """In the last round everybody has one more turn. Source: RULES, end of the game."""
    last = state.last_round
    if last is not None and player not in last.turns_left:
        yield objection(
            "turn-not-left",
            "last-round",
            helps="afterwards",
            player=player,
            trigger=last.trigger,
            entry=last.seq,
        )
