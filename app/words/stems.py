"""Words of a question cut to their stems, as far as endings of English and Russian go."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from threading import Lock

import snowballstemmer

_stemmers = {name: snowballstemmer.stemmer(name) for name in ("english", "russian")}
_one_at_a_time = Lock()
"""A stemmer keeps the word it works on: two threads must not share it."""


def plain_words(text: str) -> list[str]:
    """Return the words of a text in small letters without accents; ``ё`` reads as ``е``, ``й`` stays for the stemmer."""
    small = text.casefold().replace("ё", "е").replace("й", "\0")
    bare = "".join(c for c in unicodedata.normalize("NFD", small) if not unicodedata.combining(c))
    return re.findall(r"\w+", bare.replace("\0", "й").replace("'", "").replace("’", "").replace("_", " "))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a plain word without its ending."""
    with _one_at_a_time:
        found = _stemmers["russian" if re.search("[а-я]", word) else "english"].stemWord(word)
    return str(found)


def phrase_stems(text: str) -> tuple[str, ...]:
    """Return the parts of a phrase of the file: stems, or beginnings with their ``*``."""
    return tuple(
        f"{''.join(plain_words(part))}*" if part.endswith("*") else stem("".join(plain_words(part)))
        for part in text.split()
    )
