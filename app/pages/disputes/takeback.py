"""What is said before entries are taken back: all behind an entry, or one that others rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import url_for

from app.pages.disputes.page import HistoryLine, TakeBackPage
from app.pages.visible_table import Seen
from app.tables.taking_back import back_to, resting, secret_behind
from app.web.forms import local_address
from app.web.i18n import gettext as _
from app.web.i18n import ngettext
from app.words.log_words import log_lines
from solver.game.events import Retracted


def rest_on(seen: Seen, target: int) -> tuple[int, ...]:
    """Return the entries that would lose their effect if this phone took one back; none where it may not."""
    entry = next((entry for entry in seen.readable if entry.seq == target), None)
    if entry is None or not (seen.may_retract(entry) or seen.may_put_back(entry)):
        return ()
    return resting(seen.readable, target, seen.state.edition, seen.state.board)


def everything_page(seen: Seen, at: int, *, reason: str = "", blocked: str = "") -> TakeBackPage:
    """Return the page that lists all that goes when everything behind an entry is taken back."""
    goes = back_to(seen.readable, seen.state.retracted, at)
    hidden = secret_behind(seen.entries, at)
    by_seq = {entry.seq: entry for entry in seen.readable}
    own = [seq for seq in goes if not (seen.may_retract(by_seq[seq]) or seen.may_put_back(by_seq[seq]))]
    if hidden:
        blocked = blocked or _(
            "Entry %(number)d is secret. Only the phone of its seat can take it back.", number=hidden
        )
    elif own:
        stays = seen.why_it_stays(by_seq[own[-1]])
        why = f"{stays.text} {stays.helps}".strip() if stays else ""
        blocked = (
            blocked or why or _("Entry %(number)d cannot be taken back from this phone.", number=own[-1])
        )
    elif not goes:
        blocked = blocked or _("Nothing behind this entry is in force.")
    return TakeBackPage(
        code=seen.table.code,
        title=_("Take everything back to here"),
        lead=_(
            "The table will be as it was after entry %(number)d. What is taken back stays readable:",
            number=at,
        ),
        lines=_lines(seen, goes),
        fields={"at": str(at), "last": str(seen.state.seq)},
        action=url_for("takeback.take_back", code=seen.table.code),
        button=ngettext("Take back %(num)d entry", "Take back %(num)d entries", len(goes)),
        reason=reason,
        back=url_for("disputes.history", code=seen.table.code, at=at),
        blocked=blocked,
    )


def one_page(seen: Seen, target: int, rests: tuple[int, ...], sent: Mapping[str, str]) -> TakeBackPage:
    """Return the page that warns of the entries which rest on one that is to be taken back."""
    code = seen.table.code
    entry = next(entry for entry in seen.readable if entry.seq == target)
    here = url_for("disputes.history", code=code, at=target)
    log = url_for("table.log", code=code)
    back = log if sent.get("back") == "log" else local_address(sent.get("back", ""), here)
    puts_back = isinstance(entry.event, Retracted)
    return TakeBackPage(
        code=code,
        title=_("Put back entry %(number)d", number=entry.event.target)
        if isinstance(entry.event, Retracted)
        else _("Take back entry %(number)d", number=target),
        lead=ngettext(
            "%(num)d later entry rests on this. It would stay in the log without effect:",
            "%(num)d later entries rest on this. They would stay in the log without effect:",
            len(rests),
        ),
        lines=_lines(seen, rests),
        fields={"target": str(target), "warned": ",".join(map(str, rests)), "back": back},
        action=url_for("disputes.retract", code=code),
        button=_("Put back all the same") if puts_back else _("Take back all the same"),
        reason=sent.get("reason", ""),
        back=back,
    )


def _lines(seen: Seen, numbers: Iterable[int]) -> tuple[HistoryLine, ...]:
    lines = {line.seq: line for line in log_lines(list(seen.entries), seen.state)}
    code, events = seen.table.code, {entry.seq: entry.event for entry in seen.readable}
    found = []
    for seq in numbers:
        event, line = events[seq], lines[seq]
        text = line.text
        if isinstance(event, Retracted):
            text = _(
                "Entry %(number)d holds again: %(text)s", number=event.target, text=lines[event.target].text
            )
        colour = line.colour or (lines[event.target].colour if isinstance(event, Retracted) else "")
        found.append(
            HistoryLine(seq, text, colour, url_for("disputes.history", code=code, at=seq), False, False)
        )
    return tuple(found)
