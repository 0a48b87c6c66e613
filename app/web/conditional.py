"""
Answers that a browser keeps and asks about again: where nothing has changed, 304 and no body.

Tags are weak. Packing changes the bytes and not what they say; a strong tag would get the name of the packing behind it on
its way out, come back with it, and never match.
"""

from __future__ import annotations

from flask import Response, request


def unless_known(answer: Response) -> Response:
    """Return an answer with a tag made of its body, or 304 where the caller has just that."""
    answer.add_etag(weak=True)
    answer.make_conditional(request)
    return answer
