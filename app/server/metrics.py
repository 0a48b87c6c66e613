"""
What operators count: requests, streams, entries, searches with their gap. Served by ``/metrics``.

With several processes on one port, ``gunicorn.conf.py`` names a folder in ``PROMETHEUS_MULTIPROC_DIR``; each process
writes its numbers there, and whichever is asked adds them up. Labels are few and known beforehand: what strangers send
never becomes one.
"""

from __future__ import annotations

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.registry import REGISTRY

disable_created_metrics()  # type: ignore[no-untyped-call]

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15)
_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}

REQUESTS = Counter(
    "stationmaster_requests_total",
    "Answers by rule of the address, method and status",
    ["rule", "method", "status"],
)
REQUEST_SECONDS = Histogram(
    "stationmaster_request_seconds",
    "Time to the answer; streams count until they begin",
    ["rule"],
    buckets=_SECONDS,
)
STREAMS = Gauge("stationmaster_streams", "Open streams", multiprocess_mode="livesum")
STREAMS_REFUSED = Counter("stationmaster_streams_refused_total", "Streams that found every place taken")
ENTRIES = Counter("stationmaster_entries_total", "Entries written, by type of event", ["type"])
TABLES = Counter("stationmaster_tables_total", "Tables opened", ["how"])
WRONG_CODES = Counter("stationmaster_wrong_codes_total", "Table codes that do not exist")
SEARCHES = Counter(
    "stationmaster_searches_total", "Answered searches; proven or with a gap", ["command", "proven"]
)
SEARCH_SECONDS = Histogram("stationmaster_search_seconds", "Time of a search", ["command"], buckets=_SECONDS)
SEARCH_GAP = Histogram(
    "stationmaster_search_gap",
    "Bound less value of searches that were cut short",
    ["command"],
    buckets=(1, 2, 5, 10, 20),
)
REFUSED_SEARCHES = Counter("stationmaster_searches_refused_total", "Searches without an answer", ["why"])
SEARCHES_WAITING = Gauge(
    "stationmaster_searches_waiting",
    "Questions that wait for their turn",
    ["lane"],
    multiprocess_mode="livesum",
)
SEARCH_CPU = Counter("stationmaster_search_cpu_seconds_total", "Seconds of CPU that were searched", ["lane"])


def requested(rule: str, method: str, status: int, seconds: float) -> None:
    """Count an answer; ``rule`` is the pattern of its address, never the address."""
    REQUESTS.labels(rule, method if method in _METHODS else "other", str(status)).inc()
    REQUEST_SECONDS.labels(rule).observe(seconds)


def searched(command: str, seconds: float, gap: int | None) -> None:
    """Count a search that gave an answer; ``gap`` is its bound less its value, None where it has neither."""
    SEARCHES.labels(command, "no" if gap else "yes").inc()
    SEARCH_SECONDS.labels(command).observe(seconds)
    if gap:
        SEARCH_GAP.labels(command).observe(gap)


def text() -> bytes:
    """Return all numbers in Prometheus' text format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
