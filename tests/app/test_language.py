"""The language of a page is found out once a request, and belongs to that request alone."""

from __future__ import annotations

import pytest
from flask import Flask, render_template_string

from app.tables.store import Table
from app.web import i18n
from tests.app.phones import Phone


def test_a_page_finds_out_its_language_once(
    keeper: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(i18n, "get_locale", lambda get=i18n.get_locale: asked.append(1) or get())
    assert keeper.get(f"/t/{table.code}").status_code == 200
    assert len(asked) == 1


def test_requests_one_after_the_other_each_have_their_own(keeper: Phone) -> None:
    for language, word in (("en", "Settings"), ("ru", "Настройки"), ("en", "Settings")):
        assert word in keeper.get("/", headers={"Accept-Language": language}).text


def test_a_block_in_another_language_ends_with_it(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert i18n.language() == "en"
        with i18n.speaking("ru"):
            assert (i18n.language(), i18n.gettext("red")) == ("ru", "красный")
        assert (i18n.language(), i18n.gettext("red")) == ("en", "red")
    with app.test_request_context(headers={"Accept-Language": "en"}):
        with i18n.speaking("ru"):
            assert i18n.gettext("red") == "красный"
        assert i18n.gettext("red") == "red"


def test_outside_of_requests_it_is_english() -> None:
    assert (i18n.language(), i18n.gettext("red")) == ("en", "red")


def test_values_in_the_messages_of_templates_are_escaped(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "ru"}):
        said = render_template_string(
            "{{ _('%(player)s: turn without a claim', player='<b>') }}|{{ ngettext('%(num)d point', '%(num)d points', -2) }}"
        )
    assert "&lt;b&gt;: " in said
    assert said.endswith("|−2 очка")
