"""
``python -m bench`` prints every comparison, ``python -m bench trail`` only the named ones.

``--base COMMIT``: what is asked by pages or by the command line is also asked of that commit, in turns.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys

import bench
from bench.versions import beside

HELPERS = {"__main__", "clock", "networks", "tables", "versions"}


def main(arguments: list[str]) -> int:
    """Run the named comparisons, or all; each is a module of this package with a function ``run``."""
    known = sorted(
        module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in HELPERS
    )
    reader = argparse.ArgumentParser(prog="python -m bench")
    reader.add_argument("names", nargs="*", metavar="name", help=", ".join(known))
    reader.add_argument("--base", default="", metavar="COMMIT", help="a commit to compare with")
    given = reader.parse_args(arguments)
    unknown = [name for name in given.names if name not in known]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    with beside(given.base):
        for name in given.names or known:
            print(f"\n## {name}\n", flush=True)
            importlib.import_module(f"bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
