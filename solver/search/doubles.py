"""
What the searches know of double routes: of the tracks of one double a player claims one at most.

Which routes are tracks of one double the board says (``solver.game.edition.Board.doubles``) and the graphs carry along as
the attribute ``double``. Only the name of a double is read here; no search groups routes by itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import networkx as nx


def double_names(graph: nx.MultiGraph[str]) -> Mapping[str, Hashable]:
    """Return for every route of a graph the name of its double; without the attribute, its two ends and length."""
    return {route: _name(a, b, facts) for a, b, route, facts in graph.edges(keys=True, data=True)}


def _name(a: str, b: str, facts: Mapping[str, Any]) -> Hashable:
    return facts["double"] if "double" in facts else (frozenset((a, b)), facts["length"])
