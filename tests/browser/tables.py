"""Whole games for the browser tests: a recorded game laid on a table that a page has opened."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import open_table

GAMES = Path(__file__).resolve().parents[1] / "games"
SEND = """async ([code, entries]) => {
    const bad = [];
    for (const entry of entries) {
        const answer = await fetch(`/t/${code}/entries`, {method: "POST", headers: {"Content-Type": "application/json", "X-Stationmaster": "1"}, body: JSON.stringify(entry)});
        if (!answer.ok) bad.push([entry.event.type, await answer.text()]);
    }
    return bad;
}"""


def recorded(game: str) -> list[dict[str, Any]]:
    """Return the events of a recorded game, its players called p1, p2, … as the form of a new table calls them."""
    head, *lines = (GAMES / f"{game}.jsonl").read_text("utf-8").splitlines()
    text = "\n".join(lines)
    for number, seat in enumerate(json.loads(head)["seats"], start=1):
        text = re.sub(rf'"{seat["id"]}"', f'"p{number}"', text)
    return [json.loads(line) for line in text.splitlines()][1:]


def played_table(page: Page, game: str = "europe/five-players", most: int = 1000, reveal: bool = True) -> str:
    """Open a table with the players of a recorded game and play it, as far as it shall go; return the code."""
    head = json.loads((GAMES / f"{game}.jsonl").read_text("utf-8").splitlines()[0])
    code = open_table(page, head["edition"], len(head["seats"]))
    events = [entry["event"] for entry in recorded(game)][:most]
    if not reveal:
        events = [event for event in events if event["type"] != "tickets_revealed"]
    if any(event["type"] == "tickets_revealed" for event in events):
        at = next(n for n, event in enumerate(events) if event["type"] == "tickets_revealed")
        events.insert(at, {"type": "reveal_asked"})
    entries = [
        {"id": f"entry-{number:04}-{code}", "event": event, "overrule": event.get("overruled", [])}
        for number, event in enumerate(events)
    ]
    bad = page.evaluate(SEND, [code, entries])
    # Where the last turn has been played nobody need be asked.
    bad = [one for one in bad if "reveal-needs-no-question" not in one[1]]
    assert not bad, bad[:3]
    return code
