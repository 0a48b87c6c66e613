"""Random networks for the tests of the searches."""

from hypothesis import strategies as st

from tests.oracles import network


@st.composite
def networks(draw, *, cities="ABCDEFG", max_routes=9, max_length=6):
    """Draw a network of routes between few cities: parallel routes, rings and separate pieces are all likely."""
    routes = draw(st.integers(0, max_routes))
    pairs = [(a, b) for i, a in enumerate(cities) for b in cities[:i]]
    return network(
        *((f"r{i}", *draw(st.sampled_from(pairs)), draw(st.integers(1, max_length))) for i in range(routes))
    )
