"""The C library's heap is kept small, and pictures are made in one thread."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from firmware.service import heap
from firmware.service.calls import OneThread


def test_whoever_asks_it_is_done_in_the_same_thread_and_nowhere_else() -> None:
    one = OneThread("pictures")
    with ThreadPoolExecutor(8) as askers:
        did = set(askers.map(lambda _: one.do(threading.get_ident), range(50)))
    with pytest.raises(ZeroDivisionError):
        one.do(lambda: 1 / 0)
    assert one.do(lambda: 1) == 1
    one.stop()
    assert len(did) == 1
    assert threading.get_ident() not in did


def test_memory_is_returned_once_after_work_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[None] = []
    monkeypatch.setattr(heap, "trim_heap", lambda: trimmed.append(None))
    work = heap.TrimAfterWork()
    told = []
    for worked in (False, True, True, False, False, True, False):
        work.note_step(worked)
        told.append(len(trimmed))
    assert told == [0, 0, 0, 1, 1, 1, 2]
