"""The command line as other tools call it: exit status, one line a fault, one value a line, Ctrl-C."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}


def solver(*arguments, text=None, raw=None):
    """Run the command line; return exit status, standard output, standard error."""
    given = raw if raw is not None else (text or "").encode()
    done = subprocess.run(
        [sys.executable, "-m", "solver", *map(str, arguments)],
        input=given,
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return done.returncode, out, err


POSITION = {
    "edition": "europe",
    "players": [
        {
            "name": "Аня",
            "routes": ["dieppe-paris-1", "brest-dieppe-1"],
            "stations": ["paris"],
            "tickets": [{"ends": ["brest", "paris"], "points": 5}],
        },
        {"name": "Ben", "routes": ["frankfurt-paris-1"]},
    ],
}


def test_check_lists_every_edition_without_a_fault():
    status, out, _ = solver("check", "--json")
    found = json.loads(out)["editions"]
    assert status == 0
    assert {edition["id"] for edition in found} >= {"usa", "europe", "ussr", "marklin", "america"}
    assert all(edition["faults"] == [] and edition["routes"] >= 100 for edition in found)


def test_check_of_one_edition_and_of_an_unknown_one():
    status, out, _ = solver("check", "usa")
    assert status == 0
    assert out.splitlines()[1].split()[:2] == ["usa", "36"]
    status, out, err = solver("check", "atlantis")
    assert (status, out) == (2, "")
    assert err.startswith("edition: ")
    assert err.endswith("[unknown-edition]\n")


def checked(folder):
    """Return what ``check`` finds in the edition ``usa`` of a folder with maps of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "solver", "check", "usa", "--json"],
        capture_output=True,
        env={**ENVIRONMENT, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        cwd=folder,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)["editions"][0]


def test_check_lists_everything_that_is_wrong_with_an_edition_its_board_and_its_decks(tmp_path):
    for folder in ("editions", "boards", "decks"):
        shutil.copytree(ROOT / "maps" / folder, tmp_path / "maps" / folder)
    shutil.copy(ROOT / "maps" / "__init__.py", tmp_path / "maps")
    edition, board, deck = (
        tmp_path / "maps" / name
        for name in ("editions/usa.json", "boards/usa.json", "decks/usa-regular.json")
    )
    data = json.loads(edition.read_text("utf-8"))
    data |= {"id": "asu", "surprise": 1, "decks": [*data["decks"], "nothing"], "sources": []}
    del data["route_points"]["6"]
    edition.write_text(json.dumps(data), "utf-8")
    data = json.loads(deck.read_text("utf-8"))
    data["tickets"][3]["points"] = 0
    deck.write_text(json.dumps({**data, "id": "deck"}), "utf-8")
    found = checked(tmp_path)
    faults = {(one["path"], one["code"]) for one in found["faults"]}
    usa = "maps/editions/usa.json"
    assert faults >= {
        (f"{usa}: id", "id-is-not-file"),
        (f"{usa}: surprise", "unknown-key"),
        (f"{usa}: decks[{len(json.loads(edition.read_text())['decks']) - 1}]", "unknown-deck"),
        (f"{usa}: route_points.6", "length-without-points"),
        (f"{usa}: trains", "no-source"),
        (f"{usa}: route_points", "no-source"),
        ("maps/decks/usa-regular.json: id", "id-is-not-file"),
        ("maps/decks/usa-regular.json: tickets[3].points", "wrong-value"),
    }
    assert len(faults) == len(found["faults"])
    assert (found["cities"], found["routes"]) == (36, 100), "what can be read is counted"
    data = json.loads(board.read_text("utf-8"))
    data["routes"][5]["length"] = 0
    board.write_text(json.dumps(data), "utf-8")
    found = checked(tmp_path)
    codes = [(one["path"], one["code"]) for one in found["faults"]]
    assert codes.count(("maps/boards/usa.json: routes[5].length", "wrong-value")) == 1
    assert ("maps/decks/usa-regular.json: tickets[3].points", "wrong-value") in codes
    assert (f"{usa}: surprise", "unknown-key") in codes


