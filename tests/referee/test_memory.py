"""What the rules remember is bounded: a table stays on for months, over matches of every game."""

from __future__ import annotations

from functools import _lru_cache_wrapper
from importlib import import_module

from tests.rooms import modules

# Values for states that come back within a match, of 0.1 to 6 kB each. With up to 8,192 in each
# cache 50,000 moves of the five games took 60 MB more at the end than at first, nearly all of it
# here; a move at the desk takes no longer with these.
MOST = 1024


ENDLESS = {"places", "folders", "_installed", "_solution"}  # by what is installed, or by edition


def test_no_cache_of_the_rules_grows_over_long_evenings() -> None:
    most = {
        f"{name}.{key}": function.cache_parameters()["maxsize"]
        for name in modules()
        if name.startswith("referee.")
        for key, function in vars(import_module(name)).items()
        if isinstance(function, _lru_cache_wrapper) and function.__module__ == name
    }
    assert most
    assert {name.rpartition(".")[2] for name, size in most.items() if size is None} <= ENDLESS
    assert not {name: size for name, size in most.items() if size is not None and size > MOST}
