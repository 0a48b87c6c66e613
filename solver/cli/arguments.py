"""
Reading the words behind ``python -m solver``: refused in one line, in the language that was asked for.

argparse says what is wrong in English sentences of its own; they are taken apart here, and said in the words of all
other faults. One that is not known is handed on as it is.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NoReturn

from solver.game.errors import Fault
from solver.words.say import LANGUAGES, Text, say

_KNOWN = (
    ("missing", r"the following arguments are required: (?P<names>.+)"),
    ("unknown", r"unrecognized arguments: (?P<names>.+)"),
    ("choice", r"argument (?P<name>\S+): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<known>.*)\)"),
    ("value", r"argument (?P<name>\S+): expected one argument"),
    ("ignored", r"argument (?P<name>\S+): ignored explicit argument '(?P<value>.*)'"),
    ("number", r"argument (?P<name>\S+): (?P<must>must-[a-z]+) (?P<value>.*)"),
)
STDIN = "standard input"
"""How an input is named that is read from there."""

MAX_COUNT = 999
MAX_SECONDS = 3600


class Refused(Exception):
    """The arguments make no sense."""

    def __init__(self, wrong: Fault) -> None:
        super().__init__(wrong.message)
        self.fault = wrong


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse arguments."""
        text = _text(message)
        raise Refused(Fault("arguments", say(text, "en"), "arguments", text))


def _text(message: str) -> Text:
    for code, pattern in _KNOWN:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            facts: dict[str, object] = {key: value[:200] for key, value in found.groupdict().items()}
            if "must" in facts:
                facts["must"] = Text(str(facts["must"]), {"low": 0, "high": MAX_COUNT, "most": MAX_SECONDS})
            if "known" in facts:
                facts["known"] = tuple(re.findall(r"[\w-]+", str(facts["known"])))
            own = "none" if facts.get("names") == "command" else "command"
            about_command = "command" in (facts.get("name"), facts.get("names"))
            return Text(f"fault-arguments-{own if about_command else code}", facts)
    return Text("fault-arguments", {"detail": message[:200]})


def language_of(arguments: Sequence[str]) -> str:
    """Return the language that is asked for, also by arguments that cannot be read."""
    wanted = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    wanted += [after for word, after in pairwise(arguments) if word == "--lang"]
    return next((word for word in wanted if word in LANGUAGES), "en")


def parser(answers: Iterable[str]) -> argparse.ArgumentParser:
    """Return what reads the arguments: ``check``, and every command that reads a value."""
    found = _Parser(
        prog="python -m solver",
        description="Rules, searches and the score of a train board game.",
        allow_abbrev=False,
    )
    commands = found.add_subparsers(dest="command", required=True, parser_class=_Parser)
    for name in ("check", *answers):
        command = commands.add_parser(name, allow_abbrev=False)
        command.add_argument("--json", action="store_true", help="print one JSON value")
        command.add_argument("--lang", choices=LANGUAGES, default="en")
        command.add_argument("--seconds", type=_seconds, default=5.0, help="limit of one search")
        if name == "check":
            command.add_argument(
                "editions", nargs="*", help="editions, or files with a board; all editions without"
            )
        else:
            _reading(command, name)
    return found


def _reading(command: argparse.ArgumentParser, name: str) -> None:
    """Add the arguments of a command that reads a value."""
    command.add_argument("file", nargs="?", default="-", help="a file; - or nothing: standard input")
    command.add_argument("--lines", action="store_true", help="one JSON value a line, in and out")
    if name in ("reach", "plan", "ceiling", "journey"):
        command.add_argument("--player", required=True)
    if name == "journey":
        command.add_argument(
            "--from", dest="start", required=True, help="the city where the passenger stands"
        )
        command.add_argument("--cards", type=_count, default=0, help="passenger cards played")
    if name == "reach":
        command.add_argument("--all", action="store_true")
    if name in ("reach", "plan", "ceiling"):
        command.add_argument("--trains", type=_count)
        command.add_argument("--stations", type=_count)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"must-seconds {text[:40]}")
    return value


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= 3):
        raise argparse.ArgumentTypeError(f"must-whole {text[:40]}")
    return int(text[-3:])