def test_score_has_exactly_the_keys_of_the_format():
    status, out, err = solver("score", "--json", text=json.dumps(POSITION))
    assert (status, err) == (0, "")
    sheet = json.loads(out)
    assert set(sheet) == {"edition", "players", "winners", "tie_break", "notes"}
    anna, ben = sheet["players"]
    assert set(anna) == {
        "name", "rank", "total", "points", "trains_left", "tickets", "completed", "failed", "stations",
        "longest_trail", "bonuses",
    }  # fmt: skip
    assert anna["points"] == {"routes": 3, "tickets": 5, "stations": 8, "goods": 0, "bonuses": 10}
    assert anna["total"] == sum(anna["points"].values())
    assert anna["tickets"] == [
        {
            "ticket": "brest--paris",
            "points": 5,
            "completed": True,
            "routes": ["brest-dieppe-1", "dieppe-paris-1"],
            "loans": [],
        }
    ]
    assert anna["stations"] == {"built": 1, "left": 2, "loans": {"paris": None}}
    assert anna["bonuses"] == [{"kind": "longest_trail", "points": 10, "value": 3}]
    assert set(anna["longest_trail"]) == {"value", "bound", "routes", "why"}
    assert ben["rank"] == 2
    assert sheet["winners"] == ["Аня"]


def test_score_speaks_russian_and_shows_a_table_to_people(tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(POSITION))
    status, out, _ = solver("score", file, "--lang", "ru")
    assert status == 0
    assert "вагонов осталось" in out
    assert "Первое место: Аня" in out


def test_score_of_a_log_is_the_score_of_its_position(tmp_path):
    header = {"format": "stationmaster-log", "version": 1, "edition": "europe", "seats": ["Аня", "Ben"]}
    events = [
        *({"type": "route_claimed", "player": "Аня", "route": r} for r in POSITION["players"][0]["routes"]),
        {"type": "route_claimed", "player": "Ben", "route": "frankfurt-paris-1"},
        {"type": "station_built", "player": "Аня", "city": "paris"},
        {"type": "tickets_kept", "player": "Аня", "tickets": POSITION["players"][0]["tickets"]},
    ]
    rows = [
        {"seq": seq, "at": "2026-11-30T18:00:00Z", "seat": None, "id": f"i{seq}", "event": event}
        for seq, event in enumerate(events, 2)
    ]
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in [header, *rows])
    status, out, _ = solver("score", "--json", text=lines)
    assert status == 0
    assert json.loads(out) == json.loads(solver("score", "--json", text=json.dumps(POSITION))[1])


LOG = {"format": "stationmaster-log", "version": 1, "edition": "europe", "seats": ["Anna", "Ben"]}
TURN = {
    "seq": 2,
    "at": "2026-11-30T18:00:00Z",
    "seat": None,
    "id": "a",
    "event": {"type": "turn_taken", "player": "Anna"},
}
SEATS = [{"id": "Anna", "name": "Anna", "colour": "red"}]


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"at": "yesterday"}, "entry.at", "wrong-value"),
        ({"at": "2026-13-30T18:00:00Z"}, "entry.at", "wrong-value"),
        ({"at": "2026-11-30 18:00"}, "entry.at", "wrong-value"),
        ({"at": 5}, "entry.at", "wrong-type"),
        ({"event": {"type": "retracted", "target": 9}}, "entry.event.target", "no-such-entry"),
        (
            {"event": {"type": "table_opened", "edition": "usa", "seats": SEATS}},
            "entry.event.edition",
            "not-the-header",
        ),
    ],
)
def test_a_log_is_read_as_strictly_as_an_import(change, path, code):
    status, out, err = solver("score", text="\n".join(map(json.dumps, [LOG, {**TURN, **change}])))
    assert (status, out) == (2, "")
    assert err.startswith(f"line 2: {path}: is ")
    assert err.endswith(f"[{code}]\n")


