"""What an error is called, and one plain sentence about it."""

from __future__ import annotations

from app.web.i18n import gettext as _


def sentence(status: int) -> tuple[str, str]:
    """Return the heading and the sentence of an error."""
    known = {
        400: (_("Not understood"), _("The page could not read what was sent.")),
        403: (_("Not yours"), _("This phone may not do that at this table.")),
        404: (_("Nothing here"), _("There is no such page, or no table with this code.")),
        405: (_("Not like this"), _("This address does not take that.")),
        409: (_("Somebody was first"), _("The table has changed meanwhile.")),
        413: (_("Too large"), _("What was sent is too large. Nothing recorded is lost.")),
        429: (_("Too often"), _("Too many tries. Wait a minute, then try again.")),
        500: (_("Our fault"), _("Something went wrong here. Nothing recorded is lost.")),
        503: (_("Busy"), _("The app is busy. Try again in a moment.")),
    }
    return known.get(status, known[400] if status < 500 else known[500])
