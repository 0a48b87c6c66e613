"""
The payment page: from an address' query to the route, the cards and the answer.

Everything stands in the query, so the page needs no script: ``route`` (of the board) or ``length``, ``colour``,
``ferry`` and ``tunnel``; one number for each kind of card; ``reveal`` up to three times. ``step`` is the button that
was pressed: ``red+``, ``red-``, ``reveal+red``, ``reveal-0`` (the place). Whatever cannot be read is left out; a number
that is too large is cut.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from werkzeug.datastructures import MultiDict

from app.pages.pay.page import CardCount, Option, PaidRoute, PayPage, Revealed, Verdict
from app.web.i18n import gettext as _
from app.web.i18n import language, ngettext, route_name, title_of
from app.words.ruling_links import RulingLink, ruling_links
from app.words.station_price import next_price, price_list
from app.words.words import names, route_kind, spaces
from solver.formats.load import edition_ids, load_edition
from solver.game.edition import ROUTE_COLOURS, Board, Edition, Route
from solver.game.naming import colour_name
from solver.game.payment import REVEALED, Payment, cards_of, pay, revealable
from solver.game.state import State
from solver.words.say import say

MOST = 20
"""More cards of one kind are never laid down."""

DESCRIBED = "described"
"""The id of a route that is described and not chosen from the board."""


@dataclass(frozen=True)
class Asked:
    """What the query says, as far as it makes sense for an edition and a board."""

    edition: Edition
    board: Board
    route: Route
    cards: Mapping[str, int] = field(default_factory=dict)
    reveal: tuple[str, ...] = ()

    @property
    def on_board(self) -> bool:
        """Whether the route is one of the board."""
        return self.route.id in self.board.routes

    def query(self) -> list[tuple[str, str]]:
        """Return the shortest query that says the same."""
        route = self.route
        if self.on_board:
            parts = [("route", route.id)]
        else:
            parts = [("length", str(route.length)), ("colour", route.colour)]
            parts += [("ferry", str(route.ferry))] if route.ferry else []
            parts += [("tunnel", "1")] if route.tunnel else []
        parts += [(card, str(count)) for card, count in self.cards.items() if count]
        return parts + [("reveal", card) for card in self.reveal]


def asked(edition: Edition, board: Board, query: MultiDict[str, str]) -> Asked:
    """Return what a query asks; the step that it names is already taken."""
    route = _route(edition, board, query)
    cards = {card: _number(query.get(card, ""), 0, MOST) for card in cards_of(edition)}
    known = revealable(edition)
    reveal = tuple(card for card in query.getlist("reveal") if card in known)[:REVEALED]
    found = Asked(edition, board, route, cards, reveal if route.tunnel else ())
    return stepped(found, query.get("step", ""))


def stepped(before: Asked, step: str) -> Asked:
    """Return what is asked after one button."""
    what, plus, card = step.partition("+")
    if plus and what == "reveal":
        if card in revealable(before.edition) and before.route.tunnel:
            return replace(before, reveal=(*before.reveal, card)[:REVEALED])
    elif step.startswith("reveal-"):
        place = step.removeprefix("reveal-")
        kept = (c for at, c in enumerate(before.reveal) if str(at) != place)
        return replace(before, reveal=tuple(kept))
    elif step[:-1] in before.cards and step[-1] in "+-":
        card = step[:-1]
        count = before.cards[card] + (1 if plus else -1)
        return replace(before, cards={**before.cards, card: max(0, min(MOST, count))})
    return before


def _route(edition: Edition, board: Board, query: Mapping[str, str]) -> Route:
    if query.get("route", "") in board.routes:
        return board.routes[query["route"]]
    lengths = sorted(edition.route_points)
    length = _number(query.get("length", ""), 0, lengths[-1])
    length = length if length in lengths else lengths[min(2, len(lengths) - 1)]
    colour = query.get("colour", "")
    most = min(length, _most_ferry(board))
    return Route(
        DESCRIBED,
        ("a", "b"),
        length,
        colour if colour in ROUTE_COLOURS else "gray",
        _number(query.get("ferry", ""), 0, most),
        bool(query.get("tunnel")) and _has_tunnels(board),
    )


def _number(text: str, low: int, high: int) -> int:
    whole = text.isascii() and text.isdecimal() and len(text) < 9
    return max(low, min(high, int(text))) if whole else low


def _most_ferry(board: Board) -> int:
    return max(route.ferry for route in board.routes.values())


def _has_tunnels(board: Board) -> bool:
    return any(route.tunnel for route in board.routes.values())


def pay_page(
    found: Asked,
    *,
    code: str,
    action: str,
    back: str,
    state: State | None = None,
    players: Collection[str] = (),
) -> PayPage:
    """
    Return everything the page reads.

    Parameters
    ----------
    action
        The page's own address without a query.
    state, players
        The table, where the page belongs to one, and whose next station is priced.
    """
    edition, board, route = found.edition, found.board, found.route
    answer = pay(route, found.cards, found.reveal)
    lengths, most = sorted(edition.route_points), min(route.length, _most_ferry(board))
    return PayPage(
        code=code,
        action=action,
        back=back,
        edition=edition.id,
        editions=() if code else tuple(_editions(edition)),
        route=_drawn(found),
        routes=tuple(_routes(found)),
        lengths=tuple(Option(str(n), str(n), n == route.length) for n in lengths),
        colours=tuple(Option(c, _card(c), c == route.colour) for c in ROUTE_COLOURS),
        ferries=tuple(Option(str(n), str(n), n == route.ferry) for n in range(most + 1)) if most else (),
        tunnels=_has_tunnels(board),
        cards=tuple(CardCount(c, _card(c), n, _fits(c, route)) for c, n in found.cards.items()),
        palette=tuple(Revealed(c, _card(c), False) for c in revealable(edition)),
        revealed=tuple(_places(found, answer)) if route.tunnel else (),
        verdict=verdict(found, answer),
        choosing=not found.on_board and not any(found.cards.values()),
        stations=station_prices(edition, state, players),
        station_links=_links(edition, board, ["pay-station"]) if edition.stations else (),
    )


def _editions(chosen: Edition) -> Iterator[Option]:
    for name in edition_ids():
        yield Option(name, title_of(load_edition(name).title), name == chosen.id)


def _drawn(found: Asked) -> PaidRoute:
    route = found.route
    name = route_name(found.board, route.id) if found.on_board else ""
    about = route_kind(found.board, found.edition, route) if found.on_board else _described(route)
    return PaidRoute(route.id, name, about, route.length, route.colour, route.ferry, route.tunnel)


def _described(route: Route) -> str:
    parts = [spaces(route.length), _card(route.colour)]
    if route.tunnel:
        parts.append(_("tunnel"))
    if route.ferry:
        parts.append(ngettext("ferry, %(num)d locomotive", "ferry, %(num)d locomotives", route.ferry))
    return " · ".join(parts)


def _routes(found: Asked) -> list[Option]:
    options = [
        Option(route, f"{route_name(found.board, route)} · {found.board.routes[route].length}",
               route == found.route.id)
        for route in found.board.routes
    ]  # fmt: skip
    return sorted(options, key=lambda option: option.title)


def _card(card: str) -> str:
    return colour_name(card, language())


def _fits(card: str, route: Route) -> bool:
    return route.colour in (card, "gray") or card not in ROUTE_COLOURS


def _places(found: Asked, answer: Payment) -> Iterator[Revealed]:
    for card in found.reveal:
        yield Revealed(card, _card(card), card in answer.matching)
    for _empty in range(REVEALED - len(found.reveal)):
        yield Revealed("", "", False)


def verdict(found: Asked, answer: Payment) -> Verdict:
    """Return the answer in words: one sentence, the reasons, and the rulings that explain them."""
    laid = sum(found.cards.values())
    if not laid:
        return Verdict("ask", _("Tap the cards that are laid down."))
    reasons = tuple(say(reason, language(), lambda _kind, key: _card(key)) for reason in answer.reasons)
    links = _links(found.edition, found.board, [reason.code for reason in answer.reasons])
    missing = found.route.length - laid
    if not answer.legal:
        if missing > 0 and [reason.code for reason in answer.reasons] == ["pay-too-few"]:
            title = ngettext("%(num)d card is still missing.", "%(num)d cards are still missing.", missing)
            return Verdict("wait", title, rulings=links)
        return Verdict("stop", _("These cards do not pay for it."), reasons, links)
    if answer.extra:
        title = ngettext("%(num)d more card is due.", "%(num)d more cards are due.", answer.extra)
        back_out = _("Whoever cannot or will not pay takes the cards back; the turn is over.")
        return Verdict("wait", title, (*reasons, back_out), links)
    if not found.route.tunnel:
        return Verdict(
            "go", _("These cards pay for the route."), rulings=_links(found.edition, found.board, ["pay"])
        )
    tunnel = _links(found.edition, found.board, ["pay-tunnel"])
    if not found.reveal:
        return Verdict("wait", _("These cards may be laid down. Now reveal three cards."), rulings=tunnel)
    if len(found.reveal) < REVEALED:
        more = _("Fewer than three cards are revealed only when no more are left.")
        return Verdict("wait", _("So far nothing more is due."), (more,), tunnel)
    return Verdict("go", _("Nothing more is due. The tunnel is paid."), rulings=tunnel)


def _links(edition: Edition, board: Board, codes: Sequence[str]) -> tuple[RulingLink, ...]:
    return ruling_links(codes, language(), edition, board)


def station_prices(edition: Edition, state: State | None, players: Collection[str]) -> tuple[str, ...]:
    """Return what the next station of each player costs; without a table, what all of them cost."""
    if state is None:
        listed = price_list(edition)
        return (listed,) if listed else ()
    who = names(state)
    priced = ((player, next_price(state, player)) for player in state.players if player in players)
    return tuple(
        _("%(player)s: %(price)s", player=who[player], price=price) for player, price in priced if price
    )
