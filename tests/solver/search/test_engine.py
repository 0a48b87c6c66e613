"""The settings that every search shares, and that Ctrl-C stays with Python."""

import signal
import subprocess
import sys
import textwrap
from types import SimpleNamespace

from solver.search import engine
from solver.search.engine import new_solver


def test_every_solver_has_the_same_settings():
    parameters = new_solver(2.0).parameters
    assert parameters.num_workers == 1
    assert parameters.linearization_level == 2
    assert not parameters.catch_sigint_signal
    assert parameters.max_time_in_seconds == 2.0
    assert 0 < parameters.max_deterministic_time <= 2.0


def test_ctrl_c_during_a_solve_in_a_thread_is_an_ordinary_keyboard_interrupt():
    """The default of OR-Tools takes the signal and ends the process; ours must reach Python's own handling."""
    program = textwrap.dedent(
        """
        import threading, time
        from ortools.sat.python import cp_model
        from solver.search.engine import new_solver

        model = cp_model.CpModel()  # forty pigeons, thirty-nine holes: no end in sight
        sits = [[model.new_bool_var("") for _ in range(39)] for _ in range(40)]
        for pigeon in sits:
            model.add_bool_or(pigeon)
        for hole in zip(*sits):
            for i, one in enumerate(hole):
                for other in hole[:i]:
                    model.add_bool_or(~one, ~other)
        solver = new_solver(60.0)
        solver.parameters.linearization_level = 0
        solver.parameters.cp_model_presolve = False
        solver.parameters.max_deterministic_time = 1e9
        thread = threading.Thread(target=solver.solve, args=(model,), daemon=True)
        thread.start()
        time.sleep(0.3)
        assert thread.is_alive()
        try:
            print("solving", flush=True)
            while thread.is_alive():
                time.sleep(0.05)
            print("the solve ended by itself")
        except KeyboardInterrupt:
            print("caught", flush=True)
        solver.stop_search()
        thread.join(20)
        print("stopped" if not thread.is_alive() else "stuck", flush=True)
        """
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "solving\n"
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said.split() == ["caught", "stopped"]


def test_importing_the_searches_does_not_import_or_tools():
    program = (
        "import sys, solver.search.trail.longest_trail, solver.search.engine; print('ortools' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_waiting_for_the_import_takes_nothing_from_a_search(monkeypatch):
    """On a busy machine the first import of OR-Tools alone has taken longer than a whole search may."""
    moments = iter([0.0, 1.0, 11.0, 12.0, 13.5])
    monkeypatch.setattr(engine, "time", SimpleNamespace(perf_counter=lambda: next(moments)))
    clock = engine.Deadline(5.0)
    engine.load()  # from second 1 to second 11
    assert clock.left == 3.0
    assert clock.spent == 3.5
