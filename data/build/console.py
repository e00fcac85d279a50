"""Progress on stderr: one line a step, and a counter in place while a step runs."""

import contextlib
import sys
import time

_started = time.monotonic()


def say(text):
    """One line, stamped with the seconds since the start."""
    print(f"[{time.monotonic() - _started:6.1f} s] {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def step(title):
    """Announces a step and says how long it took."""
    say(f"{title} ...")
    begun = time.monotonic()
    yield
    say(f"{title}: done in {time.monotonic() - begun:.1f} s")


def counted(items, title):
    """Iterates over a list; off a terminal a line every 10 s, on one a counter in place."""
    live, shown, total = sys.stderr.isatty(), time.monotonic(), len(items)
    for n, item in enumerate(items, 1):
        yield item
        now = time.monotonic()
        if now - shown > (0.2 if live else 10):
            shown = now
            print(f"{title}: {n} of {total}", end="\r" if live else "\n", file=sys.stderr, flush=True)
