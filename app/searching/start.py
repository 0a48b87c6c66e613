"""
``python -m app.searching.start``: the process that searches, modest from its first moment.

It imports for more than a second, and while a server starts that must not take the time of the first page.
"""

from __future__ import annotations

from solver.cli.modest import yield_to_others

if __name__ == "__main__":
    yield_to_others()
    from app.searching.worker import main

    main()