@pytest.mark.parametrize(
    ("command", "wanted"), [("audit", "counted"), ("trail", '"routes"'), ("pay", "cards")]
)
def test_a_command_that_takes_no_log_says_what_it_takes(command, wanted):
    text = "\n".join(map(json.dumps, [LOG, TURN]))
    status, out, err = solver(command, text=text)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(
        "standard input: is a log, which score, reach, plan, ceiling and journey take; it must be "
    )
    assert wanted in err
    assert "журнал" in solver(command, "--lang", "ru", text=text)[2]


def test_trail_walks_the_routes_by_their_index():
    network = {"routes": [["A", "B", 3], ["C", "B", 4], ["D", "B", 1]]}
    status, out, _ = solver("trail", "--json", text=json.dumps(network))
    answer = json.loads(out)
    assert status == 0
    assert (answer["value"], answer["bound"]) == (7, 7)
    assert sorted(answer["routes"]) == [0, 1]
    assert answer["cities"] in (["A", "B", "C"], ["C", "B", "A"])
    assert answer["why"]["method"] == "parity"
    assert answer["why"]["left_out"] == 1
    assert sorted(answer["why"]["odd_cities"]) == ["A", "B", "C", "D"]


def test_lines_answer_each_line_and_go_on_after_a_refused_one():
    rows = ['{"routes": []}', "{", '{"routes": [["A", "B", "3"]]}', "", '{"routes": [["A", "B", 3]]}']
    status, out, err = solver("trail", "--lines", text="\n".join(rows))
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [answer.get("value") for answer in answers] == [0, None, None, None, 3], "an answer a line"
    assert answers[1]["error"]["code"] == "not-json"
    assert answers[2]["error"]["path"] == "routes[0][2]"
    assert set(answers[2]["error"]) == {"code", "path", "message"}
    assert set(answers[2]) == {"error"}
    assert answers[3]["error"]["code"] == "empty"


def test_a_refused_line_has_all_its_faults():
    _, out, _ = solver("trail", "--lines", text='{"routes": [["A", "B", "3"], ["A", "A", 1], 5]}')
    answer = json.loads(out)
    assert answer["error"]["path"] == "routes[0][2]"
    assert [one["path"] for one in answer["more"]] == ["routes[1]", "routes[2]"]
    assert all(set(one) == {"code", "path", "message"} for one in answer["more"])


def test_lines_refuse_a_line_that_is_too_long_and_go_on():
    rows = ['{"routes": [' + " " * 2_000_000 + "]}", '{"routes": [["A", "B", 3]]}']
    _, out, _ = solver("trail", "--lines", text="\n".join(rows))
    first, second = (json.loads(line) for line in out.splitlines())
    assert first["error"]["code"] == "too-large"
    assert second["value"] == 3


def test_pay_tells_what_a_tunnel_asks_for():
    question = {
        "edition": "europe",
        "route": {"length": 3, "colour": "red", "ferry": 0, "tunnel": True},
        "cards": {"red": 2, "locomotive": 1},
        "reveal": ["red", "blue", "locomotive"],
    }
    status, out, _ = solver("pay", "--json", text=json.dumps(question))
    answer = json.loads(out)
    assert status == 0
    assert (answer["legal"], answer["extra"]) == (True, 2)
    question["cards"] = {"blue": 1, "red": 1}
    answer = json.loads(solver("pay", "--json", text=json.dumps(question))[1])
    assert not answer["legal"]
    assert {reason["code"] for reason in answer["reasons"]} >= {"too-few", "two-colours"}


