"""What protects every page alike: headers, form tokens, static files, compression, secrets at rest."""

from __future__ import annotations

import base64
import re
import secrets
import stat

import pytest

from app import create_app
from app.web import static_files
from app.web.config import InvalidSetting, Settings, normal_url
from tests.app.phones import Phone


def test_every_answer_carries_the_headers(client, table):
    for path in ("/settings", f"/t/{table.code}/entries", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "no-cache" in headers["Cache-Control"] or "no-store" in headers["Cache-Control"]
        assert "Strict-Transport-Security" not in headers, "a table on the LAN has no https"


def test_no_page_has_inline_styles_or_scripts(client):
    text = client.get("/settings").text
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", text)
    assert not re.search(r"<[^>]+\s(style|on\w+)=", text)


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(client):
    found = client.get("/settings").headers["Set-Cookie"]
    assert "HttpOnly" in found
    assert "SameSite=Lax" in found
    assert "Secure" not in found
    secure = client.get("/settings", base_url="https://localhost").headers["Set-Cookie"]
    assert "Secure" in secure


def test_a_form_needs_its_token(app, client):
    assert client.post("/settings", data={"theme": "dark"}).status_code == 400
    page = client.get("/settings").text
    token = re.search(r'name="csrf_token" value="(\w+)"', page)[1]
    assert client.post("/settings", data={"theme": "dark", "csrf_token": token}).status_code == 303
    assert client.post("/settings", data={"theme": "dark", "csrf_token": token[:-1] + "g"}).status_code == 400
    stranger = app.test_client()
    assert stranger.post("/settings", data={"theme": "dark", "csrf_token": token}).status_code == 400


def test_a_token_differs_from_page_to_page(client):
    tokens = {
        re.search(r'name="csrf_token" value="(\w+)"', client.get("/settings").text)[1] for _ in range(3)
    }
    assert len(tokens) == 3


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"X-Stationmaster": "1"}, 201),
        ({"Origin": "http://localhost"}, 201),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://elsewhere.example", "X-Stationmaster": "1"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_json_must_come_from_a_page_of_this_site(table, keeper, headers, status):
    del keeper.client.environ_base["HTTP_X_STATIONMASTER"]
    body = {"id": "entry-one", "event": {"type": "turn_taken", "player": "anna"}}
    answer = keeper.client.post(f"/t/{table.code}/entries", json=body, headers=headers)
    assert answer.status_code == status


def test_static_files_may_be_kept_for_ever_under_the_address_that_names_their_version(app, client):
    with app.test_request_context():
        url = static_files.static_url("css/look.css")
    found = client.get(url)
    assert found.status_code == 200
    assert "immutable" in found.headers["Cache-Control"]
    assert "Set-Cookie" not in found.headers
    old = client.get(url.replace(app.config["STATIC_VERSION"], "0123456789"))
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")
    assert client.get("/static/x/../../__init__.py").status_code == 404


def test_pages_and_answers_are_compressed_and_streams_are_not(app, client, table):
    with app.test_request_context():
        css = static_files.static_url("css/look.css")
    accept = {"Accept-Encoding": "gzip"}
    for path in ("/settings", css):
        assert client.get(path, headers=accept).headers["Content-Encoding"] == "gzip", path
    found = client.get(f"/t/{table.code}/stream", headers=accept, buffered=False)
    assert "Content-Encoding" not in found.headers
    found.close()


def test_a_browser_gets_the_smallest_of_what_it_takes(app, client):
    """All that a table page needs counts against one budget (tests/browser/test_budget.py)."""
    with app.test_request_context():
        css = static_files.static_url("css/look.css")
    every, one = (
        client.get(css, headers={"Accept-Encoding": names}) for names in ("gzip, deflate, br, zstd", "gzip")
    )
    assert every.headers["Content-Encoding"] == "br"
    assert len(every.data) < len(one.data)


