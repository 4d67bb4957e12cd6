"""Find assertions on what another thread, process or page makes, if nothing was awaited before.

Such a test passes as long as the machine is fast. The statements of a test are read in order: an
act sets something in motion, a wait waits for something, and an assertion reads. An assertion that
reads live state after an act, and before any wait, is at fault.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

# `stop` waits for the threads that it ends.
WAITS = re.compile(
    "eventually|expect|expect_.*|when|wait|wait_for.*|join|stop|result|settled|once_read|all_told"
)
ACTS_ON_PAGES = re.compile(
    "click|dblclick|tap|hover|drag_to|type|fill|press|check|uncheck|select_option|focus"
    "|dispatch_event|set_input_files|goto|go_back|reload|sit"
)
READS_OF_PAGES = re.compile(
    ".*inner_texts?|.*text_contents?|is_(?:visible|hidden|enabled|disabled|checked)|get_attribute"
    "|input_value|inner_html|bounding_box|evaluate|evaluate_all|count|url|title"
)
ACTS_ON_PROGRAMS = re.compile(
    "publish|press|hold|release|offer|start|run|deal|lay|kill|kill_broker|subscribe"
)
READS_OF_PROGRAMS = re.compile(
    "live_tables|results|entries_after|trouble|phase|said|heard|lamps|lights|status"
)
# A test that uses one of these has threads or processes of its own.
LIVE = re.compile(
    r"\w*LiveVirtualTable|hub_at_work|table_at_work|HubAtWork|RunningTable|build_virtual_table"
    "|TableMqttClient|HubMqttClient|Supervisor|Thread"
)
PAGES = re.compile("browser|open_page|page")
# What a source says somewhere that has such a test: to take one apart takes long.
USERS = re.compile(rf"\b(?:{PAGES.pattern}|{LIVE.pattern})\b")


def names(node: ast.AST) -> set[str]:
    """Return all names, attributes and parameters in a piece of code."""
    results = set[str]()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                results.add(name)
    return results


def has(node: ast.AST, pattern: re.Pattern[str]) -> bool:
    """Whether a piece of code has a name that a pattern fits as a whole."""
    return any(map(pattern.fullmatch, names(node)))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt | ast.expr]:
    """Yield the simple statements of a block in order, and what its compound ones begin with."""
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                continue
            case ast.With(items=items, body=inner):
                yield from (item.context_expr for item in items)
                yield from statements(inner)
            case ast.For(iter=head, body=inner) | ast.If(test=head, body=inner):
                yield head
                yield from statements([*inner, *statement.orelse])
            case ast.While(test=head, body=inner):
                yield head
                yield from statements(inner)
            case ast.Try(body=inner, finalbody=last):
                yield from statements([*inner, *last])
            case _:
                yield statement


def unawaited(source: str) -> Iterator[str]:
    """Yield each assertion at fault in a module of tests, as `test: assertion`."""
    for function in ast.walk(ast.parse(source if USERS.search(source) else "")):
        if not (isinstance(function, ast.FunctionDef) and function.name.startswith("test_")):
            continue
        kinds = [
            (acts, reads)
            for users, acts, reads in (
                (PAGES, ACTS_ON_PAGES, READS_OF_PAGES),
                (LIVE, ACTS_ON_PROGRAMS, READS_OF_PROGRAMS),
            )
            if has(function, users)
        ]
        moving = False
        for statement in statements(function.body) if kinds else ():
            if has(statement, WAITS):
                moving = False
            elif isinstance(statement, ast.Assert):
                if moving and any(has(statement, reads) for _, reads in kinds):
                    yield f"{function.name}: {ast.unparse(statement)}"
            elif any(has(statement, acts) for acts, _ in kinds):
                moving = True
