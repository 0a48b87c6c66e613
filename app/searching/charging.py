"""
What a page works out in the request itself is paid for like a search: seconds of CPU, by its address and its table.

Pages of one address come one after the other (``app.searching.turns``).

Which tickets can still be reached, what another loan would have given, who can still win: each takes hundredths of a
second, and whoever asks a thousand times takes the server from everybody else.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from flask import Blueprint, g, request
from werkzeug.exceptions import TooManyRequests

from app.searching.askers import Payer, asking_address
from app.searching.pool import pool
from app.searching.turns import begin_turn, end_turn

DEPOSIT = 0.25
"""Seconds of CPU that are paid before a page begins; what it did not use is given back, what it used beyond is taken."""


class _Paid(NamedTuple):
    payers: tuple[Payer, ...]
    began: float


def charge(blueprint: Blueprint, *, table: bool = True) -> None:
    """
    Let every page of a blueprint be paid for before it is worked out; what is sent to be recorded is not.

    Parameters
    ----------
    table
        Whether the table pays as well as the address. Not for pages that strangers may open: they could use up what
        its players need.

    Raises
    ------
    TooManyRequests
        From a page whose address or table has nothing left, or of whose address too many wait; it says when to come
        again.
    """
    blueprint.before_request(_pay_for_table if table else _pay)
    blueprint.teardown_request(_settle)


def _pay() -> None:
    _take((asking_address(),))


def _pay_for_table() -> None:
    code = str((request.view_args or {}).get("code", "")).upper()[:12]
    _take((asking_address(), ("pages", code)))


def _take(payers: tuple[Payer, ...]) -> None:
    if request.method not in ("GET", "HEAD"):
        return
    wait = pool().pay(payers, DEPOSIT)
    if wait:
        raise TooManyRequests(retry_after=math.ceil(wait))
    if not begin_turn(payers[0]):
        pool().give_back(payers, DEPOSIT)
        raise TooManyRequests(retry_after=5)
    g.paid_for_page = _Paid(payers, time.thread_time())


def _settle(_error: BaseException | None) -> None:
    end_turn()
    paid: _Paid | None = g.pop("paid_for_page", None)
    if paid is not None:
        pool().give_back(paid.payers, DEPOSIT - (time.thread_time() - paid.began))
