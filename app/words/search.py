"""
Finding cities and routes by what somebody types: "ber war", «бер вар», ``Wien``, ``Vienna``, «Вена».

Every city has keys: its names in all languages, its other spellings, its id, and each Cyrillic name in Latin letters,
all folded (small letters, no accents, some spellings made one). A word fits a key when some word of the key begins
with it. The scripts use the same keys and the same folding (``search.js``).
"""

from __future__ import annotations

import re
import unicodedata

from solver.game.edition import Board, City, Route
from solver.game.once import once_per_board

_LATIN = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e zh z i i k l m n o p r s t u f h c ch sh sch - y - e yu ya".replace("-", "").split(" "),
        strict=True,
    )
)
_SAME = (
    ("ph", "f"),
    ("ck", "k"),
    ("w", "v"),
    ("y", "i"),
    ("j", "i"),
    ("tz", "c"),
    ("ts", "c"),
    ("kh", "h"),
    ("x", "ks"),
    ("q", "k"),
    ("ß", "ss"),
)


def fold(text: str) -> str:
    """Return a text in small letters without accents, apostrophes and dots; ``ё`` reads as ``е``."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("ё", "е").replace("й", "и"))
    bare = "".join(c for c in plain if not unicodedata.combining(c)).replace("ø", "o").replace("ł", "l")
    return " ".join(re.findall(r"\w+", bare.replace("'", "").replace("’", "").replace("_", " ")))


def latin(text: str) -> str:
    """Return a folded text in Latin letters, with spellings that sound alike made one."""
    out = "".join(_LATIN.get(c, c) for c in text)
    for a, b in _SAME:
        out = out.replace(a, b)
    return out


def keys(city: City) -> tuple[str, ...]:
    """Return what a city can be found by: folded names, and the same in Latin letters."""
    plain = [fold(name) for name in (*city.name.values(), *city.also, city.id.replace("-", " "))]
    plain += [re.sub(r"\bsaint\b", "st", key) for key in plain]
    return tuple(dict.fromkeys([*plain, *(latin(key) for key in plain)]))


def fits(query: str, city_keys: tuple[str, ...]) -> bool:
    """Whether every word of a folded query begins consecutive words of one of the keys."""
    typed = query.split()
    for key in city_keys:
        words = key.split()
        for start in range(len(words) - len(typed) + 1):
            if all(words[start + i].startswith(word) for i, word in enumerate(typed)):
                return True
    return False


@once_per_board
def city_keys(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the keys of every city of a board; worked out once for each board in memory."""
    return {city.id: keys(city) for city in board.cities.values()}


@once_per_board
def place_keys(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the keys of every city and country of a board, as ``city_keys``."""
    found: dict[str, tuple[str, ...]] = {}
    for country in (*board.countries, *(city.terminal_of for city in board.cities.values())):
        if country and country not in found:
            plain = [fold(name) for name in (*board.countries.get(country, {}).values(), country)]
            found[country] = tuple(dict.fromkeys([*plain, *(latin(name) for name in plain)]))
    return {**found, **city_keys(board)}


def find_cities(board: Board, query: str) -> list[str]:
    """Return the cities that a typed text may mean; those whose name begins with it come first."""
    typed = fold(query)
    if not typed:
        return []
    known = city_keys(board)
    forms = {typed, latin(typed)}
    found = [c for c in board.cities if any(fits(form, known[c]) for form in forms)]
    return sorted(found, key=lambda c: (not any(k.startswith(f) for k in known[c] for f in forms), c))


def find_routes(board: Board, query: str) -> list[Route]:
    """Return the routes between two typed cities; with one city, all routes from it."""
    words = re.split(r"[\s,–—/]+|-", query.strip())
    words = [word for word in words if word]
    pairs: list[Route] = []
    for cut in range(1, len(words)):
        left, right = (
            set(find_cities(board, " ".join(words[:cut]))),
            set(find_cities(board, " ".join(words[cut:]))),
        )
        for route in board.routes.values():
            a, b = route.ends
            if ((a in left and b in right) or (b in left and a in right)) and route not in pairs:
                pairs.append(route)
    if pairs:
        return pairs
    cities = set(find_cities(board, " ".join(words)))
    return [route for route in board.routes.values() if cities & set(route.ends)]