@pytest.mark.parametrize(
    ("edition", "cards", "reveal", "places"),
    [
        ("europe", {"red": 3, "locomotive4": 1}, [], ["cards.locomotive4"]),
        (
            "europe",
            {"red": 4, "locomotive4": 0},
            ["blue", "controller", "passenger"],
            ["reveal[1]", "reveal[2]"],
        ),
        ("usa", {"locomotive4": 4}, ["passenger"], ["cards.locomotive4", "reveal[0]"]),
        ("ussr", {"red": 4}, ["locomotive4", "controller"], ["reveal[0]"]),
        ("marklin", {"red": 3, "locomotive4": 1}, ["passenger", "locomotive4", "controller"], ["reveal[2]"]),
    ],
)
def test_pay_refuses_cards_that_do_not_lie_in_the_box(edition, cards, reveal, places):
    asked = {"edition": edition, "route": {"length": 4, "tunnel": True}, "cards": cards, "reveal": reveal}
    status, out, err = solver("pay", text=json.dumps(asked))
    assert (status, out) == (2, "")
    assert [line.split(": ")[0] for line in err.splitlines()] == places
    assert all(line.endswith("[not-in-box]") for line in err.splitlines())


def test_journey_takes_the_tokens_on_its_way_and_needs_a_card_for_a_rivals_route():
    position = {
        "edition": "marklin",
        "stacks": {"leipzig": [4, 3, 2], "dresden": [3, 2, 1]},
        "players": [
            {"name": "A", "routes": ["berlin-leipzig-1"], "passengers": {"standing": ["berlin"]}},
            {"name": "B", "routes": ["dresden-leipzig-1"]},
        ],
    }
    asked = ("journey", "--json", "--player", "A", "--from", "berlin")
    status, out, _ = solver(*asked, text=json.dumps(position))
    answer = json.loads(out)
    assert status == 0
    assert (answer["value"], answer["bound"], answer["tokens"]) == (4, 4, [4])
    answer = json.loads(solver(*asked, "--cards", "1", text=json.dumps(position))[1])
    assert answer["value"] == 7
    assert answer["routes"] == ["berlin-leipzig-1", "dresden-leipzig-1"]


REFUSED = [
    ("score", "", "[empty]"),
    ("score", "{", "[not-json]"),
    ("score", '{"edition": "europe", "players": [{"name": "A", "routes": ["x"]}]}', "players[0].routes[0]: "),
    (
        "score",
        '{"edition": "europe", "players": [{"name": "A", "stations": ["x"]}]}',
        "players[0].stations[0]: ",
    ),
    ("score", '{"edition": "x", "players": [{"name": "A"}]}', "edition: "),
    ("score", '{"edition": "europe", "players": NaN}', "[not-a-number]"),
    ("score", "[" * 50_000, "[too-deep]"),
    ("trail", '{"routes": [["A", "B"]]}', "routes[0]: "),
    ("trail", '{"routes": [["A", "A", 3]]}', "[same-ends]"),
    ("trail", '{"routes": [["A", "B", 0]]}', "routes[0][2]: "),
    ("trail", '{"roads": []}', "[unknown-key]"),
    ("trail", "3", "[wrong-type]"),
    ("pay", '{"edition": "usa", "route": {"length": 1}, "cards": {"mauve": 1}}', "cards.mauve: "),
]


@pytest.mark.parametrize(("command", "text", "said"), REFUSED)
def test_wrong_input_is_refused_in_one_line_a_fault_with_status_2(command, text, said):
    status, out, err = solver(command, text=text)
    assert (status, out) == (2, "")
    assert said in err
    assert all(line.endswith("]") for line in err.splitlines())


BOARD = {"id": "tiny", "routes": [{"id": "ab", "ends": ["a", "b"], "length": 4}]}
BROKEN_BOARDS = [
    ({"ends": ["a"]}, "tiny.json: routes[0].ends: ", "[wrong-value]"),
    ({"ends": None}, "tiny.json: routes[0].ends: ", "[wrong-type]"),
    (
        {"length": "4"},
        'tiny.json: routes[0].length: is "4" (text); it must be a whole number of spaces, 1 to 9',
        "[wrong-type]",
    ),
]


