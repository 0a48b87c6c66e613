"""
What the command line does: reads arguments and input, asks a command, prints the answer.

Only what every call needs is imported here: help, and words that make no sense, are answered at once.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from solver.checking.faults import fault
from solver.cli.arguments import STDIN, Refused, language_of, parser
from solver.game.errors import Fault, InvalidInput, NoAnswer
from solver.questions.answers import ANSWERS
from solver.questions.options import Options
from solver.words.say import say

STDOUT = "standard output"


def run(arguments: list[str]) -> int:
    """Run one command; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # closed by whoever started us
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        given = parser(ANSWERS).parse_args(arguments)
    except Refused as error:
        _complain([error.fault], language_of(arguments))
        return 2
    options = Options(
        language=given.lang,
        seconds=given.seconds,
        player=getattr(given, "player", None),
        start=getattr(given, "start", None),
        trains=getattr(given, "trains", None),
        stations=getattr(given, "stations", None),
        cards=getattr(given, "cards", 0),
        every=getattr(given, "all", False),
    )
    from solver.cli.answering import answered

    try:
        return answered(given, options)
    except InvalidInput as error:
        _complain([_placed(one, given) for one in error.faults], options.language)
        return 2
    except NoAnswer:
        _complain([fault("", "no-answer", seconds=options.seconds)], options.language)
        return 3
    except BrokenPipeError:  # whoever read the answer has read enough
        raise
    except OSError as error:
        _complain([fault(STDOUT, "not-written", detail=error.strerror or "")], options.language)
        return 2


def _placed(one: Fault, given: argparse.Namespace) -> Fault:
    """Return a fault of a whole input with the name of that input as its place."""
    if one.path or one.code == "more" or given.command == "check":
        return one
    return replace(one, path=STDIN if given.file == "-" else given.file)


def _complain(faults: list[Fault] | tuple[Fault, ...], language: str) -> None:
    if sys.stderr is None:  # print would turn to standard output
        return
    for one in faults:
        message = say(one.text, language) if one.text is not None else one.message
        print(Fault(one.path, message, one.code).line(), file=sys.stderr)
