"""
Settings of the web application, read once from the environment.

================================ ============================================ ====================================
Variable                         Meaning                                      Default
================================ ============================================ ====================================
``DATABASE_URL``                 where the tables are kept                    ``sqlite:///<instance>/stationmaster.db``
``STATIONMASTER_INSTANCE``       folder for the database and the secret       ``instance`` beside the package;
                                                                              installed: in the current folder
``SECRET_KEY``                   signs cookies and seat links                 made once, kept in the instance folder
``HOST``, ``PORT``               where to listen                              ``0.0.0.0``, ``8000``
``STATIONMASTER_WORKERS``        processes (more than one wants PostgreSQL)   ``1``
``STATIONMASTER_THREADS``        threads of a process; each stream takes one  ``500``
``STATIONMASTER_STREAMS``        open streams of a process                    ``450``
``STATIONMASTER_TABLE_STREAMS``  open streams of one table in a process       ``40``
``STATIONMASTER_DEVICE_STREAMS`` open streams of one phone in a process       ``8``
``STATIONMASTER_ADDRESS_STREAMS`` open streams of one address in a process;   ``60``
                                 by IPv6 of one /64
``STATIONMASTER_STREAM_SECONDS`` a stream ends itself after so many seconds   ``300``
``STATIONMASTER_BODY_LIMIT``     largest request body in bytes; a log to      ``1000000``
                                 import may have 8 MB
``STATIONMASTER_WRONG_CODES``    wrong table codes from one address in ten    ``20``
                                 minutes, after which wrong ones hear to
                                 wait; after 15 times as many right ones too
``STATIONMASTER_SEARCHERS``      processes that search, for pages and the API  ``4``
``STATIONMASTER_SEARCH_SECONDS`` seconds of CPU that come back to each table    ``30``
                                 and address in a minute, ``0``: no limit
``STATIONMASTER_API_RATE``       questions of one address a minute, ``0``: no  ``600``
                                 limit
``STATIONMASTER_NEW_TABLES``     tables that one address opens in              ``60``
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

import errno
import math
import os
import re
import secrets
import socket
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path


class InvalidSetting(ValueError):
    """A variable of the environment cannot be what it is; the message is one line: which, what it is, what it must be."""


PROJECT = Path(__file__).resolve().parents[2]
_PACKED = PROJECT / "app" / "templates"
INSTALLED = _PACKED.is_dir()
"""Whether this runs from an installed package, where nothing may be kept beside the code."""
TEMPLATES = _PACKED if INSTALLED else PROJECT / "templates"


@cache
def version() -> str:
    """Return the version of this program: of the package where one is installed, else of the project's own file."""
    if INSTALLED:
        return metadata.version("stationmaster")
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


EXTENSION = "stationmaster"
"""Under this name an app keeps what it must close when it ends."""


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
    address_streams: int = 60
    stream_seconds: float = 300.0
    heartbeat_seconds: float = 15.0
    body_limit: int = 1_000_000
    wrong_codes: int = 20
    searchers: int = 4
    search_seconds: int = 30
    api_rate: int = 600
    new_tables: int = 60
    metrics: str = "local"
    log: str = ""
    proxies: int = 0
    warm: bool = True
    testing: bool = False

    @property
    def log_is_json(self) -> bool:
        """Whether a machine reads the log; left open, it is a person on a terminal and a machine elsewhere."""
        return self.log == "json" or (self.log == "" and not sys.stderr.isatty())

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """
        Read the settings; make the instance folder and the secret where they are missing.

        Raises
        ------
        InvalidSetting
            A variable that cannot be what it is.
        """
        env = os.environ if environ is None else environ
        beside = Path.cwd() if INSTALLED else PROJECT
        instance = Path(env.get("STATIONMASTER_INSTANCE") or beside / "instance")
        secret = env.get("SECRET_KEY", "")
        secret = (
            _judged_secret(secret, "SECRET_KEY")
            if secret
            else _judged_secret(_kept_secret(instance), f'"{instance / "secret_key"}"')
        )
        if not env.get("DATABASE_URL"):
            _make(instance)
        return cls(
            database_url=_database(env.get("DATABASE_URL") or f"sqlite:///{instance / 'stationmaster.db'}"),
            secret_key=secret,
            host=_host(env.get("HOST") or "0.0.0.0"),
            port=_whole(env, "PORT", 8000, 1, 65_535),
            workers=_whole(env, "STATIONMASTER_WORKERS", 1, 1, 100),
            threads=_whole(env, "STATIONMASTER_THREADS", 500, 1, 10_000),
            streams=_whole(env, "STATIONMASTER_STREAMS", 450, 0, 10_000),
            table_streams=_whole(env, "STATIONMASTER_TABLE_STREAMS", 40, 0, 10_000),
            device_streams=_whole(env, "STATIONMASTER_DEVICE_STREAMS", 8, 0, 10_000),
            address_streams=_whole(env, "STATIONMASTER_ADDRESS_STREAMS", 60, 0, 10_000),
            stream_seconds=_whole(env, "STATIONMASTER_STREAM_SECONDS", 300, 0, 86_400),
            body_limit=_whole(env, "STATIONMASTER_BODY_LIMIT", 1_000_000, 10_000, 100_000_000),
            wrong_codes=_whole(env, "STATIONMASTER_WRONG_CODES", 20, 1, 1_000_000),
            searchers=_whole(env, "STATIONMASTER_SEARCHERS", 4, 1, 100),
            search_seconds=_whole(env, "STATIONMASTER_SEARCH_SECONDS", 30, 0, 1_000_000),
            api_rate=_whole(env, "STATIONMASTER_API_RATE", 600, 0, 1_000_000),
            new_tables=_whole(env, "STATIONMASTER_NEW_TABLES", 60, 0, 1_000_000),
            metrics=_one_of(env, "STATIONMASTER_METRICS", ("local", "open", "off")),
            log=_one_of(env, "STATIONMASTER_LOG", ("", "json", "text", "off")),
            proxies=_whole(env, "STATIONMASTER_PROXIES", 0, 0, 10),
            warm=_one_of(env, "STATIONMASTER_WARM", ("1", "0")) == "1",
        )


