"""The table's own Wi-Fi: on simulated radios, a phone joins it and finds the page by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench import Figure, at_least
from tests.rig.installed.computer import Computer, Silent
from tests.rig.installed.image import copied
from tests.rig.installed.phone import BEFORE

# How the owner sets it, and what the phone does when the machine has started again after that.
MODES = (("always", "join"), ("fallback", "join"), ("never", "look"))


def promises(kernel: Path, disk: Path) -> Iterator[Figure]:
    """Yield what a phone finds in each mode of the Wi-Fi, one after the other on the same table."""
    with copied(disk) as (own, folder):
        for mode, task in MODES:
            try:
                for doing in (f"set {mode}", task):
                    with Computer(kernel, own, folder, doing, BEFORE, "phone") as on:
                        while (word := on.until("kept"))["what"]:
                            kept = f"{mode}: {word['what']}"
                            yield at_least(kept, word["times"], word["of"], "times")
            except Silent as silent:
                print(silent)
                yield at_least(f"{mode}: and all the rest", 0, 1, "times")
