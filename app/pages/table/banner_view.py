"""Gives every page of a table its banner; pages that are no table's have none."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request
from werkzeug.exceptions import HTTPException

from app.pages.table.banner import Banner, banner_of

blueprint = Blueprint("banner", __name__)


@blueprint.app_context_processor
def table_banner() -> dict[str, Callable[[], Banner | None]]:
    """Give templates ``table_banner()``."""
    return {"table_banner": _banner}


def _banner() -> Banner | None:
    code = (request.view_args or {}).get("code", "")
    if not request.path.startswith("/t/") or not code:
        return None
    # A form that was refused is shown at an address that cannot be asked for: from there the way back is the table.
    here = request.full_path.rstrip("?") if request.method == "GET" else ""
    try:
        return banner_of(code, here)
    except HTTPException:
        return None
