"""
Settings of the web application, read once from the environment.

================================ ============================================ ====================================
Variable                         Meaning                                      Default
================================ ============================================ ====================================
``DATABASE_URL``                 where the tables are kept                    ``sqlite:///<instance>/stationmaster.db``
``STATIONMASTER_INSTANCE``       folder for the database and the secret       ``instance`` beside the package
``SECRET_KEY``                   signs cookies and seat links                 made once, kept in the instance folder
``HOST``, ``PORT``               where to listen                              ``0.0.0.0``, ``8000``
``STATIONMASTER_WORKERS``        processes (more than one wants PostgreSQL)   ``1``
``STATIONMASTER_THREADS``        threads of a process; each stream takes one  ``500``
``STATIONMASTER_STREAMS``        open streams of a process                    ``450``
``STATIONMASTER_TABLE_STREAMS``  open streams of one table in a process       ``40``
``STATIONMASTER_DEVICE_STREAMS`` open streams of one phone in a process       ``8``
``STATIONMASTER_STREAM_SECONDS`` a stream ends itself after so many seconds   ``300``
``STATIONMASTER_BODY_LIMIT``     largest request body in bytes; a log to      ``1000000``
                                 import may have 8 MB
``STATIONMASTER_WRONG_CODES``    wrong table codes from one address in ten    ``20``
                                 minutes, after which it is locked out
``STATIONMASTER_SEARCHERS``      processes that answer the API's questions     ``2``
``STATIONMASTER_API_RATE``       questions of one address a minute, ``0``: no  ``600``
                                 limit
``STATIONMASTER_NEW_TABLES``     tables that one address opens by the API in   ``60``
                                 ten minutes, ``0``: no limit
``STATIONMASTER_METRICS``        who may read ``/metrics``: ``local`` (this    ``local``
                                 machine), ``open`` (everybody) or ``off``
``STATIONMASTER_LOG``            ``json``, ``text`` or ``off``; left out, text ``json``
                                 on a terminal and JSON elsewhere
``STATIONMASTER_PROXIES``        trusted proxies in front (X-Forwarded-…)     ``0``
``STATIONMASTER_WARM``           ``0`` leaves the solver unloaded at start    ``1``
================================ ============================================ ====================================
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class InvalidSetting(ValueError):
    """A variable of the environment cannot be read; the message is one line that names it."""


PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Settings:
    """What the application may be told from outside; see the table at the top of the module."""

    database_url: str
    secret_key: str
    host: str = "0.0.0.0"
    port: int = 8000
    workers: int = 1
    threads: int = 500
    streams: int = 450
    table_streams: int = 40
    device_streams: int = 8
    stream_seconds: float = 300.0
    heartbeat_seconds: float = 15.0
    body_limit: int = 1_000_000
    wrong_codes: int = 20
    searchers: int = 2
    api_rate: int = 600
    new_tables: int = 60
    metrics: str = "local"
    log: str = ""
    proxies: int = 0
    warm: bool = True
    testing: bool = False

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """
        Read the settings; make the instance folder and the secret where they are missing.

        Raises
        ------
        InvalidSetting
            A variable that must be a whole number is none.
        """
        env = os.environ if environ is None else environ
        instance = Path(env.get("STATIONMASTER_INSTANCE") or PROJECT / "instance")
        url = env.get("DATABASE_URL") or f"sqlite:///{instance / 'stationmaster.db'}"
        if not env.get("DATABASE_URL") or not env.get("SECRET_KEY"):
            instance.mkdir(parents=True, exist_ok=True)
        return cls(
            database_url=normal_url(url),
            secret_key=env.get("SECRET_KEY") or _kept_secret(instance / "secret_key"),
            host=env.get("HOST", "0.0.0.0"),
            port=_whole(env, "PORT", 8000),
            workers=_whole(env, "STATIONMASTER_WORKERS", 1),
            threads=_whole(env, "STATIONMASTER_THREADS", 500),
            streams=_whole(env, "STATIONMASTER_STREAMS", 450),
            table_streams=_whole(env, "STATIONMASTER_TABLE_STREAMS", 40),
            device_streams=_whole(env, "STATIONMASTER_DEVICE_STREAMS", 8),
            stream_seconds=_whole(env, "STATIONMASTER_STREAM_SECONDS", 300),
            body_limit=_whole(env, "STATIONMASTER_BODY_LIMIT", 1_000_000),
            wrong_codes=_whole(env, "STATIONMASTER_WRONG_CODES", 20),
            searchers=max(1, _whole(env, "STATIONMASTER_SEARCHERS", 2)),
            api_rate=_whole(env, "STATIONMASTER_API_RATE", 600),
            new_tables=_whole(env, "STATIONMASTER_NEW_TABLES", 60),
            metrics=_one_of(env, "STATIONMASTER_METRICS", ("local", "open", "off")),
            log=_one_of(env, "STATIONMASTER_LOG", ("", "json", "text", "off")),
            proxies=_whole(env, "STATIONMASTER_PROXIES", 0),
            warm=env.get("STATIONMASTER_WARM", "1") != "0",
        )


def normal_url(url: str) -> str:
    """Return a database address with the driver named: hosts hand out ``postgres://``, which says no driver."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def _whole(env: Mapping[str, str], name: str, default: int) -> int:
    text = env.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit():
        raise InvalidSetting(f'{name}: is "{text}"; it must be a whole number [setting-invalid]')
    return int(text)


def _one_of(env: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    text = env.get(name) or choices[0]
    if text not in choices:
        known = ", ".join(choice for choice in choices if choice)
        raise InvalidSetting(f'{name}: is "{text}"; it must be one of {known} [setting-invalid]')
    return text


def _kept_secret(path: Path) -> str:
    """Return the secret in a file, made on the first start and readable by its owner alone."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text().strip()
