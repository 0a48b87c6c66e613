"""The table of cheapest trees: packed into bytes and pruned, it says the same as the plain one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.search.engine import Deadline
from solver.search.loans import TicketEnds
from solver.search.tickets.layers import FAR, Layers
from solver.search.tickets.steiner import Steiner
from solver.search.tickets.trees import parts_of
from tests.solver.search.boards import material, materials, ticket_lists


def plain(tables):
    """Return the whole table by the recurrence as it stands in the books: every set, every part, every layer."""
    far = {layer: np.minimum(apart, FAR).astype(int) for layer, apart in tables.trees.far.items()}
    places = len(tables.cities)
    met = {(layer, 0): np.zeros(places, int) for layer in far}
    trees = dict(met)
    for ends in range(1, 1 << tables.trees.bits):
        for layer in far:
            met[layer, ends] = np.full(places, FAR)
            trees[layer, ends] = np.full(places, FAR)
        if ends & (ends - 1) == 0:
            for layer, apart in far.items():
                trees[layer, ends] = apart[tables.met_at[ends.bit_length() - 1]].min(axis=0)
            continue
        for part in (part for part in range(1, ends) if part & ends == part):
            for one, other, layer in tables.splits:
                two = trees[one, part] + trees[other, ends ^ part]
                met[layer, ends] = np.minimum(met[layer, ends], two)
        for one, other, layer in tables.splits:
            reached = (met[one, ends][:, None] + far[other]).min(axis=0)
            trees[layer, ends] = np.minimum(trees[layer, ends], reached)
    return trees


def agrees(usable, tickets, most, parting):
    layers = Layers(usable, tuple(city for ticket in tickets for end in ticket.ends for city in end))
    whole = Steiner(layers, tickets, parting=parting)
    within = Steiner(layers, tickets, most=most, parting=parting)
    among = Steiner(layers, tickets, parting=parting, among=within)
    for (layer, ends), costs in plain(whole).items():
        assert np.array_equal(whole.trees.at(layer, ends), np.minimum(costs, FAR))
        assert np.array_equal(within.trees.at(layer, ends), np.minimum(costs, most + 1))
        alive = within.trees.at(layers.all[-1], ends).min() <= most
        assert np.array_equal(among.trees.at(layer, ends), costs if alive else np.full_like(costs, FAR))
    for layer in layers.all:
        sums = whole.every(layer)
        assert np.array_equal(within.every(layer), np.where(sums <= most, sums, FAR))


MATERIALS = (
    materials(turns=False),
    ticket_lists(),
    st.sampled_from([0, 3, 6, 9, 126, 127, 128]),
    st.booleans(),
)
"""The most trains that matter: some that cut the table short, and those around what a byte holds."""


@settings(max_examples=25)
@given(*MATERIALS)
def test_a_table_agrees_with_the_plain_one(usable, tickets, most, parting):
    agrees(usable, tickets, most, parting)


@pytest.mark.long
@settings(max_examples=2000)
@given(*MATERIALS)
def test_many_tables_agree_with_the_plain_one(usable, tickets, most, parting):
    agrees(usable, tickets, most, parting)


def test_a_table_is_not_begun_when_there_is_no_time():
    ring = "ABCDEFG"
    usable = material(claims=[(f"{a}{b}", a, b, 2) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)])
    tickets = [TicketEnds(5, ((a,), (b,))) for a, b in ("AB", "CD", "EF")]
    tables = Steiner(Layers(usable), tickets)
    assert not tables.ready(Deadline(0.0))
    assert tables.ready(Deadline(60.0))


def test_parts_hold_the_lowest_member():
    assert sorted(parts_of(np.array([0b1011]))[0].tolist()) == [0b0001, 0b0011, 0b1001]
