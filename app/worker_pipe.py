"""How ``app.jobs`` and its processes speak: values through a pipe that nobody else holds."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any


def send(stream: IO[bytes], value: object) -> None:
    """Write one value: its size in eight bytes, then the pickle."""
    body = pickle.dumps(value)
    stream.write(struct.pack(">Q", len(body)) + body)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one value; EOFError when there are no more."""
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError
    body = stream.read(struct.unpack(">Q", head)[0])
    return pickle.loads(body)
