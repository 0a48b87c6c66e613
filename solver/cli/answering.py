"""Answering on the command line: input in, one answer or one a line out, as a table or as JSON."""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from solver.checking.faults import fault
from solver.checking.parse import MAX_BYTES, MAX_LOG_BYTES, decoded, parsed, refused
from solver.cli.arguments import STDIN
from solver.cli.tables import TABLES
from solver.formats.log import FORMAT
from solver.game.errors import InvalidInput, NoAnswer
from solver.questions.answers import ANSWERS
from solver.questions.commands import answer_check, answer_check_board, fault_json
from solver.questions.options import Options
from solver.words.say import Text

WITHOUT_LOG = ("trail", "pay", "audit", "read")
"""Commands that ask for what no log holds: a network, cards, readings off the table."""


def answered(given: argparse.Namespace, options: Options) -> int:
    """Answer what was asked and print it; return the exit status."""
    if given.command == "check":
        status = _check(given, options)
    elif given.lines:
        status = _lines(given, options)
    else:
        _show(given, ANSWERS[given.command](_read(given.file, given.command), options), options)
        status = 0
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def _check(given: argparse.Namespace, options: Options) -> int:
    """Check editions and boards; a file that is no JSON is refused, one whose board has faults is answered."""
    files = [name for name in given.editions if name.endswith(".json")]
    names = [name for name in given.editions if name not in files]
    boards = [answer_check_board(_read(name), name, options) for name in files]
    answer = {"editions": []} if files and not names else answer_check(names, options)
    if files:
        answer["boards"] = boards
    _show(given, answer, options)
    return int(
        any(one["faults"] for one in (*answer["editions"], answer.get("rulings", {"faults": []}), *boards))
    )


def _read(path: str, command: str = "") -> Any:
    """Return the JSON value of a file, or the lines of a log where the command takes one."""
    where = STDIN if path == "-" else path
    try:
        if path == "-":
            raw = _limited(_stdin())
        else:
            with Path(path).open("rb") as file:
                raw = _limited(file)
    except OSError as error:
        raise refused(where, "no-file", detail=error.strerror or "") from error
    log = _is_log(raw)
    if log and command in WITHOUT_LOG:
        takes = tuple(name for name in ANSWERS if name not in WITHOUT_LOG)
        raise refused(where, "is-a-log", must=Text(f"must-input-{command}"), takes=takes)
    text = decoded(raw, where=where, limit=MAX_LOG_BYTES if log else MAX_BYTES)
    return text.splitlines() if log else parsed(text, where=where)


def _stdin() -> BinaryIO:
    if sys.stdin is None:  # closed by whoever started us
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def _limited(stream: BinaryIO) -> bytes:
    """Read no more than it takes to see that an input is too large."""
    raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES and _is_log(raw):
        raw += stream.read(MAX_LOG_BYTES + 1 - len(raw))
    return raw


def _is_log(raw: bytes) -> bool:
    first = raw.removeprefix(BOM_UTF8).lstrip()[:2000].split(b"\n", 1)[0]
    return first.startswith(b"{") and f'"{FORMAT}"'.encode() in first


def _lines(given: argparse.Namespace, options: Options) -> int:
    """Answer line by line; a line that is refused yields its faults, and the run goes on."""
    for raw in _raw_lines(given.file):
        try:
            data = parsed(decoded(raw, where="line"), where="line")
            answer = ANSWERS[given.command](data, options)
        except InvalidInput as error:
            first, *more = (fault_json(one, options.language) for one in error.faults)
            answer = {"error": first, **({"more": more} if more else {})}
        except NoAnswer:
            answer = {"error": fault_json(fault("", "no-answer", seconds=options.seconds), options.language)}
        print(_json(answer), flush=True)
    return 0


def _raw_lines(path: str) -> Iterator[bytes]:
    """Yield the lines, blank ones too; of a line that is too long only as much as shows that it is."""
    try:
        opened: BinaryIO = _stdin() if path == "-" else Path(path).open("rb")  # noqa: SIM115
    except OSError as error:
        raise refused(STDIN if path == "-" else path, "no-file", detail=error.strerror or "") from error
    with opened as stream:
        while line := stream.readline(MAX_BYTES + 1):
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(MAX_BYTES)
            yield line.rstrip(b"\r\n") if len(line) <= MAX_BYTES else line


def _show(given: argparse.Namespace, answer: dict[str, Any], options: Options) -> None:
    print(_json(answer) if given.json else TABLES[given.command](answer, options.language))


def _json(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(answer)
    return text
