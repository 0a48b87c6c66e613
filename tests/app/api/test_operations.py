"""What operators rely on: health, readiness, numbers, logs without secrets."""

from __future__ import annotations

import json

import pytest

from app import Settings, create_app
from app.api import examples
from app.server import request_log
from app.web.config import EXTENSION
from tests.app.api.conftest import Caller


def test_it_lives_and_is_ready(caller):
    assert caller.client.get("/healthz").text == "ok\n"
    ready = caller.client.get("/readyz")
    assert (ready.status_code, ready.text) == (200, "ready\n")
    assert ready.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in ready.headers


def test_it_is_not_ready_without_its_database_or_while_it_stops(tmp_path):
    app = create_app(Settings(f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off"))
    client, store = app.test_client(), app.extensions[EXTENSION].store
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    assert (client.get("/readyz").status_code, client.get("/healthz").status_code) == (503, 200)
    store.engine.dispose()
    (tmp_path / "x.db").write_bytes(b"this is no database" * 100)
    assert client.get("/readyz").text == "no database\n"
    app.extensions[EXTENSION].close()
    assert client.get("/readyz").text == "stopping\n"
    assert client.get("/healthz").status_code == 200


def number(client, line):
    """Return one of the numbers; 0 before it is counted for the first time."""
    lines = client.get("/metrics").text.splitlines()
    return next((float(one.rsplit(" ", 1)[1]) for one in lines if one.rsplit(" ", 1)[0] == line), 0.0)


def test_requests_entries_streams_and_searches_are_counted(caller):
    client = caller.client
    lines = {
        "asked": 'stationmaster_requests_total{method="POST",rule="/api/v1/trail",status="200"}',
        "none": 'stationmaster_requests_total{method="other",rule="none",status="404"}',
        "entries": 'stationmaster_entries_total{type="route_claimed"}',
        "tables": 'stationmaster_tables_total{how="api"}',
        "searches": 'stationmaster_searches_total{command="trail",proven="yes"}',
        "wrong": "stationmaster_wrong_codes_total",
        "streams": "stationmaster_streams",
    }
    before = {name: number(client, line) for name, line in lines.items()}
    caller.post("/trail", examples.BODIES["trail"])
    client.open("/nowhere", method="BREW")
    code = caller.post("/tables", examples.BODIES["tables"]).get_json()["code"]
    caller.post(f"/tables/{code}/entries", examples.BODIES["entries"])
    caller.post(f"/tables/{code}/entries", examples.BODIES["entries"])
    caller.get("/tables/AAAAAA")
    stream = caller.get(f"/tables/{code}/stream", buffered=False)
    grown = {name: number(client, line) - before[name] for name, line in lines.items()}
    assert grown == {
        "asked": 1,
        "none": 1,
        "entries": 1,
        "tables": 1,
        "searches": 1,
        "wrong": 1,
        "streams": 1,
    }
    stream.close()
    assert number(client, lines["streams"]) == before["streams"]


def test_numbers_name_no_table_and_no_phone(caller):
    code = caller.post("/tables", examples.BODIES["tables"]).get_json()["code"]
    caller.get(f"/tables/{code}")
    assert code not in caller.client.get("/metrics").text


@pytest.mark.parametrize(
    ("who", "here", "there"), [("local", 200, 404), ("open", 200, 200), ("off", 404, 404)]
)
def test_numbers_are_for_those_who_may_read_them(tmp_path, who, here, there):
    settings = Settings(
        f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off", metrics=who
    )
    client = create_app(settings).test_client()
    assert client.get("/metrics").status_code == here
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == there
    # A proxy that the settings do not name: everybody seems to be here.
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == there


def logged(capsys):
    """Return what was logged, line by line."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]


def test_logs_carry_the_id_of_the_request_and_no_secret(tmp_path, capsys):
    app = create_app(
        Settings(f"sqlite:///{tmp_path / 'x.db'}", "the secret", testing=True, warm=False, log="json")
    )
    caller = Caller(app.test_client())
    code = caller.post("/tables", examples.BODIES["tables"]).get_json()["code"]
    caller.post(
        f"/tables/{code}/entries",
        {
            "id": "tickets-1",
            "event": {"type": "tickets_kept", "player": "anna", "tickets": ["brest--petrograd"]},
        },
    )
    caller.client.get(f"/j/{code}/seat/anna/some-token")
    answer = caller.client.get("/settings", headers={"X-Request-ID": "given-by-the-proxy"})
    assert answer.headers["X-Request-ID"] == "given-by-the-proxy"
    odd = caller.client.get("/settings", headers={"X-Request-ID": "x" * 500})
    assert odd.headers["X-Request-ID"] != "x" * 500
    lines = logged(capsys)
    assert [line["rule"] for line in lines][:2] == ["/api/v1/tables", "/api/v1/tables/<code>/entries"]
    assert lines[-2]["request_id"] == "given-by-the-proxy"
    assert len({line["request_id"] for line in lines}) == len(lines)
    text = json.dumps(lines)
    for secret in (code, "some-token", "the secret", "petrograd", "stationmaster="):
        assert secret not in text, secret
    app.extensions[EXTENSION].close()


def test_a_failure_is_logged_with_its_place_and_answered_without(tmp_path, capsys, monkeypatch):
    app = create_app(Settings(f"sqlite:///{tmp_path / 'x.db'}", "s", warm=False, log="json"))
    monkeypatch.setattr("app.api.questions.json_body", lambda: 1 / 0)
    answer = app.test_client().post("/api/v1/trail", json={})
    assert (answer.status_code, answer.get_json()["code"]) == (500, "internal")
    assert "ZeroDivision" not in answer.text
    failed, asked = logged(capsys)
    assert (failed["event"], failed["rule"], failed["level"]) == ("request_failed", "/api/v1/trail", "error")
    assert "ZeroDivisionError" in failed["exception"]
    assert failed["request_id"] == asked["request_id"] == answer.headers["X-Request-ID"]
    app.extensions[EXTENSION].close()


def test_health_is_not_logged_all_day(tmp_path, capsys):
    app = create_app(Settings(f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="json"))
    for path in ("/healthz", "/readyz", "/metrics"):
        app.test_client().get(path)
    assert logged(capsys) == []
    request_log.configure("off")