def test_another_secret_reads_no_cookie(app, settings, client, table):
    """A phone's id is signed: nobody makes one up."""
    forged = Phone(app, None)
    forged.client.set_cookie("stationmaster", "eyJkZXZpY2UiOiJrZWVwZXIifQ.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert forged.claim(table, "anna", "dieppe-paris-1").status_code == 403


@pytest.mark.parametrize("host", ["..", "a..b", "x" * 64, "x" * 64 + ":80"])
def test_a_host_that_cannot_be_is_refused_before_anything_makes_an_address(client, host):
    for path in ("/", "/nowhere", "/api/v1/nowhere"):
        assert client.get(path, headers={"Host": host}).status_code == 400


def test_a_new_database_is_its_owners_alone(tmp_path):
    """Closed hands are in it; its journal files are made with the same rights."""
    from app.tables.store.engine import connect

    engine = connect(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE x (y)")
    engine.dispose()
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0


def test_one_address_opens_no_more_tables_than_the_settings_allow(tmp_path):
    """Whatever way it takes: the form, the API, a log that is taken in."""
    settings = Settings(
        f"sqlite:///{tmp_path / 'x.db'}", "s", testing=True, warm=False, log="off", new_tables=1
    )
    client = create_app(settings).test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/new/europe").text)[1]
    form = {"csrf_token": token, "name-1": "A", "colour-1": "red", "name-2": "B", "colour-2": "blue"}
    assert (
        client.post("/new/europe", data={"csrf_token": token}).status_code == 400
    )  # nothing was opened: not counted
    assert client.post("/new/europe", data=form).status_code == 303
    answer = client.post("/new/europe", data=form)
    assert answer.status_code == 429
    assert "Many tables were opened here just now." in answer.text


def test_the_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path):
    env = {"STATIONMASTER_INSTANCE": str(tmp_path / "new")}
    first, second = Settings.from_env(env), Settings.from_env(env)
    assert first == second
    assert len(first.secret_key) >= 40
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
    mine = secrets.token_urlsafe(24)
    assert Settings.from_env({**env, "SECRET_KEY": mine}).secret_key == mine


@pytest.mark.parametrize("make", [secrets.token_bytes, secrets.token_hex, secrets.token_urlsafe])
def test_a_secret_of_sixteen_random_bytes_is_taken_and_one_of_eight_is_not(tmp_path, make):
    env = {"STATIONMASTER_INSTANCE": str(tmp_path)}
    for size, good in ((8, False), (16, True), (32, True)):
        made = make(size)
        secret = base64.b64encode(made).decode() if isinstance(made, bytes) else made
        if good:
            assert Settings.from_env({**env, "SECRET_KEY": secret}).secret_key == secret
            continue
        with pytest.raises(InvalidSetting, match="at least 16 random bytes"):
            Settings.from_env({**env, "SECRET_KEY": secret})


@pytest.mark.parametrize("secret", ["mine", "a" * 200, "abcabcabc" * 30, "123456789012345678901234567890"])
def test_a_secret_that_can_be_guessed_is_refused_wherever_it_is_kept(tmp_path, secret):
    env = {"STATIONMASTER_INSTANCE": str(tmp_path)}
    with pytest.raises(InvalidSetting, match="SECRET_KEY"):
        Settings.from_env({**env, "SECRET_KEY": secret})
    (tmp_path / "secret_key").write_text(secret)
    with pytest.raises(InvalidSetting, match="SECRET_KEY"):
        Settings.from_env(env)


def test_a_setting_that_is_no_number_is_named(tmp_path):
    with pytest.raises(InvalidSetting, match='PORT: is "http"; it must be a whole number'):
        Settings.from_env({"STATIONMASTER_INSTANCE": str(tmp_path), "PORT": "http"})


def test_hosts_addresses_of_postgres_get_a_driver():
    assert (
        normal_url("postgres://u:p@h/d")
        == normal_url("postgresql://u:p@h/d")
        == "postgresql+psycopg://u:p@h/d"
    )
    assert normal_url("sqlite:///x.db") == "sqlite:///x.db"
