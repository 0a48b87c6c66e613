"""
The service for strangers and operators: ``/api/v1`` with its document and its page, health, metrics.

    spec        the OpenAPI document          schemas, answers    what is read, what is given
    questions   POST /score and its sisters (``app.searching`` answers them)
    library     editions, boards, decks       tables, importing   tables and their logs
    query       what a request may carry
    operations  /healthz /readyz /metrics     page                the page that explains all this
"""

from __future__ import annotations

from flask import Flask


def init_app(app: Flask) -> None:
    """Give an app the API, its page, and what operators ask."""
    from app.api import library, operations, page, questions, spec, tables

    api = spec.make_api(app)
    for blueprint in (questions.blueprint, library.blueprint, tables.blueprint):
        api.register_blueprint(blueprint)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(page.blueprint)
