"""``python -m bench`` prints every comparison, ``python -m bench trail`` only the named ones."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench

HELPERS = {"__main__", "clock", "networks", "tables"}


def main(names: list[str]) -> int:
    """Run the named comparisons, or all; each is a module of this package with a function ``run``."""
    known = sorted(
        module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in HELPERS
    )
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    for name in names or known:
        print(f"\n## {name}\n", flush=True)
        importlib.import_module(f"bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
