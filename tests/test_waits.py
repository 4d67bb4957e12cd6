"""No wait is for ever: what does not come is missed, and said, after a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Called without an argument, each of these waits as long as it takes.
BLOCKING = {"wait", "join", "get", "result", "acquire"}
# Without `timeout=`, so does each of these.
TIMED = {"communicate", "run", "check_output", "check_call", "urlopen", "create_connection"}

FOR_EVER = {
    "firmware/commands/serving.py: stop.wait()": "the program runs until a signal comes",
}


def unbounded(source: str) -> Iterator[str]:
    """Yield each call in `source` that may wait for ever."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        name, owner = node.func.attr, ast.unparse(node.func.value)
        named = {keyword.arg for keyword in node.keywords}
        if (name in BLOCKING and not node.args and not node.keywords) or (
            name in TIMED
            and (owner in ("subprocess", "socket", "urllib.request") or name == "communicate")
            and "timeout" not in named
            and not (name == "create_connection" and len(node.args) > 1)
        ):
            yield ast.unparse(node)


def test_no_wait_is_for_ever() -> None:
    paths = [
        path for room in ("firmware", "webui", "tests") for path in (ROOT / room).rglob("*.py")
    ]
    found = {
        f"{path.relative_to(ROOT)}: {re.sub(r'[(].*', '()', call, flags=re.DOTALL)}"
        for path in paths
        for call in unbounded(path.read_text(encoding="utf-8"))
    }
    assert found == set(FOR_EVER), "give it a timeout, or enter it in FOR_EVER with the reason"


def test_a_wait_for_ever_is_found() -> None:
    for call in (
        "event.wait()",
        "self._thread.join()",
        "queue.get()",
        "subprocess.run(['git'], check=True)",
        "process.communicate('hello')",
        "socket.create_connection((host, port))",
    ):
        assert list(unbounded(call)) == [call]
    for call in ("event.wait(1)", "', '.join(words)", "subprocess.run([], timeout=1)"):
        assert list(unbounded(call)) == []
