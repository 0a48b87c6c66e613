"""
Stationmaster's web application.

``create_app()`` builds it from the environment; tests hand in ``Settings`` of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.web.config import Settings

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["Settings", "create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """
    Build the application and bring its database to the shape of this version.

    Parameters
    ----------
    settings
        Left out, they come from the environment (see ``app.web.config``).
    """
    # Imported here: the command line and gunicorn's master need the settings alone, and start in a tenth of the time.
    from app.factory import build_app

    return build_app(settings or Settings.from_env())
