"""The proof of a longest trail: drawn, the reason why no longer one exists, and walked stop by stop."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from app.pages.sheet.bonus_proofs import bonus_reasons, bonus_words, values_of
from app.pages.sheet.page import Urls
from app.pages.sheet.proof_page import Stop, TrailProof
from app.pictures.mini import Geometry, trail_map
from app.web.i18n import gettext as _
from app.web.i18n import ngettext, place_name, say_text
from app.words.words import names
from solver.game.state import State
from solver.scoring.sheet import PlayerSheet, Sheet
from solver.search.trail.longest_trail import TrailOutcome
from solver.search.trail.words import MENDED
from solver.words.say import Text

_SUM = re.compile(r"\d+ − \d+ = \d+\.")
"""The sum in a reason, which the page prints in bold and in one piece."""


def stops_of(state: State, trail: TrailOutcome) -> tuple[Stop, ...]:
    """Return the stops in walking order with the trains to each and the running total."""
    cities, routes = trail.certificate.cities, trail.certificate.routes
    found, total, seen = [], 0, set[str]()
    for place, city in enumerate(cities):
        trains = state.board.routes[routes[place - 1]].length if place else 0
        total += trains
        found.append(Stop(place_name(state.board, city), trains, total, city in seen))
        seen.add(city)
    return tuple(found)


def odd_cities(state: State, player: str, trail: TrailOutcome) -> dict[str, int]:
    """Return how many own routes meet in each of the odd cities that the reason speaks of."""
    meeting = Counter(city for route in state.routes_of(player) for city in route.ends)
    return {city: meeting[city] for city in trail.reason.odd_cities}


def _paragraphs(state: State, reason: Text) -> Iterator[Markup]:
    """Yield a reason in paragraphs: what is laid and what counting says, then what that costs and what follows."""
    paragraph: list[str] = []
    for part in _in_a_row(reason):
        if part.code == MENDED:
            yield _printed(paragraph)
            paragraph = []
        paragraph.append(say_text(part, state.board, names(state)))
    yield _printed(paragraph)


def _in_a_row(text: Text) -> Iterator[Text]:
    if text.code == "two-sentences":
        yield from _in_a_row(text.facts["first"])
        yield from _in_a_row(text.facts["then"])
    else:
        yield text


def _printed(sentences: Sequence[str]) -> Markup:
    text = " ".join(sentences)
    found, end = Markup(), 0
    for match in _SUM.finditer(text):
        found += Markup('{}<b class="num nw">{}</b>').format(text[end : match.start()], match[0])
        end = match.end()
    return found + text[end:]


def trail_proof(
    state: State, sheet: Sheet, column: PlayerSheet, geometry: Geometry, board_url: Urls
) -> TrailProof:
    """Return the proof of one player's longest trail."""
    trail, reason = column.evidence.trail, column.evidence.trail.reason
    colour = state.seat(column.player).colour
    odd = odd_cities(state, column.player, trail)
    trains = ngettext("%(num)d train", "%(num)d trains", trail.value)
    proven = trail.value == trail.bound
    drawn = None
    if trail.certificate.routes:
        drawn = trail_map(
            geometry,
            state.board,
            colour=colour,
            label=_("%(name)s’s longest trail on the board", name=column.name),
            walked=trail.certificate.routes,
            stays_out=reason.stays_out,
            cities=trail.certificate.cities,
            odd=odd,
        )
    return TrailProof(
        kind="longest_trail",
        row="longest_trail",
        player=column.player,
        title=_("%(name)s’s longest trail: %(trains)s", name=column.name, trains=trains),
        colour=colour,
        words=bonus_words(state, sheet, "longest_trail"),
        **bonus_reasons(state, sheet, "longest_trail"),
        values=values_of(state, sheet, "longest_trail", column.player, state.players),
        values_head=_("Longest trails, in trains"),
        map=drawn,
        value=str(trail.value),
        left_out=str(reason.left_out) if reason.left_out else "",
        odd=bool(odd),
        why_head=_("Why no longer one exists.") if proven else _("How long it may be."),
        why=tuple(_paragraphs(state, reason.text)),
        walk_head=_("%(name)s’s trail", name=column.name),
        stops=stops_of(state, trail) if trail.certificate.routes else (),
        board_url=board_url(f"trail:{column.player}"),
    )