@pytest.mark.parametrize(("change", "said", "code"), BROKEN_BOARDS)
def test_check_finds_the_faults_of_a_board_file_with_their_places(tmp_path, change, said, code):
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps({**BOARD, "routes": [{**BOARD["routes"][0], **change}]}))
    status, out, err = solver("check", file)
    assert (status, err) == (1, "")
    (line,) = out.splitlines()[2:]
    assert said in line
    assert code in line
    (row,) = json.loads(solver("check", file, "--json")[1])["boards"]
    assert (row["file"], len(row["faults"])) == (str(file), 1)


def test_check_counts_a_good_board_file_beside_an_edition(tmp_path):
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps(BOARD))
    status, out, err = solver("check", file, "usa")
    assert (status, err) == (0, "")
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["usa", "36", "100", "30", "0"],
        [str(file), "2", "1", "–", "0"],
    ]


def test_a_board_file_with_an_id_twice_or_in_pieces_has_faults(tmp_path):
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps({**BOARD, "routes": BOARD["routes"] * 2}))
    status, out, _ = solver("check", file)
    assert status == 1
    assert "routes[1].id" in out
    assert "[duplicate-id]" in out
    file.write_text(
        json.dumps(
            {**BOARD, "routes": [*BOARD["routes"], {**BOARD["routes"][0], "id": "cd", "ends": ["c", "d"]}]}
        )
    )
    status, out, _ = solver("check", file)
    assert status == 1
    assert "[not-connected]" in out


def test_a_board_file_that_is_no_json_is_refused(tmp_path):
    file = tmp_path / "tiny.json"
    file.write_text("{")
    status, out, err = solver("check", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}: is not JSON")


def test_a_file_that_is_too_large_broken_or_missing_is_refused(tmp_path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    status, _, err = solver("score", large)
    assert status == 2
    assert err.count("\n") == 1
    assert "[too-large]" in err
    status, _, err = solver("score", raw=b'{"edition": "\xff"}')
    assert (status, err.count("\n")) == (2, 1)
    assert "[not-utf8]" in err
    status, _, err = solver("score", tmp_path / "nothing.json")
    assert (status, err.count("\n")) == (2, 1)
    assert "[no-file]" in err


@pytest.mark.parametrize("text", ["null", "[]", '"a"', "7"])
def test_a_fault_of_a_whole_input_names_that_input_as_its_place(tmp_path, text):
    status, out, err = solver("score", text=text)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("standard input: is ")
    file = tmp_path / "position.json"
    file.write_text(text)
    assert solver("score", file)[2] == err.replace("standard input", str(file))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("check", "usa"), ("trail", "--json"), ("trail", "--lines")])
def test_an_answer_that_cannot_be_written_is_one_line_and_status_2(arguments):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "solver", *arguments],
            input=b'{"routes": []}',
            stdout=full,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"standard output: cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("lines", ["", "--lines"])
