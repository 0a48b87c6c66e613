"""
The library of Stationmaster: rules, searches and the score of a physical train board game.

The front door: whatever is named here may be imported from ``solver``. It is fetched when it is first asked for, so
that ``import solver`` costs nothing and no search library is loaded before it is needed. No module
or package of ``solver`` has the name of one of them: Python would put it in their place once it is loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.formats.front import (
        entry_from_json,
        entry_json,
        event_from_json,
        event_json,
        log_from_lines,
        log_lines,
        position_from_json,
        position_json,
    )
    from solver.formats.load import check_edition, edition_ids, load_edition
    from solver.formats.sheet import sheet_json
    from solver.game.errors import (
        AmbiguousRoute,
        CertificateError,
        Fault,
        IllegalEvent,
        InvalidEdition,
        InvalidEvent,
        InvalidInput,
        NoAnswer,
    )
    from solver.game.fold import fold, in_force
    from solver.game.objection import Objection
    from solver.game.objections import objections, standing_objections
    from solver.game.payment import pay
    from solver.game.state import State
    from solver.scoring.settle import settle
    from solver.search.network import network
    from solver.search.trail.longest_trail import longest_trail
    from solver.words.say import Text, say

_HOME = {
    "solver.game.errors": (
        "AmbiguousRoute",
        "CertificateError",
        "Fault",
        "IllegalEvent",
        "InvalidEdition",
        "InvalidEvent",
        "InvalidInput",
        "NoAnswer",
    ),
    "solver.formats.load": ("check_edition", "edition_ids", "load_edition"),
    "solver.game.objections": ("Objection", "objections", "standing_objections"),
    "solver.game.payment": ("pay",),
    "solver.formats.front": (
        "entry_from_json",
        "entry_json",
        "event_from_json",
        "event_json",
        "log_from_lines",
        "log_lines",
        "position_from_json",
        "position_json",
    ),
    "solver.formats.sheet": ("sheet_json",),
    "solver.game.fold": ("fold", "in_force"),
    "solver.game.state": ("State",),
    "solver.search.trail.longest_trail": ("longest_trail",),
    "solver.search.network": ("network",),
    "solver.scoring.settle": ("settle",),
    "solver.words.say": ("Text", "say"),
}
_WHERE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "AmbiguousRoute",
    "CertificateError",
    "Fault",
    "IllegalEvent",
    "InvalidEdition",
    "InvalidEvent",
    "InvalidInput",
    "NoAnswer",
    "Objection",
    "State",
    "Text",
    "check_edition",
    "edition_ids",
    "entry_from_json",
    "entry_json",
    "event_from_json",
    "event_json",
    "fold",
    "in_force",
    "load_edition",
    "log_from_lines",
    "log_lines",
    "longest_trail",
    "network",
    "objections",
    "pay",
    "position_from_json",
    "position_json",
    "say",
    "settle",
    "sheet_json",
    "standing_objections",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
