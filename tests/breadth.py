"""Which cases of a parametrised test the gate runs, and which only `make verify`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def breadth(cases: Iterable[Any], *gate: Any) -> list[ParameterSet]:
    """Return the cases for `parametrize`, all but those of the gate marked `verify`.

    If no case is named for the gate, the first one is in it. A case of several values is a tuple,
    and is named by it.
    """
    made, kept = list(cases), list(gate)
    if not kept:
        kept = made[:1]
    if absent := [one for one in kept if one not in made]:
        raise LookupError(f"{absent} are none of the cases.")
    return [
        pytest.param(
            *(one if isinstance(one, tuple) else (one,)),
            marks=() if one in kept else pytest.mark.verify,
        )
        for one in made
    ]
