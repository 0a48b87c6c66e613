"""The arrows between the rooms: app uses solver, solver uses maps, nothing uses app; only searches touch OR-Tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
WEB = {
    "flask",
    "flask_babel",
    "flask_smorest",
    "flask_limiter",
    "flask_compress",
    "sqlalchemy",
    "alembic",
    "gunicorn",
}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield every imported top-level name and whether the import runs when the module is loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    # What stands under TYPE_CHECKING is never imported when the program runs.
    inside = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.FunctionDef | ast.AsyncFunctionDef)
        or (isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING")
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        names = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in names:
            yield name.split(".")[0], id(node) not in inside


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules("solver"), ids=name_of)
def test_the_library_knows_nothing_of_the_web_or_the_store(path):
    assert not {name for name, _ in imports(path)} & (WEB | {"app", "tests", "bench"})


@pytest.mark.parametrize("path", modules("maps"), ids=name_of)
def test_the_data_rooms_know_nothing_of_the_product(path):
    allowed_in_tools = {"solver"} if "tools" in path.parts else set()
    assert not {name for name, _ in imports(path)} & ({"app", "tests", "solver"} - allowed_in_tools)


@pytest.mark.parametrize("path", modules("solver") + modules("app"), ids=name_of)
def test_ortools_is_imported_by_searches_alone_and_only_inside_functions(path):
    for name, at_module_level in imports(path):
        if name == "ortools":
            assert ROOT / "solver" / "search" in path.parents, "only a search may use OR-Tools"
            assert not at_module_level, "OR-Tools takes over a second to import: import it inside functions"


def test_the_independent_checker_never_uses_ortools():
    assert "ortools" not in {name for name, _ in imports(ROOT / "solver" / "search" / "verify.py")}


@pytest.mark.parametrize("path", modules("app"), ids=name_of)
def test_the_app_never_imports_tests_or_builders(path):
    assert not {name for name, _ in imports(path)} & {"tests", "bench"}


FLOORS = """
solver.words
solver.game
solver.checking
solver.search
solver.scoring
solver.rulings
solver.formats
solver.questions
solver.cli
solver solver.__main__
app.web
app.server
app.tables
app.drawing
app.searching
app.uploads
app.words
app.pictures
app.answers
app.api
app.pages
app.errors
app.factory
app
app.commands
app.__main__
"""
"""The rooms from the ground up: a room knows those below it. Rooms of one line are one floor."""


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    """Return the line of ``FLOORS`` that a module belongs to: the longest that its name begins with."""
    floors = [room for line in FLOORS.split("\n") for room in line.split()]
    return max((room for room in floors if f"{module}.".startswith(f"{room}.")), key=len, default="")


@cache
def arrows() -> nx.DiGraph[str]:
    """Return which module imports which, those inside functions and for type checkers counted."""
    known = {dotted(path): path for path in modules("solver") + modules("app")}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(known)
    for module, path in known.items():
        for name in whole_imports(path):
            parts = name.split(".")
            leads = (".".join(parts[:end]) for end in range(len(parts), 0, -1))
            found = next((lead for lead in leads if lead in known), module)
            if found != module:
                graph.add_edge(module, found)
    return graph


def whole_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # The name may be a module; ``arrows`` cuts it off where it is not.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_modules_import_each_other_in_a_circle():
    circles = [sorted(found) for found in nx.strongly_connected_components(arrows()) if len(found) > 1]
    assert not circles


def test_no_arrow_leads_upward():
    """A room imports from the rooms below it alone: what it needs from above it is handed."""
    height = {room: at for at, line in enumerate(FLOORS.split("\n")) for room in line.split()}
    climbs = [
        f"{one} -> {other}" for one, other in arrows().edges if height[room_of(one)] < height[room_of(other)]
    ]
    assert not climbs


def test_the_rooms_of_pages_do_not_lean_on_each_other():
    """Pages may use another page's parts, but not both ways."""
    rooms: nx.DiGraph[str] = nx.DiGraph()
    for one, other in arrows().edges:
        if one.startswith("app.pages.") and other.startswith("app.pages."):
            rooms.add_edge(*(".".join(name.split(".")[:3]) for name in (one, other)))
    rooms.remove_edges_from(list(nx.selfloop_edges(rooms)))
    assert not list(nx.simple_cycles(rooms))


def test_few_modules_stand_in_the_hall():
    assert len(list((ROOT / "app").glob("*.py"))) <= 6


def test_only_the_pool_starts_searches_of_the_app():
    """A page that calls a search with a time limit itself would hold up its thread."""
    slow = {
        "longest_trail",
        "loan_front",
        "plan",
        "keep",
        "ceiling",
        "audit",
        "best_journey",
        "journey_of",
        "settle",
    }
    for path in modules("app"):
        if path.parent.name == "searching":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("solver"):
                found = slow & {alias.name for alias in node.names}
                assert not found, f"{name_of(path)}: {found}"


def test_no_code_asks_which_edition_it_is():
    """A rule that differs between editions is a value or a named kind, never a comparison with an edition's id."""
    for path in modules("solver") + modules("app"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                text = ast.unparse(node)
                found = re.search(r"edition\.id (==|!=|in|not in) ", text)
                assert not found, f"{name_of(path)}: {text}"
