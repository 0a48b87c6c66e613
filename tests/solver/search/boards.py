"""Random small boards with a player's material on them, for reach and plan."""

from hypothesis import strategies as st

from solver.search.loans import TicketEnds
from solver.search.tickets.usable import Usable
from tests.oracles import network
from tests.solver.search.networks import networks


@st.composite
def materials(draw, *, cities="ABCDEFG", max_claims=5, turns=True, max_stations=2):
    """Draw what a player owns and can still use; some doubles are closed because a rival has the other track."""
    own = draw(networks(cities=cities, max_routes=2))
    rivals = [
        (f"rival-{r}", a, b) for a, b, r in draw(networks(cities=cities, max_routes=4)).edges(keys=True)
    ]
    free = draw(networks(cities=cities, max_routes=max_claims, max_length=4))
    closed = draw(st.booleans())
    taken = {frozenset(ends) for _, *ends in rivals}
    claims = [
        (f"free-{r}", a, b, spaces)
        for a, b, r, spaces in free.edges(keys=True, data="length")
        if not (closed and frozenset((a, b)) in taken)
    ]
    standing = draw(st.lists(st.sampled_from(cities), max_size=2, unique=True))
    building = frozenset(draw(st.lists(st.sampled_from(cities), max_size=4))) - set(standing)
    return Usable(
        own,
        tuple(claims),
        tuple(rivals),
        tuple(standing),
        building,
        draw(st.integers(0, 9)),
        draw(st.integers(0, max_stations)),
        draw(st.sampled_from([None, None, 1, 2])) if turns else None,
    )


@st.composite
def ticket_lists(draw, *, cities="ABCDEFG", most=3):
    """Draw tickets between cities, some of them to a country with several ends."""
    ends = st.sampled_from([*((city,) for city in cities), ("A", "B"), ("E", "F", "G")])
    pairs = st.tuples(ends, ends).filter(lambda two: not set(two[0]) & set(two[1]))
    return [
        TicketEnds(*one)
        for one in draw(st.lists(st.tuples(st.integers(1, 20), pairs), min_size=1, max_size=most))
    ]


def material(*, own=(), claims=(), rivals=(), standing=(), building=(), trains=45, stations=0, turns=None):
    """Return the material of a player, most of it empty."""
    return Usable(
        network(*own),
        tuple(claims),
        tuple(rivals),
        tuple(standing),
        frozenset(building),
        trains,
        stations,
        turns,
    )
