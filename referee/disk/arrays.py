"""Reads arrays of numbers that are part of the program."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def arrays_beside(module: str, name: str) -> list[NDArray[np.float32]]:
    """Return the arrays of the NumPy archive `name` in the folder of a module's file."""
    with np.load(Path(module).with_name(name)) as found:
        return [found[each].astype(np.float32) for each in found.files]
