"""Pictures are made in one thread, and what work took is given back to the system."""

from __future__ import annotations

import platform
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from firmware.service.calls import OneThread
from tests.process import run_program

FREES = """
import ctypes
from firmware.service.heap import keep_heap_small, trim_heap
from tests.memory import Heap
assert keep_heap_small()
libc, memory = ctypes.CDLL(None), Heap()
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
taken = [libc.malloc(1_000_000) for _ in range(100)]
for one in taken: ctypes.memset(one, 1, 1_000_000)
for one in taken[:-1]: libc.free(one)
held_mb = memory.resident_mb()
trim_heap()
print(held_mb - memory.resident_mb())
"""


def test_whoever_asks_it_is_done_in_the_same_thread_and_nowhere_else() -> None:
    thread = OneThread("pictures")
    with ThreadPoolExecutor(8) as askers:
        did = set(askers.map(lambda _: thread.do(threading.get_ident), range(50)))
    with pytest.raises(ZeroDivisionError):
        thread.do(lambda: 1 / 0)
    assert thread.do(lambda: 1) == 1
    thread.stop()
    assert len(did) == 1
    assert threading.get_ident() not in did


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_what_work_took_and_freed_is_given_back() -> None:
    """The system gets back what lies beneath a part that is still held."""
    done = run_program([sys.executable, "-c", FREES])
    assert float(done.stdout) > 90
