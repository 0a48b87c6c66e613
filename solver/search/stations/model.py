"""The front of the loans by CP-SAT, for tables with so many stations that not every combination can be tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.search.engine import Deadline, load, new_solver, solved

if TYPE_CHECKING:
    from solver.search.stations.places import Choice, Join, Places


def front_by_model(board: Places, clock: Deadline) -> tuple[list[Choice], bool]:
    """Return the best choice, then the best with more completed tickets, and so on, and whether all are proved."""
    load()
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    borrows = {
        (city, option): model.new_bool_var(f"{city} borrows {option[0]}")
        for city, options in board.options.items()
        for option in options
    }
    # One station, one route.
    for city, options in board.options.items():
        model.add_at_most_one(borrows[city, option] for option in options)
    joins = list(dict.fromkeys(join for _, (_, join) in borrows))
    opened = {join: [b for (_, (_, by)), b in borrows.items() if by == join] for join in joins}
    done = [_ticket(model, i, board, opened) for i in range(len(board.tickets))]

    completed, loans = sum(done), sum(borrows.values())
    points = sum(2 * ticket.points * done[i] for i, ticket in enumerate(board.tickets))
    # Points first, then completed tickets, then few loans: a unit of each outweighs all that follows.
    unit = len(board.options) + 1
    model.maximize((points * (len(done) + 1) + completed) * unit - loans)

    found: list[Choice] = []
    while True:
        solver = new_solver(clock.left)
        status = solver.solve(model)
        if solved(status):
            chosen = {city: option for (city, option), b in borrows.items() if solver.boolean_value(b)}
            found.append(board.choice(chosen))
        if status != cp_model.OPTIMAL:
            return found, status == cp_model.INFEASIBLE
        model.add(completed >= len(found[-1].completed) + 1)


def _ticket(model: Any, index: int, board: Places, opened: dict[Join, list[Any]]) -> Any:
    """Return the literal that a ticket is completed: a way leads from a place of one end to one of the other."""
    first, second = board.ends[index]
    done = model.new_bool_var(f"ticket {index} is completed")
    if first & second:
        model.add(done == 1)
        return done
    leaves = {place: model.new_bool_var(f"begins at {place}") for place in sorted(first)}
    arrives = {place: model.new_bool_var(f"ends at {place}") for place in sorted(second)}
    model.add(sum(leaves.values()) == done)
    model.add(sum(arrives.values()) == done)
    out: dict[int, list[Any]] = {place: [leaf] for place, leaf in arrives.items()}
    into: dict[int, list[Any]] = {place: [leaf] for place, leaf in leaves.items()}
    for (one, other), loans in opened.items():
        for here, there in ((one, other), (other, one)):
            along = model.new_bool_var(f"ticket {index} goes from {here} to {there}")
            model.add(sum(loans) >= along)
            out.setdefault(here, []).append(along)
            into.setdefault(there, []).append(along)
    for place in sorted(out.keys() | into.keys()):
        model.add(sum(out.get(place, [])) == sum(into.get(place, [])))
    return done
