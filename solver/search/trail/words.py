"""Why no trail is longer, as sentences: what is laid, what counting says, what the search and the other pieces add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solver.search.trail.parity import Mending, Piece
from solver.words.say import Text

MENDED = "trail-mended"
"""The code of the sentence that says what must stay out; a page begins a new paragraph with it."""

LISTED = 8
"""Lists longer than this are cut and end in "… more"."""


def trail_words(
    piece: Piece,
    mended: Mending,
    *,
    value: int,
    here: int,
    bound: int,
    total: int,
    pieces: int,
    elsewhere: int | None,
) -> Text:
    """
    Return the reason as one text.

    Parameters
    ----------
    piece, mended
        The piece in which the trail lies and its cheapest mending.
    value, here, bound
        Spaces of the trail, and of the longest trail that is not ruled out in its piece and anywhere.
    total, pieces
        All spaces of the network, and into how many pieces it falls.
    elsewhere
        A length that no trail in another piece exceeds; None when there is only one piece.
    """
    counted = piece.spaces - mended.spaces
    parts = [_laid(piece, total, pieces), *_counted(piece, mended)]
    if value == here < counted:
        parts.append(Text("trail-search", {"value": value}))
    if value < bound:
        code = "trail-open" if value < here else "trail-open-elsewhere"
        parts.append(Text(code, {"value": value, "bound": bound}))
    if elsewhere is not None and elsewhere <= value:
        parts.append(Text("trail-elsewhere", {"elsewhere": elsewhere}))
    return sentences_in_a_row(parts)


def sentences_in_a_row(parts: Sequence[Text]) -> Text:
    """Return one text that says several sentences one after the other."""
    row = parts[-1]
    for part in reversed(parts[:-1]):
        row = Text("two-sentences", {"first": part, "then": row})
    return row


def cut(things: Sequence[Any], most: int = LISTED) -> tuple[Any, ...]:
    """Return a list as it is when it is short; else its beginning and how many more there are."""
    if len(things) <= most:
        return tuple(things)
    return (*things[: most - 2], Text("and-more", {"more": len(things) - most + 2}))


def _laid(piece: Piece, total: int, pieces: int) -> Text:
    if pieces == 1:
        return Text("trail-laid", {"total": total})
    return Text("trail-laid-apart", {"total": total, "pieces": pieces, "size": piece.spaces})


def _counted(piece: Piece, mended: Mending) -> Sequence[Text]:
    if len(piece.routes) == 1:
        return [Text("trail-single", {"value": piece.spaces})]
    if not mended.odd:
        return [Text("trail-closed", {"value": piece.spaces})]
    if len(mended.odd) == 2:
        first, second = mended.odd
        return [Text("trail-whole", {"first": first, "second": second, "value": piece.spaces})]
    pairs = cut([Text("trail-pair", {"a": a, "b": b, "spaces": n}) for a, b, n in mended.pairs], 6)
    counted = piece.spaces - mended.spaces
    return [
        Text(
            "trail-odd",
            {"count": len(mended.odd), "cities": cut(mended.odd), "mended": len(mended.pairs)},
        ),
        Text(MENDED, {"pairs": pairs, "out": mended.spaces, "size": piece.spaces, "counted": counted}),
    ]
