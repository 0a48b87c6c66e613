"""The word in the address of a public sheet: signed, without a code that would open the table."""

from __future__ import annotations

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer


def _signer() -> URLSafeSerializer:
    # The number of the table opens nothing by itself, and its code must not be in the address: it would let in.
    return URLSafeSerializer(current_app.secret_key or "", salt="public sheet")


def sheet_token(table_id: int) -> str:
    """Return the word in the address of a table's public sheet."""
    return str(_signer().dumps(table_id))


def table_of_token(token: str) -> int | None:
    """Return the number of the table that a word belongs to; None when it is none of ours."""
    try:
        found = _signer().loads(token)
    except BadSignature:
        return None
    return found if isinstance(found, int) and not isinstance(found, bool) else None