def normal_url(url: str) -> str:
    """Return a database address with the driver named: hosts hand out ``postgres://``, which says no driver."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def _database(url: str) -> str:
    """Return the address of a database that this program can speak to; what is refused may hold a password."""
    must = "it must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
    found = normal_url(url)
    kind = re.split("[:/@]", found, maxsplit=1)[0][:20]
    if kind not in ("sqlite", "postgresql+psycopg"):
        raise _invalid("DATABASE_URL", f'begins with "{kind}"', must)
    if not re.fullmatch(r"sqlite:///(?!:memory:).+|postgresql\+psycopg://.+", found):
        raise _invalid("DATABASE_URL", f'is no whole address of "{kind}"', must)
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        make_url(found)
    except (ArgumentError, ValueError) as error:
        raise _invalid("DATABASE_URL", f'is no whole address of "{kind}"', must) from error
    return found


def _host(host: str) -> str:
    try:
        socket.getaddrinfo(host, None, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        must = "it must be an address of this machine, or 0.0.0.0 for all of them"
        raise _invalid("HOST", f'is "{host}"', must) from error
    return host


def _whole(env: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = env.get(name, "")
    if not text:
        return default
    if not re.fullmatch("[0-9]{1,12}", text, re.ASCII) or not low <= int(text) <= high:
        raise _invalid(name, f'is "{text}"', f"it must be a whole number, {low} to {high}")
    return int(text)


def _one_of(env: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    text = env.get(name) or choices[0]
    if text not in choices:
        known = ", ".join(choice for choice in choices if choice)
        raise _invalid(name, f'is "{text}"', f"it must be one of {known}")
    return text


def _invalid(name: str, found: str, must: str) -> InvalidSetting:
    line = f"{name}: {found}; {must} [setting-invalid]"
    return InvalidSetting("".join(letter if letter.isprintable() else "?" for letter in line))


def _make(instance: Path) -> None:
    try:
        instance.mkdir(parents=True, exist_ok=True)
        if not os.access(instance, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unusable(instance, error) from error


def _unusable(instance: Path, error: OSError) -> InvalidSetting:
    must = "it must be a folder where whoever runs this may read and write"
    return _invalid("STATIONMASTER_INSTANCE", f'is "{instance}" ({error.strerror})', must)


LEAST_BITS = 128
"""A secret of fewer bits (16 random bytes) could be guessed."""


def _judged_secret(secret: str, where: str) -> str:
    """
    Return a secret; refuse one that cannot hold 16 random bytes.

    Judged by its length and the kinds of characters in it: 39 digits, 32 of hexadecimal, 25 of one case, 22 of both. Nobody can tell
    chance from its look, so repeated characters alone are refused besides.
    """
    letters = set(secret)
    if letters <= set("0123456789"):
        size = 10
    elif letters <= set("0123456789abcdef") or letters <= set("0123456789ABCDEF"):
        size = 16
    elif secret.lower() != secret != secret.upper():
        size = 64  # base64, whichever of its kinds chance has left out
    else:
        size = 36
    if len(secret) * math.log2(size) < LEAST_BITS or len(set(secret)) < 6:
        shown = f"has {len(secret)} characters" if where == "SECRET_KEY" else f"is kept in {where}"
        must = "it must hold at least 16 random bytes: python -c 'import secrets; print(secrets.token_urlsafe(32))'"
        raise _invalid("SECRET_KEY", f"{shown} and is too easy to guess", must)
    return secret


def _kept_secret(instance: Path) -> str:
    """Return the secret in the instance folder, made on the first start and readable by its owner alone."""
    _make(instance)
    path = instance / "secret_key"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    except OSError as error:
        raise _unusable(instance, error) from error
    try:
        found = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise _unusable(instance, error) from error
    if not found:
        raise _invalid("SECRET_KEY", f'is not set, and "{path}" is empty', "it must be a long text of chance")
    return found