def test_a_closed_standard_input_is_one_line_and_status_2(lines):
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "{sys.executable}" -m solver trail {lines} <&-'],
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"standard input: cannot be read")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("score", "--fast"),
        ("trail", "--seconds", "-1"),
        ("trail", "--seconds", "soon"),
        ("reach", "--player", "A", "--trains", "-1"),
        ("reach", "--player", "A", "--stations", "9" * 5000),
        ("reach", "--player"),
        ("reach", "--play", "A"),
        ("score", "a", "b"),
        ("score", "--lang", "de"),
        ("score", "--json=yes"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line_of_either_language(arguments):
    status, out, err = solver(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert re.fullmatch(r"arguments: [^\n]+; [^\n]*must [^\n]+ \[arguments\]\n", err)
    assert "_" not in err  # no names of functions
    status, out, err = solver(*arguments, "--lang=ru")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.fullmatch(r"arguments: — .*[а-я].*; .*(долж|нуж).* \[arguments\]\n", err)
    assert not re.search(r"required|invalid|expected|must|choose|ignored", err)


HARD = """
import sys
from solver.questions.answers import ANSWERS
from solver.__main__ import main
from solver.search.engine import new_solver

def hopeless(data, options):
    from ortools.sat.python import cp_model
    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(39)] for _ in range(40)]
    for pigeon in sits:
        model.add_bool_or(pigeon)
    for hole in zip(*sits):
        for one in range(40):
            for other in range(one):
                model.add_bool_or(~hole[one], ~hole[other])
    print("searching", flush=True)
    solver = new_solver(60)
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 0  # with its cuts the answer is there at once
    solver.parameters.max_deterministic_time = 1e9
    solver.solve(model)
    return {}

ANSWERS["trail"] = hopeless
sys.argv = ["solver", "trail"]
main()
"""


@pytest.mark.parametrize(
    "program", [["-m", "solver", "trail", "--lines"], ["-c", HARD]], ids=["waiting", "searching"]
)
def test_ctrl_c_ends_quietly_with_130(program):
    started = subprocess.Popen(
        [sys.executable, *program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    started.stdin.write(b'{"routes": []}\n')
    started.stdin.flush()
    if "-c" in program:
        started.stdin.close()
    assert started.stdout.readline()
    time.sleep(0.3)
    assert started.poll() is None, started.stderr.read()
    started.send_signal(signal.SIGINT)
    assert started.wait(20) == 130
    assert started.stderr.read() == b""


ASKED = {
    "edition": "europe",
    "players": [
        {
            "name": "A",
            "routes": ["dieppe-paris-1"],
            "stations": ["paris"],
            "tickets": [
                {"ends": ["dieppe", "paris"], "points": 2},
                {"ends": ["dieppe", "frankfurt"], "points": 5},
                {"ends": ["brest", "dieppe"], "points": 4},
                {"ends": ["lisboa", "erzurum"], "points": 30},
            ],
        },
        {"name": "B", "routes": ["frankfurt-paris-1"]},
        {"name": "C"},
        {"name": "D"},
    ],
}


def test_reach_says_done_open_and_impossible_with_the_reason():
    status, out, _ = solver("reach", "--player", "A", "--trains", 3, "--json", text=json.dumps(ASKED))
    answer = json.loads(out)
    assert status == 0
    assert set(answer) == {"trains_left", "stations_left", "tickets"}
    assert answer["trains_left"] == 3
    assert answer["stations_left"] == 2
    # The station in Paris may borrow Ben's route to Frankfurt: nothing more is needed.
    assert [one["status"] for one in answer["tickets"]] == ["done", "done", "open", "impossible"]
    (option,) = answer["tickets"][2]["options"]
    assert option == {"stations": 0, "trains": 2, "claims": 1, "plan": ["brest-dieppe-1"], "loans": {}}
    assert "3" in answer["tickets"][3]["reason"]
    assert answer["tickets"][0]["reason"] is None


def test_reach_of_the_whole_deck_asks_about_every_card():
    _, out, _ = solver("reach", "--player", "B", "--all", "--json", text=json.dumps(ASKED))
    assert len(json.loads(out)["tickets"]) == 46


def test_plan_chooses_what_can_be_done_together():
    asked = ("plan", "--player", "A", "--json", "--trains")
    answer = json.loads(solver(*asked, 2, text=json.dumps(ASKED))[1])
    best = answer["best"]
    assert best["tickets"] == ["dieppe--paris", "dieppe--frankfurt", "brest--dieppe"]
    assert (best["points"], best["trains"]) == (2 + 5 + 4 - 30, 2)
    assert best["routes"] == ["brest-dieppe-1"]
    assert answer["proven"]
    assert not answer["all"]["possible"]
    assert answer["all"]["trains"] > 2


def test_a_player_must_be_named_and_sit_at_the_table():
    status, out, err = solver("plan", text=json.dumps(ASKED))
    assert (status, out) == (2, "")
    assert "--player" in err
    status, out, err = solver("plan", "--player", "Zoe", text=json.dumps(ASKED))
    assert (status, out) == (2, "")
    assert err.endswith("[unknown-player]\n")
