"""
Signed tokens with an age: the cookie of a phone, offers of seats and of the keeper's role.

A clock may be set back, by three seconds or by a day; whatever was signed before then comes "from the future". Its
signature is good all the same, so it is taken as new. What is too old still expires. Every signature that carries a
time is made and read here; the links of sheets (``/s/…``) and the tokens of forms carry none.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, overload

from itsdangerous import SignatureExpired, TimestampSigner, URLSafeTimedSerializer


class ClockSigner(TimestampSigner):
    """A signer that never refuses a good signature because the time in it has not come yet."""

    @overload
    def unsign(
        self,
        signed_value: str | bytes,
        max_age: int | None = None,
        return_timestamp: Literal[False] = False,
    ) -> bytes: ...

    @overload
    def unsign(
        self,
        signed_value: str | bytes,
        max_age: int | None = None,
        return_timestamp: Literal[True] = True,
    ) -> tuple[bytes, datetime]: ...

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> tuple[bytes, datetime] | bytes:
        """Return what was signed; raise SignatureExpired where it is older than ``max_age`` seconds, BadSignature else."""
        value, signed = super().unsign(signed_value, return_timestamp=True)
        if max_age is not None:
            age = self.get_timestamp() - int(signed.timestamp())
            if age > max_age:
                raise SignatureExpired(
                    f"Signature age {age} > {max_age} seconds", payload=value, date_signed=signed
                )
        return (value, signed) if return_timestamp else value


def timed(secret: Any, salt: str) -> URLSafeTimedSerializer:
    """Return what signs and reads tokens that carry the time of their making."""
    return URLSafeTimedSerializer(secret, salt=salt, signer=ClockSigner)
