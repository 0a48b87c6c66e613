"""Ways from a verdict to the rulings that explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from solver.game.edition import Board, Edition, Words
from solver.rulings.book import explaining
from solver.rulings.features import features_of


@dataclass(frozen=True, slots=True)
class RulingLink:
    """A way from a verdict to the ruling that explains it, with its status for the edition of the table."""

    anchor: str
    question: str
    status: str


def ruling_links(
    codes: str | Sequence[str],
    language: str,
    edition: Edition | None = None,
    board: Board | None = None,
    *,
    most: int = 3,
) -> tuple[RulingLink, ...]:
    """
    Return the rulings that explain an objection, a note, a line of the sheet or another answer, the best first.

    Parameters
    ----------
    codes
        A key of ``maps/rulings/links.json``, such as the code of an objection (``parallel-closed``) or a line of the
        sheet (``longest_trail``); or several, the one that matters most first.
    edition, board
        When given, rulings that do not hold for what these have are left out.
    most
        At most so many.
    """
    features = features_of(edition, board) if edition else None
    texts = edition.texts if edition else ()
    found = explaining([codes] if isinstance(codes, str) else codes, features)
    return tuple(
        RulingLink(ruling.id.lower(), words_in(ruling.question, language), ruling.status_for(texts))
        for ruling in islice(found, most)
    )


def words_in(words: Words, language: str) -> str:
    return words.get(language) or words.get("en", "")
