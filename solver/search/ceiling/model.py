"""
The model of the ceiling: one paragraph a rule.

    claims[r]        the player claims route r          builds[j]   a new station joins the two places j
    borrows[c, j]    his station in c joins places j    done[t]     ticket t is completed
    along[t, a]      the way of ticket t goes along a, where a is a claim or loan in one of its senses
    grows[p, a]      the tree of ways that lead out of place p goes along a
    reaches[m]       aim m is reached                       exactly[s, k]   the open tickets in s, k new stations

The player's own network joins whatever it joins, so each connected part of it is one place, and a ticket whose ends
are one place is completed for good. What no ticket can use with the trains that are left is not in its way. Where many
tickets end in one place, all their ways lead out of it and are parts of one tree: a place is entered once at most and
nothing is passed in both senses, which bounds the search far better than each way by itself.

In which city a new station stands is settled afterwards; only when there is none for it is the choice forbidden.

That a trail exists is added only when it is asked for (``demand_trail``), with ``walked``, ``ends`` and ``passes`` as
in ``longest_trail``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

import networkx as nx

from solver.search.ceiling.distances import LENT, Levels, Way, distances
from solver.search.ceiling.sets import Key, TicketSets
from solver.search.ceiling.verify import Aim, Further, Outlook
from solver.search.loans import Loan, TicketEnds
from solver.search.stations.places import Join, Place
from solver.search.trail.parity import Piece, pieces


class CeilingModel:
    """The model of one player's outlook, built when it is made."""

    def __init__(self, outlook: Outlook) -> None:
        from ortools.sat.python import cp_model

        self.outlook = outlook
        self.model: Any = cp_model.CpModel()
        self.place: dict[str, Place] = {c: i for i, p in enumerate(pieces(outlook.own)) for c in p.ways}
        self.claims: dict[str, Any] = {}
        self.builds: dict[Join, Any] = {}
        self.sites: dict[Join, dict[str, str]] = {}
        self.borrows: dict[tuple[str, Join], tuple[Any, str]] = {}
        self.walked: dict[str, Any] = {}
        self._claim()
        self._borrow()
        self.loans = len(outlook.standing) + (max(outlook.stations_left, 0) if self.builds else 0)
        self.roots = self._roots()
        self.trees: dict[Place, dict[tuple[Place, Place, int], Any]] = {}
        self.ways = self._ways()
        self.done = {i: self._complete(i, ticket) for i, ticket in enumerate(outlook.tickets)}
        self._one_tree_each()
        self.reaches = [self._reach(aim) for aim in outlook.aims]
        self._score()

    def _at(self, city: str) -> Place:
        return self.place.setdefault(city, -1 - len(self.place))

    def _claim(self) -> None:
        """Claims take no more trains than are left, and one track of a double."""
        outlook, model = self.outlook, self.model
        doubles: dict[Hashable, list[str]] = {}
        for route, (_, _, length) in outlook.routes.items():
            alike = doubles.setdefault(outlook.double_of[route], [])
            if length <= outlook.trains and not any(self._same(route, other) for other in alike):
                alike.append(route)
                self.claims[route] = model.new_bool_var(f"claims {route}")
        for tracks in doubles.values():
            if len(tracks) > 1:
                model.add_at_most_one(self.claims[route] for route in tracks)
        spaces = [outlook.routes[route][2] for route in self.claims]
        self.spaces = sum(n * claim for n, claim in zip(spaces, self.claims.values(), strict=True))
        model.add(self.spaces <= max(outlook.trains, 0))

    def _same(self, one: str, other: str) -> bool:
        """Whether two tracks of one double are worth the same in every respect."""
        if self.outlook.routes[one][2] != self.outlook.routes[other][2]:
            return False
        return all((one in aim.counted) == (other in aim.counted) for aim in self.outlook.aims)

    def _borrow(self) -> None:
        """A station borrows one route at most; each loan of a new one takes one of the stations that are left."""
        outlook, model = self.outlook, self.model
        for city, loans in outlook.standing.items():
            joins = self._joins(loans)
            for join, routes in joins.items():
                self.borrows[city, join] = model.new_bool_var(f"{city} borrows {routes[0]}"), routes[0]
            if joins:
                model.add_at_most_one(self.borrows[city, join][0] for join in joins)
        for city, loans in outlook.sites.items() if outlook.stations_left > 0 else ():
            for join, routes in self._joins(loans).items():
                self.sites.setdefault(join, {})[city] = routes[0]
        self.builds = {join: model.new_bool_var(f"builds to join {join}") for join in self.sites}
        model.add(sum(self.builds.values()) <= max(outlook.stations_left, 0))
        # In the last round every claim and every station takes a turn.
        if outlook.acts is not None:
            model.add(sum(self.claims.values()) + sum(self.builds.values()) <= max(outlook.acts, 0))

    def _joins(self, loans: Iterable[Loan]) -> dict[Join, list[str]]:
        """Return loans by the two places that they join; what lies within one place joins nothing."""
        found: dict[Join, list[str]] = {}
        for route, a, b in loans:
            one, other = sorted((self._at(a), self._at(b)))
            if one != other:
                found.setdefault((one, other), []).append(route)
        return found

    def _ways(self) -> list[Way]:
        """Return everything that may join two places: routes to claim, and routes to borrow."""
        found: list[Way] = []
        for route, claim in self.claims.items():
            a, b, length = self.outlook.routes[route]
            if self._at(a) != self._at(b):
                found.append((self._at(a), self._at(b), length, [claim]))
        lent = {join: [build] for join, build in self.builds.items()}
        for (_, join), (borrowed, _) in self.borrows.items():
            lent.setdefault(join, []).append(borrowed)
        return found + [(a, b, LENT, literals) for (a, b), literals in lent.items()]

    def _roots(self) -> list[Place | None]:
        """Choose for every ticket the end from which its way leads: places where many tickets end come first."""
        ends = [[{self._at(city) for city in end} for end in ticket.ends] for ticket in self.outlook.tickets]
        left = [i for i, (a, b) in enumerate(ends) if not a & b]
        roots: list[Place | None] = [None] * len(ends)
        while left:
            count = Counter(next(iter(end)) for i in left for end in ends[i] if len(end) == 1)
            if not count:
                break
            place, _ = count.most_common(1)[0]
            for i in [i for i in left if {place} in ends[i]]:
                roots[i] = place
                left.remove(i)
        return roots

    def _complete(self, number: int, ticket: TicketEnds) -> Any:
        """
        Return whether a ticket is completed: one unit flows from its one end to the other over what is joined.

        Nothing flows into the first end or out of the second, and only along ways that the trains left allow.
        """
        model = self.model
        starts, goals = ({self._at(city) for city in end} for end in ticket.ends)
        root = self.roots[number]
        if goals == {root}:
            starts, goals = goals, starts
        if starts & goals:
            return 1
        ways = self.ways
        away, back = (distances(ways, end, self.outlook.trains, self.loans) for end in (starts, goals))
        into: dict[Place, list[Any]] = {}
        out: dict[Place, list[Any]] = {}
        for a, b, length, literals in ways:
            senses = []
            for here, there in ((a, b), (b, a)):
                if there in starts or here in goals:
                    continue
                if self._through(away, back, here, there, length) > self.outlook.trains:
                    continue
                along = model.new_bool_var(f"ticket {number} from {here} to {there}")
                senses.append(along)
                if root is not None:
                    self._grow(root, here, there, along, literals)
                out.setdefault(here, []).append(along)
                into.setdefault(there, []).append(along)
            if senses:
                model.add(sum(senses) <= sum(literals))
        if not any(out.get(place) for place in starts):
            return 0
        done = model.new_bool_var(f"ticket {number} is completed")
        model.add(sum(x for place in starts for x in out.get(place, ())) == done)
        model.add(sum(x for place in goals for x in into.get(place, ())) == done)
        for place in {*into, *out} - starts - goals:
            model.add(sum(into.get(place, ())) == sum(out.get(place, ())))
            model.add(sum(into.get(place, ())) <= done)
        return done

    def _through(
        self, away: Sequence[Levels], back: Sequence[Levels], here: Place, there: Place, length: int
    ) -> int:
        """Return the fewest trains of a way of a ticket along something; its loans are parted before and behind."""
        far = self.outlook.trains + 1
        left = self.loans - (length == LENT)
        return min(
            (
                away[used].get(here, far) + length + back[left - used].get(there, far)
                for used in range(left + 1)
            ),
            default=far,
        )

    def _grow(self, root: Place, here: Place, there: Place, along: Any, literals: list[Any]) -> None:
        """Along the way of a ticket grows the tree of its root; a way belongs to it in one sense only."""
        tree = self.trees.setdefault(root, {})
        key, back = (here, there, id(literals)), (there, here, id(literals))
        if key not in tree:
            tree[key] = self.model.new_bool_var(f"tree of {root} from {here} to {there}")
            both = [tree[key], tree[back]] if back in tree else [tree[key]]
            self.model.add(sum(both) <= sum(literals))
        self.model.add_implication(along, tree[key])

    def _one_tree_each(self) -> None:
        """No tree enters a place twice."""
        for tree in self.trees.values():
            into: dict[Place, list[Any]] = {}
            for (_, there, _), grows in tree.items():
                into.setdefault(there, []).append(grows)
            for grown in into.values():
                self.model.add_at_most_one(grown)

    def _reach(self, aim: Aim) -> Any:
        """Return whether a bonus is won; a trail is taken on trust until it is demanded."""
        reached = self.model.new_bool_var(f"reaches {aim.measure} {aim.needed}")
        if aim.measure == "tickets":
            self.model.add(sum(self.done.values()) >= aim.needed).only_enforce_if(reached)
        if aim.measure == "routes":
            more = [claim for route, claim in self.claims.items() if route in aim.counted]
            self.model.add(aim.have + sum(more) >= aim.needed).only_enforce_if(reached)
        return reached

    def _score(self) -> None:
        """The total: routes, tickets both ways, unused stations, bonuses."""
        outlook = self.outlook
        points = outlook.route_points
        self.claimed_points = sum(
            points.get(outlook.routes[r][2], 0) * claim for r, claim in self.claims.items()
        )
        tickets = sum(t.points * (2 * self.done[i] - 1) for i, t in enumerate(outlook.tickets))
        unused = outlook.station_points * (outlook.stations_left - sum(self.builds.values()))
        bonuses = sum(aim.points * won for aim, won in zip(outlook.aims, self.reaches, strict=True))
        self.total = outlook.fixed + self.claimed_points + tickets + unused + bonuses

    def hint(self, further: Further) -> None:
        """Begin with what a known way to go on claims."""
        for route, claim in self.claims.items():
            self.model.add_hint(claim, route in further.claims)

    def only(self, sets: TicketSets, at_least: int, idle: Mapping[Key, Collection[str]]) -> None:
        """
        Demand a set of tickets with which a total is not ruled out, and no more points of routes than it allows.

        ``idle`` are the routes that are not claimed then, as far as they are known.
        """
        model, worth = self.model, sets.worth(self.outlook, at_least)
        exactly = {key: model.new_bool_var(f"exactly {key}") for key in worth}
        model.add_exactly_one(exactly.values())
        for bit, i in enumerate(sets.open):
            model.add(self.done[i] == sum(here for (some, _), here in exactly.items() if some >> bit & 1))
        model.add(sum(self.builds.values()) == sum(new * here for (_, new), here in exactly.items()))
        model.add(self.claimed_points <= sum(worth[key] * here for key, here in exactly.items()))
        for route, claim in self.claims.items():
            use = [here for key, here in exactly.items() if route not in idle.get(key, ())]
            if len(use) < len(exactly):
                model.add(claim <= sum(use))

    def demand_trail(self, aim: Aim) -> None:
        """Demand routes that may be a trail as long as the bonus asks; that they hang together is added later."""
        outlook, model = self.outlook, self.model
        ways: dict[str, list[Any]] = {}
        lengths = []
        routes = {r: way for r, way in outlook.routes.items() if r in self.claims}
        own = {r: (a, b, facts["length"]) for a, b, r, facts in outlook.own.edges(keys=True, data=True)}
        for route, (a, b, length) in {**own, **routes}.items():
            walk = self.walked[route] = model.new_bool_var(f"{route} is walked")
            if route in routes:
                model.add_implication(walk, self.claims[route])
            ways.setdefault(a, []).append(walk)
            ways.setdefault(b, []).append(walk)
            lengths.append(length * walk)
        ends = {city: model.new_bool_var(f"trail ends in {city}") for city in ways}
        # Every city is left as often as it is entered, except where the trail ends; it has two ends, or none.
        for city, out in ways.items():
            passes = model.new_int_var(0, len(out) // 2, f"passes through {city}")
            model.add(sum(out) == 2 * passes + ends[city])
        self._odd(ends, {**own, **routes})
        model.add(sum(ends.values()) <= 2)
        model.add(sum(lengths) >= aim.needed)
        model.add(self.reaches[list(outlook.aims).index(aim)] == 1)

    def _odd(self, ends: Mapping[str, Any], routes: Mapping[str, tuple[str, str, int]]) -> None:
        """
        Say once more that no odd number of routes at a city is walked alone, unless the trail ends there.

        That follows from the passes, but not for fractions of routes, by which the search is bounded.
        """
        own: dict[str, list[Any]] = {city: [] for city in ends}
        more: dict[str, list[Any]] = {city: [] for city in ends}
        for route, (a, b, _) in routes.items():
            for city in (a, b):
                (more if route in self.claims else own)[city].append(self.walked[route])
        for city, end in ends.items():
            laid, rest = own[city], more[city]
            if len(laid) % 2:
                self.model.add(sum(laid) <= len(laid) - 1 + sum(rest) + end)
            else:
                for walk in rest:
                    self.model.add(sum(laid) + 2 * walk <= len(laid) + sum(rest) + end)

    def join(self, part: Piece, ends: Mapping[str, tuple[str, str, int]]) -> None:
        """Demand a walked route that leaves the cities of a part when routes are walked within and away from them."""
        within, away = self.model.new_bool_var("walks within"), self.model.new_bool_var("walks away")
        leaving = []
        for route, walk in self.walked.items():
            a, b, _ = ends[route]
            if (a in part.ways) != (b in part.ways):
                leaving.append(walk)
            else:
                self.model.add_implication(walk, within if a in part.ways else away)
        self.model.add_bool_or(~within, ~away, *leaving)

    def further(self, solver: Any) -> Further | None:
        """
        Return what a solution says, without tickets and trail: claims, and stations with what they borrow.

        Each new loan needs a city of its own. Where there are too few the answer is None, and these loans are
        forbidden together.
        """
        claims = tuple(r for r, claim in self.claims.items() if solver.boolean_value(claim))
        loans: dict[str, str | None] = dict.fromkeys(self.outlook.standing)
        loans |= {city: route for (city, _), (b, route) in self.borrows.items() if solver.boolean_value(b)}
        built = [join for join, build in self.builds.items() if solver.boolean_value(build)]
        cities: nx.Graph[Any] = nx.Graph((join, city) for join in built for city in self.sites[join])
        found = nx.bipartite.hopcroft_karp_matching(cities, built)
        if any(join not in found for join in built):
            self.model.add_bool_or(~self.builds[join] for join in built)
            return None
        return Further(claims, {**loans, **{found[join]: self.sites[join][found[join]] for join in built}})
