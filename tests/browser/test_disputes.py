"""Who is right: an audit, the history, the trail walked, and a log that goes out and comes back in."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import open_table, wrongly_drawn
from tests.browser.test_ask import claim, record

GAME = Path(__file__).parents[1] / "games" / "europe" / "five-players.jsonl"


def test_an_audit_finds_a_claim_recorded_twice_and_one_forgotten(page: Page) -> None:
    code = open_table(page, "europe", 5)
    # Ben's six spaces were written down on both tracks; Cleo's eight were forgotten.
    for player, route in (
        ("p1", "berlin-danzig-1"),
        ("p2", "dieppe-paris-1"),
        ("p3", "frankfurt-paris-1"),
    ):
        claim(page, code, player, route)
    record(
        page,
        code,
        {"type": "route_claimed", "player": "p2", "route": "budapest-kyiv-1"},
    )
    page.goto(f"/t/{code}/audit")
    page.fill("[name=trains-p2]", "44")
    page.fill("[name=marker-p2]", "1")
    page.fill("[name=trains-p3]", "34")
    page.fill("[name=marker-p3]", "25")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".finding")).to_contain_text("2 corrections", timeout=30_000)
    found = page.locator(".correction")
    expect(found).to_have_count(2)
    extra = found.filter(has_text="recorded, but does not lie on the board")
    expect(extra.locator(".name")).to_have_text("Budapest – Kyïv")
    forgotten = found.filter(has_text="is not recorded")
    expect(forgotten).to_contain_text("Petrograd – Stockholm")

    extra.get_by_role("button", name="Take back").click()
    expect(page.locator(".flash")).to_contain_text("Taken back.")
    expect(page.locator(".correction")).to_have_count(1, timeout=30_000)
    page.locator(".correction").get_by_role("link", name="Write down").click()
    page.locator("#sheet .go").first.click()
    expect(page.locator("#net")).to_have_text("saved")
    page.goto(f"/t/{code}/audit?trains-p2=44&marker-p2=1&trains-p3=34&marker-p3=25")
    expect(page.locator(".finding")).to_have_text("Record and table agree.", timeout=30_000)


def test_the_history_steps_over_the_board_and_takes_back_with_a_reason(page: Page) -> None:
    code = open_table(page, "europe", 3)
    claim(page, code, "p1", "berlin-danzig-1")
    claim(page, code, "p2", "dieppe-paris-1")
    page.goto(f"/t/{code}/log")
    page.get_by_role("link", name="Step by step on the board").click()
    expect(page.locator(".entry h2")).to_contain_text("Ben: Dieppe – Paris")
    board = page.locator("[data-board] svg")
    board.evaluate("svg => { svg.dataset.same = 'yes' }")
    page.locator("a[rel=prev]").click()
    expect(page.locator(".entry h2")).to_contain_text("Anna: Berlin – Danzig")
    expect(page.locator('[data-r="dieppe-paris-1"]')).not_to_have_class(re.compile("claimed"))
    assert not wrongly_drawn(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-r="dieppe-paris-1"]')).to_have_class(re.compile("claimed p-blue"))
    assert not wrongly_drawn(page)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".entry h2")).to_contain_text("Anna: Berlin – Danzig")
    expect(board).to_have_attribute("data-same", "yes")
    page.locator(".entry summary").click()
    page.fill("[name=reason]", "that was Ben")
    page.locator(".retract .btn").click()
    expect(page.locator(".entry")).to_contain_text("Taken back by entry 4: that was Ben")
    page.goto(f"/t/{code}")
    expect(page.locator('[data-r="berlin-danzig-1"]')).not_to_have_class(re.compile("claimed"))


def test_a_log_is_exported_imported_and_scored_anew(page: Page, tmp_path: Path) -> None:
    page.goto("/import")
    page.set_input_files("[name=file]", GAME)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    first = page.url.rsplit("/", 1)[-1]
    page.goto(f"/t/{first}/sheet")
    totals = page.locator("tr.total .cell").all_inner_texts()
    assert len(totals) == 5

    # The longest trail is walked step by step.
    page.locator('[data-key="longest_trail:anna"]').click()
    page.get_by_role("link", name="Walk it on the board").click()
    for _ in range(3):
        page.locator("a[rel=next]").click()
        page.wait_for_timeout(200)
    expect(page.locator(".stepper p")).to_contain_text("so far")
    expect(page.locator(".walk-board .lit")).to_have_count(2)

    page.goto(f"/t/{first}/takehome")
    with page.expect_download() as download:
        page.get_by_role("link", name="Log (JSON Lines)").click()
    exported = tmp_path / "log.jsonl"
    download.value.save_as(exported)
    page.goto("/import")
    page.set_input_files("[name=file]", exported)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]+$"))
    second = page.url.rsplit("/", 1)[-1]
    assert second != first
    page.goto(f"/t/{second}/sheet")
    assert page.locator("tr.total .cell").all_inner_texts() == totals

    # What is taken home: a picture made in the browser, and a link that shows nothing private.
    page.goto(f"/t/{second}/takehome")
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Picture (PNG)").click()
    picture = tmp_path / "board.png"
    download.value.save_as(picture)
    raw = picture.read_bytes()
    assert raw.startswith(b"\x89PNG")
    assert int.from_bytes(raw[16:20]) == 1800
    assert len(raw) > 100_000, "an empty picture would be small"
    page.goto(page.locator("#link").input_value())
    assert page.locator("tr.total .cell").all_inner_texts() == totals
    assert second not in page.content()


def test_a_file_that_is_no_log_says_what_is_wrong(page: Page, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(GAME.read_text("utf-8").replace("route_claimed", "route_stolen"), encoding="utf-8")
    page.goto("/import")
    page.set_input_files("[name=file]", wrong)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".faults")).to_contain_text("line 3")
    expect(page.locator(".faults li")).to_have_count(30)
