"""What a guest is to show: each module's `promises` yields figures, in a guest of its own."""

from __future__ import annotations

from pkgutil import iter_modules


def names() -> list[str]:
    """Return the modules of promises."""
    return [module.name for module in iter_modules(__path__)]
