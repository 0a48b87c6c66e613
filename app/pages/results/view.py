"""The games that were counted at this phone's tables. Nobody else sees them here: a phone lists its own tables only."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template

from app.pages.results.page import ResultsPage
from app.pages.results.present import Counted, played_boards
from app.searching.answers import final_sheet
from app.server import request_log
from app.tables import access, recording
from app.tables.services import services
from app.tables.snapshots import Unreadable

blueprint = Blueprint("results", __name__)

MOST = 50
"""Tables that are looked at, the last ones first."""


@blueprint.get("/results")
def results() -> str:
    """Show the counted games by board."""
    device = access.device_id()
    page = ResultsPage(played_boards(_counted(device)) if device else ())
    return render_template("results/results.html", page=page)


def _counted(device: str) -> Iterator[Counted]:
    for table in services().store.recent(device, MOST):
        try:
            state, _entries = recording.seen(table, access.viewer_of(table))
        except Unreadable as fault:  # the first page says so; the others' games stay
            request_log.unreadable(fault)
            continue
        if state.revealed:
            yield table, state, final_sheet(table, state).sheet
