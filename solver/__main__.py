"""
The command line: ``python -m solver COMMAND [FILE] [options]``.

Exit status: 0 answered; 1 answered, but something asked about is wrong; 2 the input was refused, one line a fault on
standard error; 3 out of time without any answer; 130 interrupted.

The work is done in a thread of its own: a search in foreign code does not notice Ctrl-C, the waiting thread does.
"""

from __future__ import annotations

import gc
import os
import sys
import threading


def main() -> None:
    """Run one command and leave with its status."""
    # Modules just imported hold no garbage; looking for it took a sixth of a short command.
    gc.set_threshold(50_000)
    status: list[int] = []

    def work() -> None:
        from solver.cli.run import run

        try:
            status.append(run(sys.argv[1:]))
        except SystemExit as leaving:
            status.append(leaving.code if isinstance(leaving.code, int) else 1)
        except BrokenPipeError:
            status.append(0)

    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
        thread.join()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # nobody reads on, or the disk is full: the thread has said so
        os._exit(status[0] if status else 0)
    except KeyboardInterrupt:
        os._exit(130)
    os._exit(status[0] if status else 1)


if __name__ == "__main__":
    main()
