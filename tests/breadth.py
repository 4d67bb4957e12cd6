"""Which tests, and which cases of one, the gate runs, and which only `make verify`."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
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
    if absent := [entry for entry in kept if entry not in made]:
        raise LookupError(f"{absent} are none of the cases.")
    return [
        pytest.param(
            *(item if isinstance(item, tuple) else (item,)),
            marks=() if item in kept else pytest.mark.verify,
        )
        for item in made
    ]


def gate_tests(source: str) -> Iterator[ast.FunctionDef]:
    """Yield each test of a module that is not left to `make verify` as a whole."""
    nodes = ast.parse(source).body
    for node in nodes:
        if isinstance(node, ast.Assign) and _is_breadth(node.value, *_elements(node.value)):
            return  # pytestmark
    for node in nodes:
        if not isinstance(node, ast.FunctionDef) or _is_breadth(*node.decorator_list):
            continue
        if node.name.startswith("test_"):
            yield node


def _is_breadth(*marks: ast.expr) -> bool:
    return any(ast.unparse(mark) == "pytest.mark.verify" for mark in marks)


def _elements(value: ast.expr) -> list[ast.expr]:
    return value.elts if isinstance(value, ast.List | ast.Tuple) else []
