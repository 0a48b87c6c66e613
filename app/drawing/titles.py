"""A route's title in the page's language, as it is read aloud."""

from __future__ import annotations

from app.web.i18n import gettext as _
from app.web.i18n import ngettext, pair_name, route_colour
from solver.game.edition import Board, Route


def route_title(board: Board, route: Route) -> str:
    """Return ``Berlin – Warszawa, yellow, 4 spaces, tunnel``."""
    parts = [
        pair_name(board, route.id),
        route_colour(board, route.id),
        str(ngettext("%(num)d space", "%(num)d spaces", route.length)),
    ]
    if route.tunnel:
        parts.append(_("tunnel"))
    if route.ferry:
        parts.append(str(ngettext("ferry, %(num)d locomotive", "ferry, %(num)d locomotives", route.ferry)))
    return ", ".join(parts)
