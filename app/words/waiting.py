"""What a page says while its searches go on: still counting, which place in the queue, when to come again."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response
from werkzeug.exceptions import HTTPException, ServiceUnavailable, TooManyRequests

from app.searching.answers import Counted
from app.searching.questions import Progress
from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from app.words.verdict import Verdict

AGAIN = 2
"""Seconds after which a page that waits comes back."""


def waiting(*found: Progress) -> Waiting:
    """Return the line about searches that go on, wait for their turn, broke off, or were not taken."""
    later = max((one.later for one in found), default=0)
    if later:
        return Waiting(True, _later_words(later))
    if any(one.busy for one in found):
        return Waiting(True, _("Many questions are asked just now. Yours comes in a moment."))
    if any(one.running for one in found):
        # A page with an answer says that a better one may come; its place matters to nobody.
        place = max((one.place for one in found if one.value is None), default=0)
        if place > 1:
            return Waiting(True, f"{_place_words(place)} {_('This page comes back by itself.')}")
        return Waiting(True, _("Still counting. This page comes back by itself."))
    if any(one.failed for one in found):
        return Waiting(False, _("The search broke off. What is shown is what was found before."))
    return Waiting(False, "")


def counting(found: Progress) -> Verdict:
    """Return what stands in the place of a sheet that is not known yet."""
    if found.failed and not found.running:
        return Verdict(_("No sheet"), (_("The search broke off. Load the page again in a while."),))
    line = _("The page comes back by itself in a moment.")
    if found.later:
        line = _later_words(found.later)
    elif found.busy:
        line = _("Many questions are asked just now. Yours comes in a moment.")
    elif found.place > 1:
        line = f"{_place_words(found.place)} {line}"
    return Verdict(_("Still counting"), (line,))


def _place_words(place: int) -> str:
    return _("You are number %(place)d.", place=place)


def _later_words(seconds: int) -> str:
    return ngettext(
        "This table or this network has asked for much. Counting goes on in %(num)d second.",
        "This table or this network has asked for much. Counting goes on in %(num)d seconds.",
        seconds,
    )


def refusal(found: Progress) -> HTTPException | None:
    """Return the error of a question that was not taken, with the time to come again; None where it was."""
    if found.later:
        return TooManyRequests(_later_words(found.later), retry_after=found.later)
    return ServiceUnavailable(retry_after=AGAIN) if found.busy else None


def still_counting(found: Progress) -> HTTPException:
    """Return the error of a file that cannot be made yet."""
    return refusal(found) or ServiceUnavailable(retry_after=AGAIN)


def told(page: Response, found: Counted) -> Response:
    """Return a page without its sheet as refused, with the time to come again, where the question was not taken."""
    error = refusal(found.progress) if found.sheet is None else None
    if error is not None:
        page.status_code = error.code or 503
        page.headers["Retry-After"] = str(found.progress.later or AGAIN)
    return page


@dataclass(frozen=True, slots=True)
class Waiting:
    """How far a search is that goes on in the background; ``words`` is empty when nothing more will come."""

    running: bool
    words: str
