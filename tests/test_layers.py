"""The arrows between the rooms: app uses solver, solver uses maps, nothing uses app; only searches touch OR-Tools."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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


ARROWS = {
    "app/searching": ("app.searching", "app.web", "app.server", "app.tables.store", "solver"),
    "app/api": (
        "app.api",
        "app.searching",
        "app.web",
        "app.server",
        "app.uploads",
        "app.tables",
        "app.drawing",
        "solver",
    ),
}
"""What a room may import of the product; only what stands here is looked at."""
STILL = {("app/api/tables.py", "app.pages")}
"""A climb that is still there; it is not for a search."""


def whole_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "app":
            yield from (f"app.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("room", ARROWS)
def test_the_arrows_to_the_searches_hold(room):
    """Pages and the API ask ``app.searching``, which asks the solver; the API asks no page for a search."""
    for path in modules(room):
        for name in whole_imports(path):
            allowed = any(name == room or name.startswith(f"{room}.") for room in ARROWS[room])
            known = any(name_of(path) == file and name.startswith(found) for file, found in STILL)
            assert allowed or known or name.split(".")[0] not in ("app", "solver"), f"{name_of(path)}: {name}"


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
