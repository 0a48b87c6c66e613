"""The app with one more address, behind which a search runs for a minute: what Ctrl-C has to interrupt."""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask

import app


def create_app() -> Flask:
    """Build the app of the test."""
    found = app.create_app()

    @found.get("/slow")
    def slow() -> str:
        from ortools.sat.python import cp_model

        from solver.search.engine import new_solver

        model = cp_model.CpModel()
        marks = [
            model.new_int_var(0, 400, f"mark_{i}") for i in range(18)
        ]  # a Golomb ruler: nobody proves this fast
        gaps = []
        for i, left in enumerate(marks):
            for j in range(i + 1, len(marks)):
                gap = model.new_int_var(1, 400, f"gap_{i}_{j}")
                model.add(gap == marks[j] - left)
                gaps.append(gap)
        model.add_all_different(gaps)
        model.minimize(marks[-1])
        solver = new_solver(60)
        solver.parameters.max_deterministic_time = 1e6
        Path(os.environ["STATIONMASTER_INSTANCE"], "solving").touch()
        return solver.status_name(solver.solve(model))

    return found
