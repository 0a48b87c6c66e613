"""The page for operators: its steps work as they are written, and it names every setting."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import pytest

from app.web import config
from tests.app.running import ROOT
from tests.ops.walk import PAGE, blocks, walk


def test_every_block_is_shell():
    for marks, text in blocks():
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (marks, done.stderr)


def test_every_setting_is_explained_on_the_page_and_in_the_module():
    named = set(
        re.findall(
            r"STATIONMASTER_[A-Z_]+|DATABASE_URL|SECRET_KEY|\bHOST\b|\bPORT\b",
            (ROOT / "app" / "web" / "config.py").read_text(),
        )
    )
    page = PAGE.read_text(encoding="utf-8")
    short = {
        "STATIONMASTER_TABLE_STREAMS": "…_TABLE_STREAMS",
        "STATIONMASTER_DEVICE_STREAMS": "…_DEVICE_STREAMS",
        "STATIONMASTER_ADDRESS_STREAMS": "…_ADDRESS_STREAMS",
    }
    assert {name for name in named if f"`{short.get(name, name)}`" not in page} == set()
    assert {name for name in named if f"``{name}``" not in (config.__doc__ or "")} == set()


def test_every_number_that_is_named_is_counted():
    numbers = set(
        re.findall(r"`(stationmaster_\w+?)(?:_total)?(?:\{[^`]*)?`", PAGE.read_text(encoding="utf-8"))
    )
    source = (ROOT / "app" / "server" / "metrics.py").read_text()
    assert len(numbers) >= 7
    assert {name for name in numbers if f'"{name}' not in source} == set()


@pytest.mark.postgres
@pytest.mark.skipif(
    shutil.which("curl") is None or shutil.which("git") is None, reason="the page uses curl and git"
)
def test_the_page_leads_to_a_running_service_on_postgres_with_two_processes(postgres, tmp_path):
    if not (ROOT / ".git").exists():
        pytest.skip("the page copies the project from its repository")
    done = walk(tmp_path, postgres.database().replace("+psycopg", ""), light=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout
    assert "The database was migrated." in said
    assert "ready" in said
    assert json.loads(next(line for line in said.splitlines() if line.startswith('{"value"')))["value"] == 7
    assert "0 tables with 0 entries were written." in said
    assert "0 tables with 0 entries were restored." in said
    log = (tmp_path / "stationmaster" / "instance" / "server.log").read_text()
    assert len(re.findall(r"Booting worker with pid", log)) == 2
    assert "Shutting down: Master" in said


def test_who_types_and_who_runs_are_the_user_and_the_folders_that_the_page_makes():
    made = "\n".join(text for _marks, text in blocks() if text.startswith("# root\n"))
    everybody = "\n".join(text for _marks, text in blocks() if not text.startswith("# root\n"))
    for name in ("stationmaster.service", "stationmaster-backup.service"):
        unit = (ROOT / "deploy" / name).read_text()
        (user,) = re.findall(r"^User=(.+)$", unit, re.M)
        assert re.search(rf"^useradd .* {user}$", made, re.M)
        (folders,) = re.findall(r"^ReadWritePaths=(.+)$", unit, re.M)
        for folder in folders.split():
            by_root = re.search(rf"^install -d -o {user} .* {folder}$", made, re.M)
            assert by_root or (folder.endswith("/instance") and "mkdir -p instance" in everybody)
    for command in ("runuser", "systemctl", "apt-get", "chown"):
        assert command not in everybody
    for command in ("git", "pip", "-m app"):
        assert not re.search(rf"^(?!apt-get).*\b{command} ", made, re.M), "what root makes is root's"


def test_the_service_file_and_the_proxy_name_what_is_there():
    unit = (ROOT / "deploy" / "stationmaster.service").read_text()
    for key in ("ExecStart", "EnvironmentFile", "ReadWritePaths"):
        assert re.search(rf"^{key}=/opt/stationmaster/", unit, re.M)
    proxy = (ROOT / "deploy" / "nginx.conf").read_text()
    assert proxy.count("{") == proxy.count("}")
    stream = re.search(r"location ~ (\S+) \{(.*?)\n    \}", proxy, re.S)
    assert stream
    assert "proxy_buffering off;" in stream[2]
    for path in ("/t/ABC234/stream", "/api/v1/tables/ABC234/stream"):
        assert re.search(stream[1], path)
    assert not re.search(stream[1], "/t/ABC234/entries")
