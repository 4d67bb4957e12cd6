"""The installed service: it answers, a wire moves the match, and whatever ends it, it is back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench import Figure, at_least, at_most
from tests.rig.installed.computer import Computer, Silent
from tests.rig.installed.image import copied

READY_S = 60.0


def promises(kernel: Path, disk: Path) -> Iterator[Figure]:
    """Yield what an installed table does on a computer of its own, with buttons."""
    with copied(disk) as (own, folder), Computer(kernel, own, folder, "service") as on:
        try:
            yield from _told(on)
        except Silent as silent:
            print(silent)
            yield at_least("and all the rest", 0, 1, "times")


def _told(on: Computer) -> Iterator[Figure]:
    up = on.until("up")
    yield at_most("from the start of the machine until it is READY", up["at_s"], READY_S, "s")
    yield Figure("processor time until then", round(on.cpu_s(), 1), "s")
    while (word := on.until("kept"))["what"]:
        yield at_least(word["what"], word["times"], word["of"], "times")
