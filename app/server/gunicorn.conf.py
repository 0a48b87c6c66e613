"""
How gunicorn serves the app: one process with many threads, since every open stream keeps a thread.

Everything comes from the same settings as the app itself (``app.web.config``); an option behind ``python -m app --`` wins.
"""

import gc
import os
import signal
import tempfile
import threading
import time
from typing import Any

from app.web.config import EXTENSION, Settings

_settings = Settings.from_env()

if _settings.workers > 1 and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    # Each process writes its numbers there; whichever is asked for /metrics adds them up.
    _numbers = tempfile.TemporaryDirectory(prefix="stationmaster-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _numbers.name

wsgi_app = "app:create_app()"
bind = f"{_settings.host}:{_settings.port}"
worker_class = "app.server.patience.Worker"
workers = _settings.workers
threads = _settings.threads
worker_connections = 2 * _settings.threads
# Each process builds its own app: threads and database connections do not survive a fork.
preload_app = False
timeout = 60
graceful_timeout = 10
keepalive = 5
accesslog = None
if _settings.log_is_json:
    logger_class = "app.server.log_format.ServerLogger"
control_socket_disable = True


def when_ready(_server: Any) -> None:
    """Tell people at the table where the app is, once the port is ours."""
    from app.server.announce import announce

    announce(_settings)


def post_fork(_server: Any, _worker: Any) -> None:
    """Look for no garbage in what is just being imported: that takes a sixth of the start."""
    gc.disable()


def child_exit(_server: Any, worker: Any) -> None:
    """Take the streams of a process that is gone out of the numbers."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def post_worker_init(worker: Any) -> None:
    """
    Look for garbage from now on, though never again among the modules.

    End all streams as soon as the process is told to stop: they would keep it for the whole grace period.
    """
    gc.freeze()
    gc.enable()
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: Any) -> None:
        # In a thread of its own: the signal may have caught this one inside the hub.
        threading.Thread(target=_close, args=(worker,), daemon=True).start()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, stop)


def worker_int(worker: Any) -> None:
    """Ctrl-C: at once. A search that runs in a thread would otherwise be waited for; what was acknowledged is written."""

    def leave() -> None:
        _close(worker)
        time.sleep(0.3)
        os._exit(0)

    threading.Thread(target=leave, daemon=True).start()


def _close(worker: Any) -> None:
    found = getattr(worker.wsgi, "extensions", {}).get(EXTENSION)
    if found is not None:
        found.close()
