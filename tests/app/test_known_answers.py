"""What a browser has already costs 304 and no body, packed or not."""

from __future__ import annotations

import pytest
from flask import Flask

from app.pages.rulings import view
from app.pages.rulings.page import all_rulings
from app.tables.store import Table
from tests.app.phones import Phone

PACKED = {"Accept-Encoding": "br"}


@pytest.mark.parametrize(
    "path", ["/t/{code}/state.json", "/rulings", "/api/v1/openapi.json", "/api/v1/editions"]
)
@pytest.mark.parametrize("packed", [{}, PACKED], ids=["plain", "packed"])
def test_an_answer_that_is_known_is_not_sent_again(
    keeper: Phone, table: Table, path: str, packed: dict[str, str]
) -> None:
    path = path.format(code=table.code)
    keeper.get("/settings")  # from here on its session stays as it is
    first = keeper.get(path, headers=packed)
    assert first.status_code == 200
    assert ("Content-Encoding" in first.headers) == bool(packed)
    assert first.headers["ETag"].startswith("W/")
    again = keeper.get(path, headers={**packed, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = keeper.get(path, headers={**packed, "If-None-Match": 'W/"something else"'})
    assert other.status_code == 200
    assert other.data == first.data


def test_a_state_that_changed_is_sent(keeper: Phone, table: Table) -> None:
    path = f"/t/{table.code}/state.json"
    tag = keeper.get(path, headers=PACKED).headers["ETag"]
    assert keeper.claim(table, "anna", "dieppe-paris-1").status_code == 201
    assert keeper.get(path, headers={**PACKED, "If-None-Match": tag}).status_code == 200


def test_rulings_are_written_once_for_each_language_and_edition(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    monkeypatch.setattr(view, "_listed", lambda page, write=view._listed: written.append(page) or write(page))
    view._listed_once.cache_clear()
    phone = Phone(app, None)
    for language, edition in [("en", ""), ("ru", ""), ("en", "usa"), ("en", ""), ("ru", ""), ("en", "usa")]:
        page = phone.get(f"/rulings?edition={edition}", headers={"Accept-Language": language}).text
        assert ("Вопросы" in page) == (language == "ru")
        assert page.count('<details class="ruling') == len(all_rulings(language, edition))
    assert len(written) == 3
    assert phone.get("/rulings?q=station", headers={"Accept-Language": "en"}).text.count('class="ruling') > 0
    view._listed_once.cache_clear()
