"""The C library's heap, told to give back what a long evening does not need.

Glibc gives every thread a heap of its own, eight for each processor, and keeps what was freed in
it; and once one picture was freed it takes the next ones from these heaps, too, where they leave
holes. A table of 136 threads that look at pictures of 6 MB held 900 MB so. Elsewhere nothing is
done, and nothing needs to be.
"""

from __future__ import annotations

import ctypes
import gc
import platform

# `mallopt` of malloc.h
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_SET_THP_DISABLE = 41  # `prctl` of linux/prctl.h; who is started by this process has it too
# Halved, threads wait for each other's allocations; doubled, they keep 30 MB more.
ARENAS = 2
# What is larger has its own pages and gives them back: pictures of 12 megapixels. Those of two,
# 6 MB a frame, are taken from what was freed: with an eighth of it a frame that is looked at costs
# a quarter more, for pages asked of the kernel anew. With glibc's own, 32 MB, it keeps 40 MB more.
LARGE_BYTES = 8 << 20
TRIM_BYTES = 2 * LARGE_BYTES  # free at a heap's end, from which on it is given back


def keep_heap_small() -> bool:
    """Keep this process's heap small from now on; tell whether the C library can.

    It is said once, before any other thread is started.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    mallopt = ctypes.CDLL(None).mallopt
    wanted = ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, LARGE_BYTES), (_TRIM_THRESHOLD, TRIM_BYTES))
    told = [mallopt(option, value) for option, value in wanted]
    return all([*told, _in_small_pages()])  # one that fails skips no other


def trim_heap() -> None:
    """Give what is free back to the system, after work that took much: where the C library can.

    Growing a deck of 39 cards took 270 MB, of which a table kept 240 without.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _in_small_pages() -> bool:
    """Let the kernel give no pages of 2 MB, with which numpy asks it for its larger arrays.

    They lie in the heap, and what is freed beside them stays with them: a table held 396 MB after
    sixty matches, and 228 without.
    """
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return prctl is None or prctl(_SET_THP_DISABLE, 1, 0, 0, 0) == 0
