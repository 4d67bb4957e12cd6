"""The C library's heap is kept small, and pictures are made in one thread."""

from __future__ import annotations

import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.service import heap
from firmware.service.calls import OneThread
from firmware.service.heap import ARENAS
from tests.process import PATIENCE_S

THREADS = 20
ALLOCATES = """
import ctypes, sys, threading
from firmware.service.heap import keep_heap_small
if sys.argv[2] == "small":
    assert keep_heap_small()
libc = ctypes.CDLL(None)
libc.fopen.restype = libc.malloc.restype = ctypes.c_void_p
libc.malloc_info.argtypes = ctypes.c_int, ctypes.c_void_p
libc.fclose.argtypes = ctypes.c_void_p,
together = threading.Barrier(%d)
def allocate():
    together.wait()
    libc.malloc(100_000)
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(together.parties)]
for one in threads: one.start()
for one in threads: one.join()
file = libc.fopen(sys.argv[1].encode(), b"w")
libc.malloc_info(0, file)
libc.fclose(file)
"""


@contextmanager
def one_thread() -> Iterator[OneThread]:
    thread = OneThread("pictures")
    try:
        yield thread
    finally:
        thread.stop()


def heaps(folder: Path, how: str) -> int:
    """Return how many heaps a process with many threads has."""
    told = folder / f"{how}.xml"
    code = ALLOCATES % THREADS
    subprocess.run([sys.executable, "-c", code, told, how], check=True, timeout=PATIENCE_S)
    return told.read_text("ascii").count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="no other keeps a heap a thread")
def test_many_threads_share_two_heaps(tmp_path: Path) -> None:
    assert heaps(tmp_path, "small") <= ARENAS < heaps(tmp_path, "usual")


@pytest.mark.skipif(sys.platform != "linux", reason="no other kernel has pages of two sizes")
def test_the_heap_has_no_pages_of_2_mb() -> None:
    code = "from firmware.service.heap import keep_heap_small as k; k(); print(open(FILE).read())"
    code = code.replace("FILE", "'/proc/self/status'")
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert "THP_enabled:\t0" in done.stdout


def test_whoever_asks_it_is_done_in_the_same_thread_and_nowhere_else() -> None:
    with one_thread() as one, ThreadPoolExecutor(8) as askers:
        did = set(askers.map(lambda _: one.do(threading.get_ident), range(50)))
    assert len(did) == 1
    assert threading.get_ident() not in did


def test_what_fails_is_told_to_who_asked_and_the_next_is_done() -> None:
    with one_thread() as one:
        with pytest.raises(ZeroDivisionError):
            one.do(lambda: 1 / 0)
        assert one.do(lambda: 1) == 1


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


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_what_work_took_and_freed_is_given_back() -> None:
    """What lies beneath one that is held is given back by nobody else."""
    told = subprocess.run(
        [sys.executable, "-c", FREES], check=True, timeout=PATIENCE_S, capture_output=True
    )
    assert float(told.stdout) > 90


def test_memory_is_returned_once_after_work_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[None] = []
    monkeypatch.setattr(heap, "trim_heap", lambda: trimmed.append(None))
    work = heap.TrimAfterWork()
    told = []
    for worked in (False, True, True, False, False, True, False):
        work.note_step(worked)
        told.append(len(trimmed))
    assert told == [0, 0, 0, 1, 1, 1, 2]
