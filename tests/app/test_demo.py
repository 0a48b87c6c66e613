"""The example games of ``python -m app demo``, and the program that an installed package brings."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.commands.demo import open_examples
from app.tables.services import services
from app.web.config import version
from tests.app.phones import Phone
from tests.app.running import ROOT


def test_a_link_of_the_demo_makes_its_reader_the_host(app):
    (finished, over), (running, on) = open_examples(app)
    assert (finished, running) == ("a finished game", "a running game")
    for link in (over, on):
        reader, (_, _, code, _, token) = Phone(app, f"reader of {link[-9:]}"), link.split("/")
        assert reader.get(link).status_code == 200
        assert reader.form(f"/j/{code}/keeper", token=token).status_code == 303
        with app.app_context():
            assert services().store.find(code).keeper == reader.device
        assert reader.get(f"/t/{code}").status_code == 200
    sheet = app.test_client().get(f"/t/{over.split('/')[2]}/sheet").get_data(as_text=True)
    assert "Anna" in sheet
    assert ">86<" in sheet


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--version"], f"Stationmaster {version()}\n"),
        (["trail", "docs/examples/network.json", "--json"], '"value"'),
    ],
    ids=["the app", "a question"],
)
def test_one_program_knows_the_app_and_the_questions(words, said):
    call = "import sys; sys.argv[0] = 'stationmaster'; from app.__main__ import console; console()"
    done = subprocess.run(
        [sys.executable, "-c", call, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout
