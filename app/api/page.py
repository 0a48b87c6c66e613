"""The page that explains the API: the document in words, each operation with a request that can be copied."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, current_app, render_template, request

from app.answers.problems import CODES
from app.api import examples, spec
from app.api.page_data import ApiCode, ApiGroup, ApiOperation, ApiOption, ApiPage
from app.web.body import NDJSON
from app.web.i18n import gettext as _
from app.web.security import HEADER as WRITES

blueprint = Blueprint("api_page", __name__)


def document() -> Mapping[str, Any]:
    """Return the OpenAPI document of this app."""
    found: Mapping[str, Any] = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    return found


@blueprint.get("/api")
def page() -> str:
    """Show it."""
    host = request.host_url.rstrip("/")
    titles = {
        "api_questions": _("Questions"),
        "api_library": _("Editions, boards and decks"),
        "api_tables": _("Tables"),
    }
    found = list(_operations(document(), host))
    groups = tuple(
        ApiGroup(title, tuple(one for tag, one in found if tag == name)) for name, title in titles.items()
    )
    codes = tuple(ApiCode(code, status, about) for code, (status, about) in CODES.items())
    return render_template("api/api.html", page=ApiPage(groups, codes, f"{spec.PREFIX}/openapi.json"))


def _operations(found: Mapping[str, Any], host: str) -> Iterator[tuple[str, ApiOperation]]:
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "post"):
                continue
            name = path.rsplit("/", 1)[1]
            options = tuple(
                ApiOption(one["name"], one["in"], bool(one.get("required")), one.get("description", ""))
                for one in operation.get("parameters", ())
                if one["in"] == "query" and one["name"] != "lang"
            )
            yield (
                operation["tags"][0],
                ApiOperation(
                    operation["operationId"],
                    method.upper(),
                    path,
                    operation.get("summary", ""),
                    operation.get("description", ""),
                    options,
                    _example(
                        host, method, path, examples.BODIES.get(name) if method == "post" else None, name
                    ),
                    tuple(sorted(str(status) for status in operation["responses"])),
                ),
            )


def _example(host: str, method: str, path: str, body: Any, name: str) -> str:
    """
    Return command lines that ask for it, as they can be pasted one after the other.

    A table has a code only when it is opened: that example keeps it in ``$CODE`` for those that follow.
    """
    for kind, value in examples.NAMES.items():
        path = path.replace(f"{{{kind}}}", value)
    address = f'"{host}{path}"' if "$" in path else f"'{host}{path}{examples.QUERIES.get(name, '')}'"
    kept = " -b jar -c jar" if "/tables" in path or name == "import" else ""
    if method == "get":
        return f"curl{examples.FLAGS.get(name, '')} {address}{kept}"
    kept = f" -H '{WRITES}: 1'{kept}" if kept else ""
    if name == "import":
        return f"curl {address}{kept} -H 'Content-Type: {NDJSON}' --data-binary @{examples.EXPORTED}"
    sent = f"-H 'Content-Type: application/json' -d '{json.dumps(body, ensure_ascii=False)}'"
    if name == "tables":
        return f"curl {address}{kept} {sent} -o table.json; cat table.json\n{examples.KEEP_CODE}"
    return f"curl {address}{kept} {sent}"
