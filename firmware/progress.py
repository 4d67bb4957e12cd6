"""How far long work is, on standard error: a bar on a terminal, else a line for each tenth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

TOLD = 10  # lines of a whole, beside the first


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """Yield what is to be called with how many more of `length` are done."""
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
