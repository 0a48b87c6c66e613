"""Random legal games of any edition: whatever is done has no objection against it."""

from random import Random

from solver.formats.load import load_edition
from solver.game.edition import GOODS_COLOURS
from solver.game.events import (
    Entry,
    GoodsColourSet,
    PassengerMoved,
    PassengerPlaced,
    RevealAsked,
    RouteClaimed,
    RouteDismantled,
    Seat,
    StationBuilt,
    TableOpened,
    TicketsKept,
    TicketsRevealed,
    TurnTaken,
)
from solver.game.fold import after
from solver.game.objections import objections
from solver.game.state import State

NAMES = ("anna", "ben", "cleo", "dora", "egon")


def play(edition_id, seed, *, players=None, house_rules=None, turns=400):
    """
    Yield a random legal game as pairs (entry, state after it).

    It ends with the last round, or after so many turns with the tickets opened all the same.
    """
    rng = Random(f"{edition_id} {seed}")
    edition = load_edition(edition_id)
    count = players or rng.randint(*edition.players)
    seats = tuple(Seat(name, name.title(), edition.colours[i]) for i, name in enumerate(NAMES[:count]))
    state = State(edition, edition.board)

    def record(event):
        nonlocal state
        assert not objections(state, event), event
        state = after(state, event)
        return Entry(state.seq, "2026-11-30T18:00:00Z", None, f"e{state.seq}", event), state

    yield record(TableOpened(edition_id, seats, house_rules or {}))
    for event in _printed_goods(rng, edition):
        yield record(event)
    for seat in seats:
        yield record(
            TicketsKept(seat.id, tuple(rng.sample(sorted(edition.tickets.values(), key=lambda t: t.id), 3)))
        )
    for _ in range(turns):
        if state.over:
            break
        player = state.turn
        event = _act(rng, state, player)
        yield record(event)
        if isinstance(event, RouteClaimed) and edition.passengers and rng.random() < 0.5:
            placed = PassengerPlaced(player, rng.choice(state.board.routes[event.route].ends))
            if not objections(state, placed):
                yield record(placed)
    if not state.over:
        yield record(RevealAsked())
    yield record(TicketsRevealed())


def _printed_goods(rng, edition):
    """Give every city whose goods are not known a colour, so many of each as the box has."""
    if edition.passengers is None:
        return
    cities = [city for city in edition.board.cities.values() if not city.terminal_of]
    left = {c: edition.passengers.cities_of[c] for c in GOODS_COLOURS}
    for city in cities:
        if city.goods:
            left[city.goods] -= 1
    colours = [colour for colour, count in left.items() for _ in range(count)]
    rng.shuffle(colours)
    for city, colour in zip([city for city in cities if not city.goods], colours, strict=True):
        yield GoodsColourSet(city.id, colour)


def _act(rng, state, player):
    """Return a legal act, most often a claim near the player's own routes."""
    kinds = [_claim] * 12 + [_tickets, _station, _dismantle, _journey]
    for kind in rng.sample(kinds, len(kinds)):
        event = kind(rng, state, player)
        if event is not None and not objections(state, event):
            return event
    return TurnTaken(player)


def _claim(rng, state, player):
    own = {end for route in state.routes_of(player) for end in route.ends}
    free = [r for r in state.board.routes.values() if r.id not in state.owner]
    near = [r for r in free if own & set(r.ends)] or free
    if not near:
        return None
    route = rng.choice(near if rng.random() < 0.8 else free)
    controller = state.edition.controller is not None and rng.random() < 0.05
    return RouteClaimed(player, route.id, controller=controller)


def _tickets(rng, state, player):
    return TicketsKept(player, (rng.choice(sorted(state.edition.tickets.values(), key=lambda t: t.id)),))


def _station(rng, state, player):
    return StationBuilt(player, rng.choice(list(state.board.cities)))


def _dismantle(rng, state, player):
    rivals = [route for route, owner in state.owner.items() if owner != player]
    return RouteDismantled(player, rng.choice(rivals)) if rivals else None


def _journey(rng, state, player):
    standing = state.standing.get(player)
    if not standing:
        return None
    start = here = rng.choice(standing)
    routes = []
    while rng.random() < 0.8:
        onward = [
            r
            for r, owner in state.owner.items()
            if owner == player and r not in routes and here in state.board.routes[r].ends
            and not any(state.board.cities[end].terminal_of for end in state.board.routes[r].ends)
        ]  # fmt: skip
        if not onward:
            break
        routes.append(rng.choice(onward))
        a, b = state.board.routes[routes[-1]].ends
        here = b if here == a else a
    return PassengerMoved(player, start, tuple(routes)) if routes else None
