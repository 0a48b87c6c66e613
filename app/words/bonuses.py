"""The names of bonuses."""

from __future__ import annotations

from app.web.i18n import gettext as _


def bonus_title(kind: str) -> str:
    """Return a bonus's name in a sentence or a list."""
    known = {
        "longest_trail": _("Longest trail"),
        "most_tickets": _("Most tickets"),
        "most_ferries": _("Most ferries"),
        "most_tunnels": _("Most tunnels"),
    }
    return str(known[kind])
