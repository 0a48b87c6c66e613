"""
Write ``newer_than_oldest.json``: what at least one of the oldest supported engines lacks.

    npm pack @mdn/browser-compat-data && tar xf mdn-browser-compat-data-*.tgz
    python -m tests.browsers.extract package/data.json

The data (CC0) says for every feature of JavaScript, CSS, HTML and the interfaces of browsers in which version each
engine got it. Kept are names with the versions that brought them. A name that two interfaces share is only kept together
with its interface where one of the two is old enough (``size`` of a Map and of URLSearchParams).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

OLDEST = {"safari_ios": "16.0", "firefox": "112", "chrome": "105"}
"""The oldest supported versions; README.md names them, and a test compares."""
FILE = Path(__file__).with_name("newer_than_oldest.json")
_CODE = re.compile(r"<code>(.*?)</code>")
_WORD = re.compile(r"-?[a-zA-Z][\w-]*")
_SYNTAX = ("grammar", "operators", "statements", "classes", "functions", "regular_expressions")


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.removeprefix("≤").split("."))


def _added(statements: Any) -> str | None:
    """Return the version that brought a feature under its own name and for everybody."""
    found = [
        statement["version_added"]
        for statement in (statements if isinstance(statements, list) else [statements or {}])
        if isinstance(statement.get("version_added"), str)
        and statement["version_added"] != "preview"
        and not ({"flags", "prefix", "alternative_name", "version_removed"} & set(statement))
    ]
    return min(found, key=_number) if found else None


def missing(compat: Mapping[str, Any]) -> str:
    """Return which of the oldest engines lack a feature, and since when they have it: "chrome 110, firefox never"."""
    lacking = []
    for engine, oldest in OLDEST.items():
        added = _added(compat["support"].get(engine))
        if added is None or _number(added) > _number(oldest):
            lacking.append(f"{engine} {added or 'never'}")
    return ", ".join(lacking)


def _somewhere(compat: Mapping[str, Any]) -> bool:
    return any(_added(compat["support"].get(engine)) for engine in OLDEST)


def features(
    tree: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield the path, the description and what lacks it ("" when nothing does) of every feature that exists at all."""
    for name, below in tree.items():
        if name.startswith("__") or not isinstance(below, dict):
            continue
        compat = below.get("__compat")
        if compat and _somewhere(compat):
            yield (*path, name), compat.get("description", ""), missing(compat)
        yield from features(below, (*path, name))


def scripts(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return what scripts may not take for granted: members, globals, events, options of calls, syntax."""
    members: dict[str, list[tuple[str, str]]] = {}
    found: dict[str, dict[str, str]] = {
        kind: {} for kind in ("members", "owned", "globals", "events", "options", "syntax")
    }
    everywhere: set[str] = set()
    for path, said, lacking in [*features(data["api"]), *features(data["javascript"]["builtins"])]:
        name = path[-1].removesuffix("_static")
        if len(path) == 1:
            if lacking:
                found["globals"][name] = lacking
            continue
        if len(path) == 2 and name.endswith("_event"):
            kind = name.removesuffix("_event")
            if lacking and kind not in everywhere:
                found["events"].setdefault(kind, lacking)
            elif not lacking:
                everywhere.add(kind)
                found["events"].pop(kind, None)
        elif len(path) == 2 and name != path[0] and re.fullmatch(r"[a-zA-Z]+\d*", name):
            members.setdefault(name, []).append((path[0], lacking))
        elif len(path) >= 3 and lacking and (option := _option(path[-1], said)):
            found["options"][f"{path[1].removesuffix('_static')}.{option}"] = lacking
    for name, owners in members.items():
        if all(lacking for _owner, lacking in owners):
            found["members"][name] = owners[0][1]
        else:
            found["owned"].update({f"{owner}.{name}": lacking for owner, lacking in owners if lacking})
    for kind in _SYNTAX:
        for path, _said, lacking in features(data["javascript"][kind]):
            if lacking:
                found["syntax"][".".join((kind, *path))] = lacking
    return found


def _option(name: str, said: str) -> str:
    """Return the name of an option or argument of a call that a feature is about."""
    if (
        "parameter" not in name
        and "parameter" not in said
        and "option" not in said
        and "property" not in said
    ):
        return ""
    words = _CODE.findall(said)
    word = words[0].split(".")[-1] if words else name.removesuffix("_parameter").removeprefix("options_")
    return word if _WORD.fullmatch(word) else ""


def styles(data: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return what styles may not take for granted: properties and values, selectors, rules, functions and units."""
    found: dict[str, dict[str, str]] = {
        kind: {} for kind in ("properties", "values", "selectors", "at-rules", "functions")
    }
    for path, _said, lacking in features(data["css"]["properties"]):
        if lacking and len(path) == 1 and path[0] != "custom-property":
            found["properties"][path[0]] = lacking
        elif lacking and len(path) > 1 and re.fullmatch(r"-?[a-z][a-z-]*", path[-1]):
            found["values"][f"{path[0]}: {path[-1]}"] = lacking
    for path, _said, lacking in features(data["css"]["selectors"]):
        if lacking and len(path) == 1:
            found["selectors"][path[0]] = lacking
    for path, _said, lacking in features(data["css"]["at-rules"]):
        if lacking:
            found["at-rules"][" ".join(path)] = lacking
    for path, _said, lacking in features(data["css"]["types"]):
        if lacking:
            found["functions"][" ".join(path)] = lacking
    return found


def attributes(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes that every element has today and had not in the oldest engines."""
    return {
        path[0]: lacking
        for path, _said, lacking in features(data["html"]["global_attributes"])
        if lacking and len(path) == 1
    }


def _grouped(found: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names by what lacks them: the same few versions would be repeated thousands of times."""
    groups: dict[str, list[str]] = {}
    for name, lacking in sorted(found.items()):
        groups.setdefault(lacking, []).append(name)
    return groups


def main() -> None:
    """Read the data that the argument names and write the table."""
    data = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    table: dict[str, Any] = {
        "source": "@mdn/browser-compat-data, CC0-1.0",
        "version": data["__meta"]["version"],
        "oldest": OLDEST,
        "scripts": scripts(data),
        "styles": styles(data),
        "attributes": attributes(data),
    }
    for kinds in (table["scripts"], table["styles"], table):
        for kind in sorted(set(kinds) - {"source", "version", "oldest", "scripts", "styles"}):
            kinds[kind] = _grouped(kinds[kind])
    FILE.write_text(
        json.dumps(table, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        .replace("],", "],\n")
        .replace("},", "},\n")
        + "\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
