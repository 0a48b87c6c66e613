"""Who wins and what decided, in words. Names stand in the nominative, so that any name fits in Russian too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from app.web.i18n import gettext as _
from app.web.i18n import language, ngettext
from app.words.final import early_words
from app.words.rules import links_for, tie_words
from app.words.ruling_links import RulingLink
from solver.game.state import State
from solver.scoring.bonuses import TIE_BREAK_KINDS
from solver.scoring.sheet import Decided, PlayerSheet, Sheet, tie_breaks
from solver.words.say import enumerate_words


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


def verdict_of(state: State, sheet: Sheet) -> Verdict:
    """Return the heading and the sentences under it for a finished game, the rule and the rulings behind them."""
    verdict, early = _finished(state, sheet), early_words(state)
    return replace(verdict, lines=(early, *verdict.lines)) if early else verdict


def _finished(state: State, sheet: Sheet) -> Verdict:
    names = {column.player: column.name for column in sheet.players}
    winners = [names[player] for player in sheet.winners]
    best = max(column.total for column in sheet.players)
    tie = next((tie for tie in sheet.ties if tie.total == best), None)
    if len(sheet.players) == 1:
        return _clear(state, names[sheet.players[0].player], (_points(best),))
    if tie is not None:
        head = (
            _("%(names)s share the win", names=listed(winners))
            if len(winners) > 1
            else _head(tie.kind or "", winners[0])
        )
        return Verdict(
            head, _tied(state, sheet, tie), tie_words(state), links_for(state, *tie_codes(sheet, tie))
        )
    name = winners[0]
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
    return _clear(state, _("%(name)s wins", name=name), (Markup(line),))


def _clear(state: State, head: str, lines: tuple[str | Markup, ...]) -> Verdict:
    return Verdict(head, lines, _("The highest total wins."), links_for(state, "highest-total"))


def tie_codes(sheet: Sheet, tie: Decided) -> tuple[str, ...]:
    """Return by which codes the rulings of a tie are found: what decided, and whether something is still shared."""
    shared = len(_first(sheet, tie)) > 1
    return tuple(
        code for code in (f"tie-{tie.kind}" if tie.kind else "", "tie-shared" if shared else "") if code
    )


def tie_of(sheet: Sheet, player: str) -> Decided | None:
    """Return the equal totals that a player is part of."""
    return next((tie for tie in sheet.ties if player in tie.players), None)


def tie_sentences(state: State, sheet: Sheet, player: str) -> tuple[str, ...]:
    """Return the sentences about the equal totals that a player shares, for the proof of his total."""
    tie = tie_of(sheet, player)
    if tie is None:
        return ()
    return tuple(str(Markup(line).striptags()) for line in _tied(state, sheet, tie))


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


def _first(sheet: Sheet, tie: Decided) -> tuple[str, ...]:
    """Return those of a tie whom nothing separates from its first."""
    rank = sheet.of(tie.players[0]).rank
    return tuple(player for player in tie.players if sheet.of(player).rank == rank)


def _tied(state: State, sheet: Sheet, tie: Decided) -> tuple[str | Markup, ...]:
    """Return the sentences about equal totals: what was compared, what decided, or that nothing did."""
    names = {column.player: column.name for column in sheet.players}
    order, first = tie_breaks(state), _first(sheet, tie)
    columns = [sheet.of(player) for player in tie.players]
    sentences: list[str | Markup] = [_equal(tie, names)]
    if tie.kind is not None and len(first) == 1:
        even = [kind for kind in order[: order.index(tie.kind)] if _even(kind, columns)]
        if even:
            sentences.append(
                _("Equal too: %(compared)s.", compared=listed([_same(kind, columns[0]) for kind in even]))
            )
        sentences.append(_decided(sheet, tie))
    else:
        sentences += [_compared(kind, columns) for kind in order if not _even(kind, columns)]
        even = [_same(kind, columns[0]) for kind in order if _even(kind, columns)]
        if even:
            sentences.append(_("Equal too: %(compared)s.", compared=listed(even)))
        if len(first) == len(columns):
            sentences.append(_("Nothing else in the rules separates them."))
        else:
            who = listed([names[player] for player in first])
            sentences.append(_("Nothing else in the rules separates %(names)s.", names=who))
    return (Markup(" ").join(sentences),)


def _even(kind: str, columns: Sequence[PlayerSheet]) -> bool:
    compare = TIE_BREAK_KINDS[kind]
    return len({compare(column.tally) for column in columns}) == 1


def _compared(kind: str, columns: Sequence[PlayerSheet]) -> str:
    """Return ``Completed tickets: Anna 5, Ben 4.``; of a bonus, who has it."""
    if kind == "holds_longest_trail":
        holders = listed([column.name for column in columns if column.tally.holds_longest])
        return _("Bonus for the longest trail: %(players)s.", players=holders)
    heads = {
        "completed_tickets": _("Completed tickets: %(players)s."),
        "fewest_stations": _("Stations built: %(players)s."),
        "longest_trail": _("Longest trail: %(players)s."),
        "goods": _("Goods: %(players)s."),
    }
    players = ", ".join(f"{column.name} {_value(kind, column)}" for column in columns)
    return heads[kind] % {"players": players}


def _same(kind: str, column: PlayerSheet) -> str:
    """Return what several players have alike: ``5 completed tickets``."""
    n = _value(kind, column)
    if kind == "completed_tickets":
        return ngettext("%(num)d completed ticket", "%(num)d completed tickets", n)
    if kind == "fewest_stations":
        return ngettext("%(num)d station built", "%(num)d stations built", n)
    if kind == "longest_trail":
        return ngettext("a trail of %(num)d train", "a trail of %(num)d trains", n)
    if kind == "goods":
        return ngettext("%(num)d point for goods", "%(num)d points for goods", n)
    if column.tally.holds_longest:
        return _("the bonus for the longest trail")
    return _("no bonus for the longest trail")


def _decided(sheet: Sheet, tie: Decided) -> Markup:
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
    return Markup(sentence)


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


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins and why, in a heading and a few sentences, with the rule and the rulings behind it."""

    head: str
    lines: tuple[str | Markup, ...]
    rule: str = ""
    links: tuple[RulingLink, ...] = ()
