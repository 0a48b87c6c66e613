"""
Claims while two searches run, and how long those wait who asked for a search.

Two phones ask, again and again, for what takes longest: ten tickets together on a board with stations, and the most
that is still possible. Meanwhile a third table claims route after route. The same claims are timed before, without any
search, so that the difference is the searches'.

    python -m tests.load.searches [seconds]        15 seconds of claims each time unless said otherwise
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from app.tables.store import Store, Table, connect
from solver.formats.load import load_edition
from tests.app.running import Server, open_tables

EUROPE = load_edition("europe")
OVER = ["too-few-trains", "parallel-own", "parallel-closed", "turn-not-left"]
HELD = 10
COUNT = 45


def deal(url: str, tables: list[Table]) -> None:
    """Give Anna ten tickets at each table, and let the table see the most that is possible."""
    engine = connect(url)
    store = Store(engine)
    cards = list(EUROPE.tickets)
    for number, table in enumerate(tables):
        held = cards[number : number + 3 * HELD : 3]
        event = {"type": "tickets_kept", "player": "anna", "tickets": held}
        with store.writing(table.id) as log:
            log.append(event, entry_id=f"deal-{number:06}", seat="anna", device="anna")
            log.change(options={"show_most": True})
    engine.dispose()


def claims(server: Server, table: Table, begin: int, count: int, pause: float) -> list[float]:
    """Claim route after route; return how long each took until it was acknowledged."""
    took = []
    for number, route in enumerate(list(EUROPE.board.routes)[begin : begin + count]):
        event = {"type": "route_claimed", "player": "anna", "route": route, "afterwards": True}
        body = {"id": f"claim-{begin + number:06}", "event": event, "overrule": OVER}
        sent = time.perf_counter()
        status, text = server.request("POST", f"/t/{table.code}/entries", body, device="anna")
        took.append(time.perf_counter() - sent)
        assert status == 201, text
        time.sleep(pause)
    return took


def ask(server: Server, table: Table, over: threading.Event, waits: list[float]) -> None:
    """Ask as a page does that comes back every two seconds; every while a rival's claim makes the question a new one."""
    asked = 0
    while not over.is_set():
        sent = time.perf_counter()
        status, text = server.request("GET", f"/t/{table.code}/ask/anna?part=1", device="anna", seconds=60)
        waits.append(time.perf_counter() - sent)
        assert status == 200, text[:300]
        asked += 1
        if asked % 8 == 0:
            event = {"type": "turn_taken", "player": "ben"}
            server.request(
                "POST", f"/t/{table.code}/entries", {"id": f"turn-{asked:06}", "event": event}, device="anna"
            )
        over.wait(0.5)


def p95(times: list[float]) -> float:
    """Return the time that one in twenty exceeds, in milliseconds."""
    return 1000 * statistics.quantiles(times, n=20)[-1]


def main(seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'load.db'}"
        tables = open_tables(url, 3)
        deal(url, tables[1:])
        server = Server(url, folder)
        server.start()
        over, waits = threading.Event(), []
        askers = [threading.Thread(target=ask, args=(server, table, over, waits)) for table in tables[1:]]
        try:
            claims(server, tables[0], 0, 5, 0)  # the first ones load what is needed
            quiet = claims(server, tables[0], 5, COUNT, seconds / COUNT / 2)
            for asker in askers:
                asker.start()
            time.sleep(3)
            busy = claims(server, tables[0], 5 + COUNT, COUNT, seconds / COUNT)
        finally:
            over.set()
            for asker in askers:
                if asker.is_alive():
                    asker.join()
            server.kill()
    found = {
        "claims": len(busy),
        "claim_p95_ms_without_searches": round(p95(quiet), 1),
        "claim_p95_ms_with_two_searches": round(p95(busy), 1),
        "questions": len(waits),
        "question_median_ms": round(1000 * statistics.median(waits), 1),
        "question_worst_ms": round(1000 * max(waits), 1),
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 15)
