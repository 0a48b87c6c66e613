"""All that the page of the API may read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApiOption:
    """An option of an operation."""

    name: str
    where: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """One operation with a request to copy."""

    id: str
    method: str
    path: str
    title: str
    about: str
    options: tuple[ApiOption, ...]
    example: str
    statuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApiGroup:
    """Operations that belong together."""

    title: str
    operations: tuple[ApiOperation, ...]


@dataclass(frozen=True, slots=True)
class ApiCode:
    """One code of an error."""

    code: str
    status: int
    about: str


@dataclass(frozen=True, slots=True)
class ApiPage:
    """What ``api/api.html`` reads."""

    groups: tuple[ApiGroup, ...]
    codes: tuple[ApiCode, ...]
    document: str
