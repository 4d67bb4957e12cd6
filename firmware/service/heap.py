"""Makes the C library return memory that the table no longer needs.

Glibc gives each thread its own heap, up to eight per processor, and keeps freed memory in these
heaps. Once a picture has been freed, glibc also places later pictures in the heaps, where they
leave holes. A table with 136 threads that read pictures of 6 MB held 900 MB in this way. Other C
libraries do not have the problem, and with them this module does nothing.
"""

from __future__ import annotations

import ctypes
import gc
import platform

# Constants of `mallopt`, from malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_SET_THP_DISABLE = 41  # Constant of `prctl`, from linux/prctl.h. Child processes inherit it.
# heaps; with half, threads wait for each other's allocations; with double, they keep 30 MB more
ARENAS = 2
# Larger blocks have their own pages and are returned to the system when freed. These are pictures
# of 12 megapixels. Frames of two megapixels (6 MB each) reuse freed memory. With an eighth of this
# limit, reading a frame takes a quarter longer, because the kernel must provide new pages. With
# glibc's own 32 MB, the table keeps 40 MB more.
LARGE_BYTES = 8 << 20
TRIM_BYTES = 2 * LARGE_BYTES  # free space at the end of a heap beyond which it is returned


def keep_heap_small() -> bool:
    """Keep this process's heap small from now on. Return whether the C library supports that.

    Call it once, before any other thread starts.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    mallopt = ctypes.CDLL(None).mallopt
    wanted = ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, LARGE_BYTES), (_TRIM_THRESHOLD, TRIM_BYTES))
    results = [mallopt(option, value) for option, value in wanted]
    return all([*results, _in_small_pages()])  # call them all, even if one fails


def trim_heap() -> None:
    """Return free memory to the system after heavy work, if the C library supports that.

    Adapting a deck of 39 cards took 270 MB. Without this call, the table kept 240 MB of them.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


class TrimAfterWork:
    """Returns free memory to the system once work that is done in steps has ended."""

    def __init__(self) -> None:
        self._due = False

    def note_step(self, worked: bool) -> None:
        """Note one step, and whether there was anything left to do."""
        if self._due and not worked:
            trim_heap()
        self._due = worked


def _in_small_pages() -> bool:
    """Stop the kernel from using pages of 2 MB, which numpy requests for its larger arrays.

    Such pages lie in the heap, and the freed memory next to them is not returned. After sixty
    matches a table held 396 MB with them, and 228 MB without.
    """
    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    return prctl is None or prctl(_SET_THP_DISABLE, 1, 0, 0, 0) == 0
