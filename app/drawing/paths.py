"""Curves written as SVG path data."""

from __future__ import annotations

from app.drawing.geometry import Curve


def number(value: float) -> str:
    """Return a number as short as SVG allows: one decimal, no useless zeros."""
    text = f"{value:.1f}".removesuffix(".0")
    text = "0" if text == "-0" else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path(curve: Curve) -> str:
    """Return a curve as path data."""
    start, handle, end = (" ".join(map(number, p)) for p in (curve.start, curve.handle, curve.end))
    return f"M{start}L{end}" if curve.straight else f"M{start}Q{handle} {end}"
