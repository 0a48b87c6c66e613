"""What holds for every test: no time limit for one example of a randomised test, and failures told when they happen."""

from __future__ import annotations

import pytest
from hypothesis import settings

# How long an example takes says something about the machine alone.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


class FailuresAtOnce:
    """Prints the name of a test and the first line of its error in the moment it fails, not only at the end of the run."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print one line for a failure."""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = crash.message.splitlines()[0][:160] if crash and crash.message else ""
            self.terminal.ensure_newline()
            self.terminal.write_line(f"FAILED {report.nodeid} ({report.when}) {why}".rstrip(), red=True)


def pytest_configure(config: pytest.Config) -> None:
    """Tell failures at once where there is somebody to tell them to (not in the processes of pytest-xdist)."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        config.pluginmanager.register(FailuresAtOnce(terminal), "failures-at-once")
