"""The addresses under which a table's scripts read its log, add to it and watch it grow: ``app.answers.live``."""

from __future__ import annotations

from flask import Blueprint

from app.answers import live, problems

blueprint = Blueprint("live", __name__)
problems.init_blueprint(blueprint)

blueprint.get("/t/<code>/entries")(live.entries)
blueprint.get("/t/<code>/stream")(live.stream)
blueprint.post("/t/<code>/entries")(live.add)
