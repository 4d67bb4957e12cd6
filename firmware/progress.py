"""Shows the progress of long work on standard error.

On a terminal it is a bar, and otherwise a line for each tenth.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

TOLD = 10  # Number of lines for the whole work, besides the first line.


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """Yield a function. Each call of it takes the number of items finished since the last call."""
    if sys.stderr.isatty():
        with click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as shown:
            yield shown.update
        return
    done = 0

    def further(more: int) -> None:
        nonlocal done
        before, done = done, done + more
        if more and (before == 0 or done * TOLD // length > before * TOLD // length):
            click.echo(f"{label}: {done}/{length}", err=True)

    yield further
