"""``python -m app``: what it understands, and that a setting which cannot be is one line that names it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.tables.store import connect, migrate
from app.tables.store.migrate import newest
from tests.app.running import ROOT, Server, open_tables

REFUSED = [
    ("PORT", "http"),
    ("PORT", "0"),
    ("PORT", "99999"),
    ("PORT", "9" * 5000),
    ("HOST", "no host"),
    ("STATIONMASTER_WORKERS", "0"),
    ("STATIONMASTER_WORKERS", "-1"),
    ("STATIONMASTER_WORKERS", "two"),
    ("STATIONMASTER_THREADS", "0"),
    ("STATIONMASTER_STREAMS", "many"),
    ("STATIONMASTER_TABLE_STREAMS", "1.5"),
    ("STATIONMASTER_DEVICE_STREAMS", "-8"),
    ("STATIONMASTER_ADDRESS_STREAMS", "1e3"),
    ("STATIONMASTER_SEARCH_SECONDS", "1.5"),
    ("STATIONMASTER_STREAM_SECONDS", "soon"),
    ("STATIONMASTER_BODY_LIMIT", "0"),
    ("STATIONMASTER_WRONG_CODES", "0"),
    ("STATIONMASTER_SEARCHERS", "0"),
    ("STATIONMASTER_API_RATE", "²"),
    ("STATIONMASTER_NEW_TABLES", "no\nlimit"),
    ("STATIONMASTER_METRICS", "public"),
    ("STATIONMASTER_LOG", "xml"),
    ("STATIONMASTER_PROXIES", "all"),
    ("STATIONMASTER_WARM", "maybe"),
    ("STATIONMASTER_INSTANCE", "/dev/null"),
    ("DATABASE_URL", "garbage"),
    ("DATABASE_URL", "mysql://root:hidden@localhost/x"),
    ("DATABASE_URL", "postgresql+psycopg2://root:hidden@localhost/x"),
    ("DATABASE_URL", "postgresql://root:hidden@localhost:port/x"),
    ("DATABASE_URL", "sqlite://"),
    ("DATABASE_URL", "sqlite:///:memory:"),
]


def app(folder: Path, *arguments: str, **env: str) -> tuple[int, str, str]:
    """Run ``python -m app`` with a clean environment; return exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        env={"PATH": os.environ["PATH"], "STATIONMASTER_INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}
        | env,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert "hidden" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("name", "value"), REFUSED, ids=[f"{n}-{one[0]}" for n, one in enumerate(REFUSED)])
def test_a_value_that_cannot_be_is_named_at_the_start(tmp_path, name, value):
    status, out, said = app(tmp_path, **{name: value})
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"{name}: (is|begins) [^\n]+; it must be [^\n]+ \[setting-invalid\]\n", said)


def test_every_variable_with_limits_is_tried():
    named = set(re.findall(r"STATIONMASTER_[A-Z_]+", (ROOT / "app" / "web" / "config.py").read_text("utf-8")))
    assert named <= {name for name, _value in REFUSED}


def test_what_the_server_keeps_must_be_readable(tmp_path):
    (tmp_path / "secret_key").write_text("\n")
    status, _out, said = app(tmp_path)
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith("SECRET_KEY: is not set, and ")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://nobody:hidden@127.0.0.1:9/none", "refused"),
        ("postgresql://nobody:hidden@nowhere.invalid/none", "resolve"),
        ("postgresql://nobody:hidden@127.0.0.1:9/none?colour=red", "colour"),
        ("sqlite:////nowhere/at/all.db", "unable to open database file"),
    ],
)
@pytest.mark.parametrize("command", [(), ("migrate",), ("backup", "x")])
def test_a_database_that_does_not_answer_is_one_line(tmp_path, url, reason, command):
    status, out, said = app(tmp_path, *command, DATABASE_URL=url)
    assert (status, out) == (1, "")
    assert re.fullmatch(r"DATABASE_URL: [^\n]+; it must be [^\n]+ \[database-down\]\n", said)
    assert reason in said


@pytest.mark.parametrize("command", [(), ("migrate",)])
def test_a_database_of_a_later_version_is_left_alone(tmp_path, command):
    url = f"sqlite:///{tmp_path / 'later.db'}"
    engine = connect(url)
    migrate(engine)
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    assert newest() < "9999"
    status, out, said = app(tmp_path, *command, DATABASE_URL=url)
    assert (status, out, said.count("\n")) == (1, "", 1)
    assert said.endswith("[database-too-new]\n")


@pytest.mark.parametrize(
    "words",
    [
        ("bakcup", "x"),
        ("backup",),
        ("migrate", "now"),
        ("serve",),
        ("--bind", "x"),
        ("--hel",),
        ("retire", "--days", "soon"),
        ("migrate", "--", "--reload"),
    ],
)
def test_a_word_that_is_not_known_is_refused_and_nothing_starts(tmp_path, words):
    status, out, said = app(tmp_path, *words)
    assert (status, out) == (2, "")
    assert said.startswith("usage: python -m app")
    assert "_days" not in said
    assert not list(tmp_path.iterdir())


def test_help_names_every_command_and_touches_nothing(tmp_path):
    status, out, _said = app(tmp_path, "--help", PORT="http")
    assert status == 0
    for command in ("migrate", "backup", "restore", "retire", "--days"):
        assert command in out or command in app(tmp_path, "retire", "--help")[1]
    assert not list(tmp_path.iterdir())


def test_one_table_is_one(tmp_path):
    url = f"sqlite:///{tmp_path / 'one.db'}"
    open_tables(url, 1)
    assert app(tmp_path, "backup", "x", DATABASE_URL=url)[1] == "1 table with 1 entry was written.\n"


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    url = f"sqlite:///{tmp_path / 'none.db'}"
    status, _out, said = app(tmp_path, "retire", "--days", "1", "--to", "/dev/null/x", DATABASE_URL=url)
    assert (status, said) == (1, "/dev/null/x: Not a directory\n")


def test_where_the_log_is_json_every_line_of_the_server_is(tmp_path):
    url = f"sqlite:///{tmp_path / 'test.db'}"
    server = Server(url, tmp_path, STATIONMASTER_LOG="json", HOST="0.0.0.0")
    try:
        server.start()
        server.request("GET", "/")
        server.terminate()
        server.wait(20)
    finally:
        server.kill()
    lines = [json.loads(line) for line in server.output.read_text("utf-8").splitlines()]
    said = [line["event"] for line in lines]
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    assert {"running", "request"} <= set(said)
    assert any("Booting worker" in event for event in said)
    (running,) = [line for line in lines if line["event"] == "running"]
    assert running["address"].endswith(f":{server.port}/")


def test_text_greets_people_with_a_code_for_their_phones(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'test.db'}", tmp_path, STATIONMASTER_LOG="text", HOST="0.0.0.0")
    try:
        server.start()
    finally:
        server.kill()
    assert "Stationmaster is running: http://" in server.output.read_text("utf-8")
