"""The answers of the commands as tables for people; who wants all of it asks for JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from solver.words.say import Text, say, signed


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as aligned columns, the first one to the left, all others to the right."""
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    lines = [
        "  ".join(cell.ljust(widths[i]) if i == 0 else cell.rjust(widths[i]) for i, cell in enumerate(row))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def score_table(sheet: Mapping[str, Any], language: str) -> str:
    """Return a sheet: a column a player, the total first."""
    players = sheet["players"]

    def word(code: str, **facts: Any) -> str:
        return say(Text(f"table-{code}", facts), language)

    rows = [["", *(player["name"] for player in players)]]
    rows.append([word("total"), *(signed(player["total"]) for player in players)])
    rows.append([word("rank"), *(str(player["rank"]) for player in players)])
    for kind in ("routes", "tickets", "stations", "goods", "bonuses"):
        if any(player["points"][kind] for player in players) or kind in ("routes", "tickets"):
            rows.append([word(kind), *(signed(player["points"][kind]) for player in players)])
    rows.append([word("completed"), *(f"{p['completed']}/{len(p['tickets'])}" for p in players)])
    rows.append([word("trail"), *(_bounds(player["longest_trail"]) for player in players)])
    rows.append([word("trains-left"), *(signed(player["trains_left"]) for player in players)])
    found = [columns(rows), "", word("winners", winners=tuple(sheet["winners"]))]
    if sheet["tie_break"]:
        found.append(word(f"tie-{sheet['tie_break']}"))
    found += [note["text"] for note in sheet["notes"]]
    return "\n".join(found)


def _bounds(trail: Mapping[str, Any]) -> str:
    value, bound = trail["value"], trail["bound"]
    return str(value) if value == bound else f"{value}–{bound}"


def trail_table(answer: Mapping[str, Any], _language: str) -> str:
    """Return a trail: its length, its cities, and why it is not longer."""
    return "\n".join([_bounds(answer), " – ".join(answer["cities"]), answer["why"]["text"]])


def pay_table(answer: Mapping[str, Any], language: str) -> str:
    """Return a verdict on a payment."""
    verdict = say(Text("table-pays" if answer["legal"] else "table-pays-not"), language)
    extra = [say(Text("table-extra", {"extra": answer["extra"]}), language)] if answer["extra"] else []
    return "\n".join([verdict, *extra, *(reason["text"] for reason in answer["reasons"])])


def check_table(answer: Mapping[str, Any], language: str) -> str:
    """Return the editions, then the boards of one's own, a row each, with the faults underneath."""
    words = [
        say(Text(f"table-{code}"), language) for code in ("edition", "cities", "routes", "tickets", "faults")
    ]
    rows = [words]
    found = []
    rulings = [{"file": "maps/rulings", **answer["rulings"]}] if "rulings" in answer else []
    for one in (*answer["editions"], *rulings, *answer.get("boards", ())):
        name = one["id"] if "id" in one else one["file"]
        counts = [str(one.get(key, "–")) for key in ("cities", "routes", "tickets")]
        rows.append([name, *counts, str(len(one["faults"]))])
        found += [f"{wrong['path']}: {wrong['message']} [{wrong['code']}]" for wrong in one["faults"]]
    return "\n".join([columns(rows), *found])


def audit_table(answer: Mapping[str, Any], language: str) -> str:
    """Return what an audit found: the sentence, readings in doubt, the corrections, and others of the same size."""
    lines = [answer["text"], *(one["text"] for one in answer["recount"])]
    lists = [("table-audit-besides", answer["besides"])] if answer["besides"] else []
    if answer["corrections"] or not answer["recount"]:
        lists.append(("table-audit-record" if answer["recount"] else "", answer["corrections"]))
    lists += [("table-audit-or", other) for other in answer["alternatives"]]
    for heading, corrections in lists:
        lines += [say(Text(heading), language)] if heading else []
        lines += [one["text"] for one in corrections]
    return "\n".join(lines)


def journey_table(answer: Mapping[str, Any], language: str) -> str:
    """Return a journey: the points, and city by city the token taken."""
    stops = zip(answer["cities"], ("", *answer["tokens"]), strict=True)
    found = [
        _bounds(answer),
        columns([(city, str(token or "–") if token != "" else "") for city, token in stops]),
    ]
    if answer.get("unknown_goods"):
        found.append(say(Text("table-unknown-goods", {"count": len(answer["unknown_goods"])}), language))
    return "\n".join(found)


def reach_table(answer: Mapping[str, Any], language: str) -> str:
    """Return tickets, a row each: points, what can become of it, and what it takes or why not."""
    rows = []
    for one in answer["tickets"]:
        status = say(Text(f"table-reach-{one['status']}"), language)
        takes = [say(Text("table-reach-option", dict(option)), language) for option in one["options"]]
        detail = one["reason"] or ("; ".join(takes) if one["status"] == "open" else "")
        rows.append((one["ticket"], str(one["points"]), status, detail))
    left = say(Text("table-left", {key: answer[key] for key in ("trains_left", "stations_left")}), language)
    return "\n".join([left, *(["\n".join("  ".join(row).rstrip() for row in rows)] if rows else [])])


def plan_table(answer: Mapping[str, Any], language: str) -> str:
    """Return the best choice of tickets with what it takes, and whether all can be completed."""
    best, every = answer["best"], answer["all"]
    facts = {"points": best["points"], "trains": best["trains"], "stations": best["stations"]}
    known = {True: "all", False: "not-all", None: "unknown"}[every["possible"]]
    found = [say(Text("table-plan", facts), language), *best["tickets"], *best["routes"]]
    found.append(say(Text(f"table-plan-{known}", {"trains": every["trains"] or 0}), language))
    return "\n".join(found if answer["proven"] else [*found, say(Text("table-not-proven"), language)])


def ceiling_table(answer: Mapping[str, Any], _language: str) -> str:
    """Return a ceiling: the sentence, the tickets, the routes to claim."""
    return "\n".join([answer["text"], *answer["tickets"], *answer["routes"]])


def read_table(answer: Mapping[str, Any], language: str) -> str:
    """Return who owns what, a player a row, then what to look at and whose counts disagree."""
    names = dict.fromkeys(owner for owner in answer["owners"].values() if owner)
    names |= dict.fromkeys(answer["stations"].values())
    lines = [answer["text"]]
    for name in names:
        owned = [thing for thing, owner in answer["owners"].items() if owner == name]
        stations = [city for city, owner in answer["stations"].items() if owner == name]
        lines.append(f"{name}: {', '.join((*owned, *stations))}")
    for one in answer["mismatches"]:
        lines.append(say(Text(f"table-read-{one['kind']}s", dict(one)), language))
    if answer["questions"]:
        lines.append(say(Text("table-read-look"), language))
        lines += [f"{one['id']}: {one['read'] or '–'}" for one in answer["questions"]]
    return "\n".join(lines)


TABLES: Mapping[str, Callable[[Mapping[str, Any], str], str]] = {
    "check": check_table,
    "score": score_table,
    "trail": trail_table,
    "pay": pay_table,
    "journey": journey_table,
    "audit": audit_table,
    "read": read_table,
    "reach": reach_table,
    "plan": plan_table,
    "ceiling": ceiling_table,
}
