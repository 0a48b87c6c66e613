"""From the fields of a form to the JSON of an event; whether the event makes sense is asked elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote, urlsplit

_TEXTS = {
    "route_claimed": ("player", "route"),
    "route_dismantled": ("player", "route"),
    "station_built": ("player", "city"),
    "passenger_placed": ("player", "city"),
    "passenger_moved": ("player", "start"),
    "goods_colour_set": ("city", "colour"),
    "turn_taken": ("player",),
    "retracted": (),
    "seat_changed": ("player", "name", "colour"),
}
"""The events that a form may record, with their fields that are plain text."""


def event_of(form: Mapping[str, str]) -> dict[str, Any]:
    """
    Return the event that a form describes, as JSON.

    Fields of the form: ``type`` and the event's own; ``afterwards`` and ``controller`` are ticked or absent;
    ``target`` is the number of an entry; ``routes`` are ids with commas between; ``overrule`` are codes of objections.
    A type that no form may record, or a number that is none, is left as it came: reading the event says what is wrong.
    """
    kind = form.get("type", "")
    event: dict[str, Any] = {"type": kind}
    for name in _TEXTS.get(kind, ()):
        event[name] = form.get(name, "").strip()
    if kind in ("route_claimed", "station_built") and form.get("afterwards"):
        event["afterwards"] = True
    if kind == "route_claimed" and form.get("controller"):
        event["controller"] = True
    if kind == "passenger_moved":
        event["routes"] = split_ids(form.get("routes", ""))
        event["tokens"] = {
            name.removeprefix("token-"): number
            for name, value in form.items()
            if name.startswith("token-") and (number := whole(value)) is not None
        }
    if kind == "retracted":
        target = form.get("target", "")
        number = whole(target)
        event["target"] = target if number is None else number
    codes = [code for code in form.get("overrule", "").split(",") if code]
    if codes:
        event["overruled"] = codes
    return event


def whole(text: str) -> int | None:
    """Return the number that a field says in at most nine plain digits; None where it says none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def local_address(wanted: str, otherwise: str) -> str:
    """Return an address to go back to as it came, if it is one of this app; else the other one."""
    strange = "\\" in wanted or any(ord(letter) < 33 for letter in wanted)
    local = wanted.startswith("/") and not wanted.startswith("//") and not urlsplit(wanted).netloc
    return wanted if local and not strange else otherwise


def join_ids(ids: Iterable[str]) -> str:
    """Return ids as one field of a form or address; an id of a home-made board may hold a comma."""
    return ",".join(quote(one, safe="") for one in ids)


def split_ids(text: str) -> list[str]:
    """Return the ids that ``join_ids`` wrote."""
    return [unquote(part) for part in text.split(",") if part]
