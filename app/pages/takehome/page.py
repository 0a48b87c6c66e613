"""What the pages for taking a game home may read."""

from __future__ import annotations

from dataclasses import dataclass

from app.pages.sheet.page import SheetPage


@dataclass(frozen=True, slots=True)
class HomePage:
    """
    What ``takehome/home.html`` reads.

    ``link`` is empty until the tickets lie open, ``csv_url`` where the points are covered. ``picture`` is the name of the
    file of the picture.
    """

    code: str
    title: str
    link: str
    board_url: str
    picture: str
    csv_url: str
    log_url: str
    play_url: str


@dataclass(frozen=True, slots=True)
class PublicPage:
    """What ``takehome/public.html`` reads: the final sheet for everybody, without the way to the table."""

    edition: str
    sheet: SheetPage
    board_url: str
    picture: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """What ``takehome/import.html`` reads: what was wrong with a file, each fault in a sentence."""

    faults: tuple[str, ...] = ()
    more: int = 0
