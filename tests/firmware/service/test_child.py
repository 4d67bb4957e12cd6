"""A child process answers in turn, and one that ends or hangs is gone until the next request."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing

import pytest

from firmware.service.child import Child, ChildGone
from tests.process import PATIENCE_S

MODULE = "tests.firmware.service.echoing"


@pytest.fixture
def child() -> Iterator[Child]:
    with closing(Child(MODULE, "a b", first="hello")) as child:
        yield child


def test_requests_are_answered_in_order_and_what_is_only_told_is_not_answered(child: Child) -> None:
    assert child.pid is None, "it starts with the first request"
    child.tell("nothing")
    assert child.ask({"one": (1,)}, PATIENCE_S) == (("hello", "nothing", {"one": (1,)}), ["a b"])
    assert child.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(19, os.nice(0) + 3)


@pytest.mark.parametrize("fault", ["end", "hang", "nothing", "killed"])
def test_a_child_that_ends_or_does_not_answer_is_gone_and_another_begins(
    child: Child, fault: str
) -> None:
    child.ask("first", PATIENCE_S)
    pid = child.pid
    assert pid is not None
    if fault == "killed":
        os.kill(pid, signal.SIGKILL)
    with pytest.raises(ChildGone, match=r"echoing (has ended|does not answer)"):
        child.ask(fault, 0.1 if fault in ("hang", "nothing") else PATIENCE_S)
    assert child.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert child.ask("second", PATIENCE_S)[0] == ("hello", "second")


def test_a_child_ends_with_its_parent(child: Child) -> None:
    child.ask("first", PATIENCE_S)
    assert child._connection is not None
    assert child._process is not None
    child._connection.close()  # as if the parent were killed
    assert child._process.wait(PATIENCE_S) == 0
