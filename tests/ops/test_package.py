"""The package: whoever installs it has templates, maps and settings of the server, and both programs start."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.app.running import ROOT, free_port


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy: building leaves files behind."""
    setuptools = pytest.importorskip("setuptools")
    if int(setuptools.__version__.split(".")[0]) < 77:
        pytest.skip("building wants setuptools 77, as pyproject.toml says")
    folder = tmp_path_factory.mktemp("wheel")
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not files:
        pytest.skip("the files of the project are listed by git")
    for name in files.splitlines():
        if (ROOT / name).is_file() and name.split("/")[0] not in ("tests", "bench", "docs"):
            (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "copy" / name).write_bytes((ROOT / name).read_bytes())
    command = ["pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(folder / "copy")]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


def wanted() -> set[str]:
    """Return the files that are read at run time, by their names in the package."""
    found = {f"app/{path.relative_to(ROOT)}" for path in (ROOT / "templates").rglob("*") if path.is_file()}
    for folder, kinds in (("maps", "*.json"), ("solver", "*"), ("app", "*")):
        found |= {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob(kinds) if path.is_file()}
    return {name for name in found if "__pycache__" not in name}


def test_what_is_said_about_the_package_names_everything_that_is_read(monkeypatch):
    """As setuptools reads it: the modules of each package, and the files that its patterns name."""
    setuptools = pytest.importorskip("setuptools")
    said: dict = {}
    monkeypatch.setattr(setuptools, "setup", said.update)
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(ROOT / "setup.py"))
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    assert "package_data" not in said, "pyproject.toml would win over it"
    packed = set()
    for package in said["packages"]:
        inside = package.replace(".", "/")
        folder = ROOT / said["package_dir"].get(package, inside)
        for pattern in ("*.py", *data.get(package, ())):
            packed |= {
                f"{inside}/{path.relative_to(folder)}" for path in folder.glob(pattern) if path.is_file()
            }
    assert wanted() - packed == set()


def test_everything_that_is_read_at_run_time_is_in_it(wheel):
    with zipfile.ZipFile(wheel) as archive:
        assert wanted() - set(archive.namelist()) == set()


def test_both_programs_start_from_it(wheel, tmp_path):
    """In an environment of its own, which borrows nothing but the libraries that are installed here."""
    venv.create(tmp_path / "fresh", with_pip=False)
    python = tmp_path / "fresh" / "bin" / "python"
    (site,) = (tmp_path / "fresh" / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    port = free_port()
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(libraries),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "STATIONMASTER_WARM": "0",
        "STATIONMASTER_LOG": "off",
    }
    done = subprocess.run(
        [python, "-m", "solver", "check"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    with subprocess.Popen([python, "-m", "app"], cwd=tmp_path, env=env, stderr=subprocess.PIPE) as server:
        try:
            assert "Stationmaster" in _page(f"http://127.0.0.1:{port}/", server)
        finally:
            server.terminate()
    assert (tmp_path / "instance" / "stationmaster.db").exists(), "nothing is kept beside the code"
    assert not list(Path(site).glob("instance"))


def _page(url: str, server: subprocess.Popen[bytes]) -> str:
    for _ in range(300):
        assert server.poll() is None, server.stderr and server.stderr.read()
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.1)
    raise AssertionError("no answer")
