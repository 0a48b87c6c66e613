"""Pages that work something out in the request pay for it: whoever has used it up waits, nobody else does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app.searching import charging
from app.searching import pool as pools
from app.searching.pool import SEARCHES, Pool
from app.tables.store import Table
from tests.app.phones import Phone, open_table

HERE, ELSEWHERE = ({"REMOTE_ADDR": address} for address in ("192.0.2.7", "198.51.100.9"))


@pytest.fixture
def purse(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pool]:
    """Purses of two seconds that as good as never fill again."""
    monkeypatch.setattr(pools, "PURSE", 2.0)
    found = Pool(2, refill=1e-9, clock=lambda: 0.0)
    app.extensions[SEARCHES] = found
    yield found
    found.close()


def empty(purse: Pool, *payers: tuple[str, str]) -> None:
    """Take what is left in purses, down to less than a page's deposit."""
    for payer in payers:
        while purse.pay([payer], charging.DEPOSIT / 2) == 0:
            pass


HERE_PAYS = ("address", HERE["REMOTE_ADDR"])


@pytest.fixture
def table(app: Flask, keeper: Phone) -> Table:
    return open_table(app, keeper)


PAGES = ("ask", "tickets/anna", "whatif", "sheet", "audit")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_whose_address_has_nothing_left_waits(purse: Pool, keeper: Phone, table: Table, page: str):
    address = f"/t/{table.code}/{page}"
    assert keeper.client.get(address, environ_base=HERE).status_code == 200
    empty(purse, HERE_PAYS)
    refused = keeper.client.get(address, environ_base=HERE)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0


def test_what_a_page_did_not_use_is_given_back(purse: Pool, keeper: Phone, table: Table):
    """A page of a new table takes far less than its deposit: ten of them leave room for one more."""
    for _ in range(10):
        assert keeper.client.get(f"/t/{table.code}/tickets/anna", environ_base=HERE).status_code == 200
    assert purse.pay([HERE_PAYS], charging.DEPOSIT) == 0


def test_a_table_pays_for_its_own_pages_and_not_for_its_sheet(purse: Pool, keeper: Phone, table: Table):
    empty(purse, ("pages", table.code))
    assert keeper.client.get(f"/t/{table.code}/ask", environ_base=HERE).status_code == 429
    assert keeper.client.get(f"/t/{table.code}/sheet", environ_base=HERE).status_code == 200


def test_nobody_pays_for_another_address(purse: Pool, keeper: Phone, table: Table):
    empty(purse, HERE_PAYS)
    assert keeper.client.get(f"/t/{table.code}/ask", environ_base=HERE).status_code == 429
    assert keeper.client.get(f"/t/{table.code}/ask", environ_base=ELSEWHERE).status_code == 200


def test_what_is_recorded_costs_nothing(purse: Pool, keeper: Phone, table: Table):
    empty(purse, ("pages", table.code), ("address", "127.0.0.1"))
    assert keeper.claim(table, "anna", "dieppe-paris-1").status_code == 201
    assert keeper.get(f"/t/{table.code}").status_code == 200
