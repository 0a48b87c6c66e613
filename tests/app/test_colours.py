"""The tokens: both copies of the dark ones are equal, and what stands out in the light stands out in the dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "app" / "static" / "css"
BLOCK = re.compile(r"\{([^{}]*--paper:[^{}]*)\}")
LIGHT, *DARK = (
    dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", block))
    for block in BLOCK.findall((CSS / "tokens.css").read_text("utf-8"))
)
THEMES = {"light": LIGHT, "dark": DARK[0]}


def light(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2.2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dark, bright = sorted((light(one), light(two)))
    return (bright + 0.05) / (dark + 0.05)


def test_both_copies_of_the_dark_tokens_are_equal() -> None:
    assert len(DARK) == 2
    assert DARK[0] == DARK[1]
    assert DARK[0].keys() == LIGHT.keys()


@pytest.mark.parametrize("theme", THEMES)
def test_a_chosen_tab_and_the_main_button_stand_out(theme: str) -> None:
    tokens = THEMES[theme]
    for ground in ("paper", "card", "well"):
        assert contrast(tokens["main"], tokens[ground]) >= 3, ground
    assert contrast(tokens["on-main"], tokens["main"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_tick_box_stands_out_ticked_or_not(theme: str) -> None:
    tokens = THEMES[theme]
    for edge in ("ink2", "go"):
        for ground in ("paper", "card"):
            assert contrast(tokens[edge], tokens[ground]) >= 3, (edge, ground)


def test_the_livery_is_the_ground_of_the_head_alone() -> None:
    """In the dark the livery is darker than the paper: a chosen thing in it would look as if it were switched off."""
    used = [
        rule
        for sheet in CSS.glob("*.css")
        for rule in re.findall(
            r"([^{}]+)\{[^{}]*background: var\(--livery\)[^{}]*\}", sheet.read_text("utf-8")
        )
    ]
    assert [rule.split("*/")[-1].strip() for rule in used] == [".livery"]
