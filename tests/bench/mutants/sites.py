"""The faults that can be put into a module: one small change of its syntax tree each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_NOT_RUN = ("annotation", "returns", "decorator_list", "type_params", "bases")


@dataclass(frozen=True)
class Mutant:
    """A module with one fault. `statement` is the line where the statement around it begins."""

    module: str
    path: str
    number: int
    line: int
    statement: int
    change: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.change}"


def mutants(module: str, path: str, source: str) -> list[Mutant]:
    """Return the mutants of a module, in the order of its lines."""
    sites = _Sites()
    sites.visit(ast.parse(source))
    results = [Mutant(module, path, number, *site) for number, site in enumerate(sites.changes)]
    return sorted(results, key=lambda mutant: (mutant.line, mutant.number))


def mutated(source: str, number: int) -> ast.Module:
    """Return the tree of a module with its fault of this number."""
    tree: ast.Module = _Sites(number).visit(ast.parse(source))
    return ast.fix_missing_locations(tree)


class _Sites(ast.NodeTransformer):
    """Finds all faults that can be put into a tree, and puts in the `wanted` one."""

    def __init__(self, wanted: int = -1) -> None:
        self.changes: list[tuple[int, int, str]] = []
        self._wanted, self._statement = wanted, 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.stmt):
            self._statement = node.lineno
        statement, instead = self._statement, None
        for change, new in _changes(node):
            if len(self.changes) == self._wanted:
                instead = ast.copy_location(new, node)
            self.changes.append((node.lineno, statement, change))  # type: ignore[attr-defined]
        kept = {name: getattr(node, name) for name in _NOT_RUN if hasattr(node, name)}
        for name in kept:
            setattr(node, name, None if name in ("annotation", "returns") else [])
        super().generic_visit(node)
        for name, value in kept.items():
            setattr(node, name, value)
        return instead or node


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """Yield what can be changed in a node alone: in words, and the node to put in its place."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                other = _COMPARISONS[type(op)]()
                yield _swap(op, other), _with(node, ops=[*ops[:at], other, *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            other_op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield _swap(op, other_op), _with(node, op=other_op)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in _ARITHMETIC:
            arithmetic = _ARITHMETIC[type(op)]()
            yield _swap(op, arithmetic), _with(node, op=arithmetic)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "Not dropped", operand
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", ast.Constant(value + 1)
        case ast.If() | ast.IfExp():
            yield "condition is always true", _with(node, test=ast.Constant(True))
            yield "condition is always false", _with(node, test=ast.Constant(False))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return None", _with(node, value=ast.Constant(None))
        case ast.Raise() | ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield "statement dropped", ast.Pass()


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _swap(node: ast.AST, other: ast.AST) -> str:
    return f"{type(node).__name__} → {type(other).__name__}"


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    """Return a copy of a node with other fields."""
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
