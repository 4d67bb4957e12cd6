"""No wait is for ever: what does not come is missed, and said. No test fails by the clock alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.unawaited import unawaited

ROOT = Path(__file__).parents[1]

# Called without an argument, each of these waits as long as it takes.
BLOCKING = {"wait", "join", "get", "result", "acquire"}
# Without `timeout=`, so does each of these.
TIMED = {"communicate", "run", "check_output", "check_call", "urlopen", "create_connection"}
# What a source says somewhere that has such a call: to take one apart takes long.
MAY_WAIT = re.compile(rf"\.({'|'.join(BLOCKING)})\s*\(\s*[#)]|\.({'|'.join(TIMED)})\s*\(")
MODULES = {"subprocess", "socket", "urllib.request"}


def unbounded(source: str) -> Iterator[str]:
    """Yield each call in `source` that may wait for ever."""
    for node in ast.walk(ast.parse(source if MAY_WAIT.search(source) else "")):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, owner = node.func.attr, node.func.value
        named = {keyword.arg for keyword in node.keywords}
        if (name in BLOCKING and not node.args and not node.keywords) or (
            name in TIMED
            and (name == "communicate" or ast.unparse(owner) in MODULES)
            and "timeout" not in named
            and not (name == "create_connection" and len(node.args) > 1)
        ):
            yield ast.unparse(node)


def test_no_wait_is_for_ever() -> None:
    paths = [
        path for room in ("firmware", "webui", "tests") for path in (ROOT / room).rglob("*.py")
    ]
    results = {
        f"{path.relative_to(ROOT)}: {re.sub(r'[(].*', '()', call, flags=re.DOTALL)}"
        for path in paths
        for call in unbounded(path.read_text(encoding="utf-8"))
    }
    assert results == set(), "give it a timeout"


def hurried(source: str) -> Iterator[str]:
    """Yield each call in `source` that is given so many seconds, however busy the machine is."""
    for node in ast.walk(ast.parse(source if "timeout" in source or ".wait(" in source else "")):
        match node:
            case ast.Assert(ast.Call(ast.Attribute(attr="wait"), [ast.Constant()])):
                yield ast.unparse(node.test)
        if isinstance(node, ast.Call):
            for named in node.keywords:
                seconds = isinstance(named.value, ast.Constant) and named.value.value is not None
                if named.arg in ("timeout", "timeout_s") and seconds:
                    yield ast.unparse(node)


def test_no_test_fails_by_the_clock_alone() -> None:
    """`PATIENCE_S` is the end of every wait, and `Patience` of those that can look meanwhile."""
    waits = [
        f"{path.relative_to(ROOT)}: {call}"
        for path in (ROOT / "tests").rglob("*.py")
        if "rig" not in path.relative_to(ROOT).parts  # which measures how long things take
        for call in hurried(path.read_text(encoding="utf-8"))
    ]
    assert waits == []
    assert list(hurried("page.click('a', timeout=5); event.wait(timeout=PATIENCE_S)")) == [
        "page.click('a', timeout=5)"
    ]
    assert list(hurried("assert event.wait(60)\nassert event.wait(PATIENCE_S)")) == [
        "event.wait(60)"
    ]


def test_no_assertion_reads_live_state_that_nothing_awaited() -> None:
    waits = [
        f"{path.relative_to(ROOT)}: {assertion}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for assertion in unawaited(path.read_text(encoding="utf-8"))
    ]
    assert waits == [], "wait for that very state: eventually(read, expected), or expect(…)"
