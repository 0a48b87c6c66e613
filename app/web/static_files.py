"""
The files that pages are made of: their addresses, and which scripts a script needs.

A browser learns of an imported module only when it has read the one that imports it. A page that names them all at
its top has them while it still reads the rest.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, send_file, send_from_directory, url_for
from werkzeug.security import safe_join

from app.web import lean

_YEAR = 365 * 24 * 3600
_IMPORT = re.compile(r'^(?:import|export)\s*(?:[\w*{}\s,]*\bfrom\s*)?"(\.{1,2}/[^"]+\.js)"', re.M)


def init_app(app: Flask) -> None:
    """
    Serve ``app/static`` under an address that names the version of the whole folder.

    ``?v=hash`` behind each file would not do: modules import one another by relative addresses, without it.
    """
    folder = Path(app.root_path, "static")
    app.config["STATIC_VERSION"] = version = _version(folder)

    def static(version: str, filename: str) -> Response:
        path = Path(safe_join(str(folder), filename) or folder)
        if path.suffix in (".js", ".css") and path.is_file() and not app.debug:
            body = BytesIO(_lean(path))
            kind = "text/css" if path.suffix == ".css" else "text/javascript"
            tag = f"{app.config['STATIC_VERSION']}-{filename.replace('/', '-')}"
            answer = send_file(body, kind, etag=tag, conditional=True)
        else:
            answer = send_from_directory(folder, filename, conditional=True)
        answer.make_sequence()  # in one piece, so that it can be compressed
        answer.cache_control.no_cache = None
        if version == app.config["STATIC_VERSION"] and not app.debug:
            answer.cache_control.public = True
            answer.cache_control.max_age = _YEAR
            answer.cache_control.immutable = True
        else:
            answer.cache_control.no_cache = True
        return answer

    app.add_url_rule("/static/<version>/<path:filename>", "static", static)
    app.jinja_env.globals.update(static_url=static_url, modules_of=modules_of)

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("version", version)


@cache
def _lean(path: Path) -> bytes:
    return lean.lean(path.read_text("utf-8"), path.suffix).encode()


def _version(folder: Path) -> str:
    digest = hashlib.sha256(Path(lean.__file__).read_bytes())
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def static_url(path: str) -> str:
    """Return the address of a static file; a browser may keep what it finds there for ever."""
    return url_for("static", filename=path)


def modules_of(*paths: str) -> list[str]:
    """Return the addresses of all modules that scripts import, directly or not, without the scripts themselves."""
    folder = Path(current_app.root_path, "static")
    found = {path for script in paths for path in _imported(folder / script)}
    return [
        static_url(path.relative_to(folder).as_posix())
        for path in sorted(found - {folder / script for script in paths})
    ]


@cache
def _imported(script: Path) -> frozenset[Path]:
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        importer = waiting.pop()
        for name in _IMPORT.findall(importer.read_text("utf-8")):
            module = Path(os.path.normpath(importer.parent / name))
            if module not in found:
                found.add(module)
                waiting.append(module)
    return frozenset(found)
