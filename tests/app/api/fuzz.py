"""
Whatever fits the OpenAPI document, and much that does not, is sent to a real server: ``python -m tests.app.api.fuzz``.

schemathesis makes the requests and runs all its checks: no server error, no answer that the document does not know.
One table is alive and known to it by its code; one phone's cookie goes along.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.app.running import ROOT, Server, cookie, open_tables

CONFIG = """
[parameters]
"path.code" = "{code}"
"path.edition" = "marklin"
"path.board" = "europe"
"path.deck" = "europe-long"
"query.player" = "Anna"
"query.from" = "berlin"
"header.X-Stationmaster" = "1"

[checks]
# A busy machine may run out of time: that is an answer, and documented.
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", 503]
max_response_time = 120
# A document cannot say that an id must be one of the board's: what fits it may make no sense, and hears so.
positive_data_acceptance.expected-statuses = ["2xx", 400, 403, 404, 409, 413, 415, 422, 503]
# A missing header is no fault of the body: the request might come from another site.
missing_required_header.expected-statuses = [403, 422]

[output.truncation]
enabled = false
"""


def fuzz(
    folder: Path, *, examples: int, seed: int, phases: str = "examples,coverage,fuzzing"
) -> tuple[int, str]:
    """Run schemathesis against a server with one live table; return the number of cases and what was found wrong."""
    url = f"sqlite:///{folder / 'fuzz.db'}"
    (table,) = open_tables(url, players=2)
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(code=table.code))
    server = Server(
        url,
        folder,
        STATIONMASTER_STREAM_SECONDS="0",
        STATIONMASTER_API_RATE="0",
        STATIONMASTER_SEARCH_SECONDS="0",
        STATIONMASTER_NEW_TABLES="0",
        STATIONMASTER_WRONG_CODES="1000000",
        STATIONMASTER_LOG="off",
    )
    server.start()
    try:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"),
                f"http://127.0.0.1:{server.port}/api/v1/openapi.json",
                *(
                    "--checks",
                    "all",
                    "--max-examples",
                    str(examples),
                    "--phases",
                    phases,
                    "--seed",
                    str(seed),
                ),
                *("--header", f"Cookie: {cookie('anna')}", "--no-color", "--continue-on-failure"),
                *("--request-timeout", "60"),
            ],
            cwd=ROOT,
            env={**os.environ, "SCHEMATHESIS_HOOKS": "tests.app.api.fuzz_hooks"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        server.kill()
    said = done.stdout + done.stderr
    cases = re.search(r"(\d+) generated", said)
    count = int(cases[1]) if cases else 0
    return count, "" if done.returncode == 0 else said


def main() -> int:
    """Run at length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, help="at least so many cases")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Nineteen operations; coverage adds its own.
        count, wrong = fuzz(Path(folder), examples=max(1, given.cases // 15), seed=given.seed)
    print(wrong or f"{count} cases, nothing wrong")
    if count < given.cases:
        print(f"only {count} cases of {given.cases}")
        return 1
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
