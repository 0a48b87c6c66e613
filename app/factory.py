"""Building the application. Every module in ``app/pages`` that has a ``blueprint`` is registered by itself."""

from __future__ import annotations

import atexit
import importlib
import pkgutil
import threading
from datetime import UTC, datetime

from flask import Flask
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app import api, errors, pages
from app.searching.pool import SEARCHES, pool_of
from app.server import request_log
from app.tables.access import new_id
from app.tables.live.hub import Hub
from app.tables.live.notifier import Notifier
from app.tables.services import Services
from app.tables.snapshots import Snapshots
from app.tables.store import Store, connect, migrate
from app.web import i18n, security, static_files
from app.web.config import EXTENSION, TEMPLATES, Settings


def build_app(settings: Settings) -> Flask:
    """Build the application and bring its database to the shape of this version."""
    app = Flask("app", static_folder=None, template_folder=str(TEMPLATES))
    app.secret_key = settings.secret_key
    app.testing = settings.testing
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(new_id=new_id, now=lambda: datetime.now(UTC))
    request_log.init_app(app, settings.log)
    static_files.init_app(app)
    security.init_app(app, proxies=settings.proxies, body_limit=settings.body_limit)
    i18n.init_app(app)
    app.extensions[EXTENSION] = found = build_services(settings)
    atexit.register(found.close)
    # All callers of a test have one address, and many ask for more than a person does.
    refill = 0.0 if settings.testing else settings.search_seconds / 60
    app.extensions[SEARCHES] = searches = pool_of(settings.searchers, refill)
    if settings.warm and not settings.testing:
        # Beside everything that follows: the processes that search take as long to start as all the pages.
        threading.Thread(target=searches.warm, name="warm", daemon=True).start()
    for module in pkgutil.walk_packages(pages.__path__, "app.pages."):
        blueprint = getattr(importlib.import_module(module.name), "blueprint", None)
        if blueprint is not None:
            app.register_blueprint(blueprint)
    app.register_blueprint(errors.blueprint)
    api.init_app(app)
    return app


def build_services(settings: Settings) -> Services:
    """Build what an app shares, and bring its database to the shape of this version."""
    store = Store(connect(settings.database_url))
    migrate(store.engine)
    store.examine()
    hub = Hub(
        streams=settings.streams,
        table_streams=settings.table_streams,
        device_streams=settings.device_streams,
        address_streams=settings.address_streams,
    )
    limits = MovingWindowRateLimiter(MemoryStorage())
    return Services(settings, store, Snapshots(store), hub, Notifier(store, hub), limits)
