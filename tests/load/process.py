"""What processes take of the machine, as Linux tells it."""

from __future__ import annotations

import contextlib
from pathlib import Path


def children(pid: int) -> list[int]:
    """Return all processes below one."""
    below: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        below.setdefault(parent, []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        more = below.get(waiting.pop(), [])
        found += more
        waiting += more
    return found


def worked(pid: int) -> float:
    """Return the seconds of processor time that the living threads of a process took; 0 when it is gone."""
    nanoseconds = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            nanoseconds += int(thread.read_text().split()[0])
    return nanoseconds / 1e9


def resident(pid: int) -> float:
    """Return the memory of a process in MiB; 0 when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 / 2**20
    except (OSError, IndexError):
        return 0.0


def files(pid: int) -> int:
    """Return the number of files that a process has open."""
    try:
        return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return 0


def threads(pid: int) -> int:
    """Return the number of threads of a process."""
    try:
        return sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return 0
