"""A computer with a disk of its own, on which the installer made a table: what that promises.

Each module's `promises`, given the kernel and the disk's image, yields figures. They are measured
from outside: here are the plug, and the word of who sits at the computer.
"""

from __future__ import annotations

from pkgutil import iter_modules

PARTS = ("computer", "image", "inside", "phone", "wires")


def names() -> list[str]:
    """Return the modules of promises."""
    return [module.name for module in iter_modules(__path__) if module.name not in PARTS]
