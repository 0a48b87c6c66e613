"""Who wins and what decided, in words. Names stand in the nominative, so that any name fits in Russian too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from app.i18n import gettext as _
from app.i18n import language, ngettext
from app.pages_sheet import Verdict
from solver.game.sheet import Decided, PlayerSheet, Sheet
from solver.words import enumerate_words


def listed(names: Sequence[str]) -> str:
    """Return ``Anna, Ben and Cleo`` in the page's language."""
    return enumerate_words(list(names), language())


def ordinal(rank: int) -> str:
    """Return ``1st`` for a place."""
    known = {
        1: _("1st"),
        2: _("2nd"),
        3: _("3rd"),
        4: _("4th"),
        5: _("5th"),
        6: _("6th"),
        7: _("7th"),
        8: _("8th"),
    }
    return str(known[rank])


def verdict_of(sheet: Sheet) -> Verdict:
    """Return the heading and the sentences under it for a finished game."""
    names = {column.player: column.name for column in sheet.players}
    winners = [names[player] for player in sheet.winners]
    best = max(column.total for column in sheet.players)
    tie = next((tie for tie in sheet.ties if tie.total == best), None)
    if len(sheet.players) == 1:
        return Verdict(names[sheet.players[0].player], (_points(best),))
    if len(winners) > 1:
        return Verdict(_("%(names)s share the win", names=listed(winners)), _shared(tie, names))
    name = winners[0]
    if tie is None or tie.kind is None:
        second = max(column.total for column in sheet.players if column.player != sheet.winners[0])
        behind = [c.name for c in sheet.players if c.total == second and c.player != sheet.winners[0]]
        line = ngettext(
            "%(name)s has %(points)s, %(num)d point more than %(others)s.",
            "%(name)s has %(points)s, %(num)d points more than %(others)s.",
            best - second,
            name=escape(name),
            points=_bold(_points(best)),
            others=escape(listed(behind)),
        )
        return Verdict(_("%(name)s wins", name=name), (Markup(line),))
    return Verdict(_head(tie.kind, name), _decided(sheet, tie, names))


def tie_sentences(sheet: Sheet, player: str) -> tuple[str, ...]:
    """Return the sentences about the equal totals that a player shares, for the proof of his total."""
    names = {column.player: column.name for column in sheet.players}
    for tie in sheet.ties:
        if player in tie.players:
            lines = _decided(sheet, tie, names) if tie.kind else _shared(tie, names)
            return tuple(str(Markup(line).striptags()) for line in lines)
    return ()


def _head(kind: str, name: str) -> str:
    known = {
        "completed_tickets": _("%(name)s wins, on tickets", name=name),
        "fewest_stations": _("%(name)s wins, with fewer stations", name=name),
        "holds_longest_trail": _("%(name)s wins, by the longest trail", name=name),
        "longest_trail": _("%(name)s wins, by the longer trail", name=name),
        "goods": _("%(name)s wins, on goods", name=name),
    }
    return str(known[kind])


def _equal(tie: Decided, names: Mapping[str, str]) -> Markup:
    who = escape(listed([names[player] for player in tie.players]))
    total = _bold(str(tie.total))
    if len(tie.players) == 2:
        return Markup(_("%(names)s both have %(total)s.", names=who, total=total))
    return Markup(_("%(names)s all have %(total)s.", names=who, total=total))


def _shared(tie: Decided | None, names: Mapping[str, str]) -> tuple[str | Markup, ...]:
    if tie is None:
        return ()
    return (Markup("{} {}").format(_equal(tie, names), _("Nothing in the rules separates them.")),)


def _decided(sheet: Sheet, tie: Decided, names: Mapping[str, str]) -> tuple[str | Markup, ...]:
    kind = tie.kind or ""
    first, *rest = [sheet.of(player) for player in tie.players]
    others = listed([f"{column.name} {_value(kind, column)}" for column in rest])
    facts = {"name": escape(first.name), "others": escape(others)}
    n = _value(kind, first)
    if kind == "completed_tickets":
        sentence = ngettext(
            "%(name)s completed <b>%(num)d ticket</b>, %(others)s, so %(name)s comes first.",
            "%(name)s completed <b>%(num)d tickets</b>, %(others)s, so %(name)s comes first.",
            n,
            **facts,
        )
    elif kind == "fewest_stations":
        sentence = ngettext(
            "%(name)s built <b>%(num)d station</b>, %(others)s, so %(name)s comes first.",
            "%(name)s built <b>%(num)d stations</b>, %(others)s, so %(name)s comes first.",
            n,
            **facts,
        )
    elif kind == "longest_trail":
        sentence = ngettext(
            "%(name)s’s longest trail has <b>%(num)d train</b>, %(others)s, so %(name)s comes first.",
            "%(name)s’s longest trail has <b>%(num)d trains</b>, %(others)s, so %(name)s comes first.",
            n,
            **facts,
        )
    elif kind == "goods":
        sentence = ngettext(
            "%(name)s’s goods are worth <b>%(num)d point</b>, %(others)s, so %(name)s comes first.",
            "%(name)s’s goods are worth <b>%(num)d points</b>, %(others)s, so %(name)s comes first.",
            n,
            **facts,
        )
    else:
        sentence = _("%(name)s has the longest trail, so %(name)s comes first.", **facts)
    return (Markup("{} {}").format(_equal(tie, names), Markup(sentence)),)


def _value(kind: str, column: PlayerSheet) -> int:
    tally = column.tally
    return {
        "completed_tickets": tally.completed,
        "fewest_stations": tally.stations,
        "longest_trail": tally.longest,
        "goods": tally.goods,
        "holds_longest_trail": tally.longest,
    }[kind]


def _points(n: int) -> str:
    return str(ngettext("%(num)d point", "%(num)d points", n))


def _bold(text: str) -> Markup:
    return Markup('<b class="num">{}</b>').format(text)
