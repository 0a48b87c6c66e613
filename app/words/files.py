"""Files to take home: how a browser is told to keep what it gets."""

from __future__ import annotations

from flask import Response


def as_download(answer: Response, kind: str, name: str) -> Response:
    """Let a browser keep an answer as a file of this type and name."""
    answer.content_type = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
