"""The table's own Wi-Fi: on simulated radios, a phone joins it and finds the page by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench import Figure, at_least
from tests.rig.installed.computer import Computer, Silent
from tests.rig.installed.image import copied
from tests.rig.installed.phone import BEFORE

# How the owner sets it, and what the phone then does when the machine has started again.
MODES = (("always", "join"), ("fallback", "join"), ("never", "look"))


def promises(kernel: Path, disk: Path) -> Iterator[Figure]:
    """Yield what a phone finds in each mode of the Wi-Fi, one after the other on the same table."""
    with copied(disk) as (own, folder):
        for mode, task in MODES:
            try:
                with Computer(kernel, own, folder, f"set {mode}", BEFORE, "phone") as on:
                    on.until("set")
                with Computer(kernel, own, folder, task, BEFORE, "phone") as on:
                    while (word := on.until("kept"))["what"]:
                        yield at_least(
                            f"{mode}: {word['what']}", word["times"], word["of"], "times"
                        )
            except Silent as silent:
                print(silent)
                yield at_least(f"{mode}: and all the rest", 0, 1, "times")
