"""A log that grows: the state worked out from what lay there before is the fold of the whole log, whatever is added."""

from __future__ import annotations

from random import Random

import pytest

from solver.formats.front import log_from_lines
from solver.formats.load import load_edition
from solver.game import events
from solver.game import fold_on as growing
from solver.game.fold import fold
from solver.game.fold_on import KEPT, fold_on
from tests.effort import effort
from tests.solver.tables import entries, golden_games

EDITIONS = ("europe", "marklin", "ussr", "usa")


def grow(edition, log, board, rng):
    """Let a log grow by one to three entries at a time; check each state against the fold of the whole log."""
    kept, place = (), 0
    while place < len(log):
        place = min(place + (1 if rng.random() < 0.8 else rng.randint(2, 3)), len(log))
        state = fold_on(kept, edition, log[:place], board)
        assert state == fold(edition, log[:place], board), [entry.event for entry in log[:place]]
        kept = (state, *kept)[: KEPT + 1]


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_golden_games_grow_as_they_fold(game):
    log = log_from_lines(game.read_text(encoding="utf-8").splitlines())
    grow(log.edition, log.entries, log.board, Random(game.stem))


def follow_up(edition, rng, log):
    """Return what belongs to the last entry: a correction, a passenger with a claim, its journey, the colour of its goods."""
    match log[-1] if log else None:
        case events.Retracted(target=target) if target > 1 and isinstance(
            log[target - 2], events.RouteClaimed
        ):
            player = rng.choice(("anna", "ben", log[target - 2].player))
            return events.RouteClaimed(player, log[target - 2].route, afterwards=True)
        case events.RouteClaimed(player=player, route=route, afterwards=afterwards):
            ends = edition.board.routes[route].ends
            return (
                rng.choice((events.PassengerPlaced(player, rng.choice(ends)), events.TicketsKept(player, ())))
                if afterwards
                else (
                    rng.choice(
                        (events.PassengerPlaced(player, rng.choice(ends)), events.Retracted(len(log) + 1))
                    )
                )
            )
        case events.PassengerPlaced(player=player, city=city):
            routes = [route.id for route in edition.board.routes.values() if city in route.ends]
            return events.PassengerMoved(player, city, (rng.choice(routes),), ())
        case events.PassengerMoved(start=start, routes=(route,)):
            return events.GoodsColourSet(
                next(end for end in edition.board.routes[route].ends if end != start), "red"
            )
    return None


def wild_log(edition, rng, length):
    """Return a log of anything on few routes and cities, most of it against the rules, much of it taken back."""
    routes = rng.sample(list(edition.board.routes), 5)
    cities = sorted({city for route in routes for city in edition.board.routes[route].ends})
    players, log = ("anna", "ben", "cleo"), []
    tickets = list(edition.tickets.values())
    for seq in range(2, length + 1):
        player, route, city = rng.choice(players), rng.choice(routes), rng.choice(cities)
        over = rng.choice(((), ("claim-loses-route",)))
        acts = (
            events.RouteClaimed(player, route),
            events.RouteClaimed(player, route, afterwards=True),
            events.RouteClaimed(player, route, controller=True, overruled=("too-few-trains",)),
            events.RouteDismantled(player, route),
            events.StationBuilt(player, city, afterwards=rng.random() < 0.3),
            events.TicketsKept(player, tuple(rng.sample(tickets, 2))),
            events.PassengerPlaced(player, city, overruled=rng.choice(((), ("passenger-not-end",)))),
            events.PassengerMoved(player, city, (route,), ((cities[0], 3),)),
            events.GoodsColourSet(city, "red"),
            events.TurnTaken(player),
            events.SeatChanged(player, f"{player} {seq}", "red"),
            rng.choice(
                (
                    events.RevealAsked(),
                    events.RevealAgreed(player),
                    events.TicketsRevealed(),
                    events.ResultShown(),
                )
            ),
            # Much is taken back: what was just written, what took something back, and anything else.
            events.Retracted(seq - 1, overruled=over),
            events.Retracted(max(1, seq - rng.randint(1, 4))),
            events.Retracted(rng.randint(1, seq - 1), overruled=over),
        )
        log.append((rng.random() < 0.4 and follow_up(edition, rng, log)) or rng.choice(acts))
    return entries(edition.id, " ".join(players), *log)


@pytest.mark.parametrize("name", EDITIONS)
def test_random_logs_grow_as_they_fold(name):
    edition = load_edition(name)
    for seed in range(30):
        rng = Random(f"{name} {seed}")
        grow(edition, wild_log(edition, rng, 40), edition.board, rng)


def test_numbers_may_have_holes():
    """A phone reads a log without what it may not know."""
    edition = load_edition("europe")
    for seed in range(20):
        rng = Random(seed)
        log = wild_log(edition, rng, 40)
        holes = {entry.seq for entry in log if isinstance(entry.event, events.TicketsKept)}
        seen = [e for e in log if e.seq not in holes and getattr(e.event, "target", 0) not in holes]
        grow(edition, seen, edition.board, rng)


def test_what_was_kept_stays_as_it_was():
    edition = load_edition("marklin")
    for seed in range(20):
        log = wild_log(edition, Random(seed), 30)
        state = fold(edition, log[:20])
        fold_on((state,), edition, log)
        assert state == fold(edition, log[:20])


@pytest.mark.parametrize(
    "added",
    [
        (events.RouteClaimed("ben", "dieppe-paris-1"),),
        (events.TicketsKept("ben", ()),),
        (events.Retracted(7),),
        (events.RouteClaimed("ben", "dieppe-paris-1"), events.Retracted(8)),
        (events.RouteClaimed("ben", "dieppe-paris-1"), events.Retracted(8), events.Retracted(9)),
    ],
    ids=["claim", "tickets", "undo", "claim and undo", "undone undo"],
)
def test_what_a_game_does_all_the_time_never_folds_the_whole_log(added, monkeypatch):
    edition = load_edition("europe")
    routes = [route for route in edition.board.routes if route != "dieppe-paris-1"]
    played = [
        *(events.RouteClaimed(("anna", "ben")[n % 2], routes[n]) for n in range(5)),
        events.TurnTaken("ben"),
    ]
    log = entries("europe", "anna ben", *played)
    kept = tuple(fold(edition, log[:place]) for place in range(len(log), len(log) - KEPT, -1))
    for number in range(1, len(added) + 1):
        longer = entries("europe", "anna ben", *played, *added[:number])
        wanted = fold(edition, longer)
        with monkeypatch.context() as patch:
            patch.setattr(growing, "fold", lambda *_: pytest.fail("folded from the beginning"))
            state = fold_on(kept, edition, longer)
        assert state == wanted
        kept = (state, *kept)


def test_an_entry_costs_the_same_behind_a_long_log():
    edition = load_edition("europe")

    def work(length):
        log = entries(
            "europe",
            "anna ben",
            *[events.TurnTaken("anna")] * length,
            events.RouteClaimed("ben", "dieppe-paris-1"),
        )
        kept = fold(edition, log[:-1])
        return effort(lambda: fold_on((kept,), edition, log))

    assert work(800) <= 1.2 * work(50)
