"""`make rig`: every promise in a guest of its own, as a table; fails where one is not kept.

`cuts=20` tries so many power cuts.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from tests.bench import Figure
from tests.rig import boot, installed, promises, root
from tests.rig.installed import image
from tests.rig.kernel import NotBuilt, build


def main(wanted: list[str]) -> int:
    """Try the promises that are named, or all; return the exit code."""
    names = [*promises.names(), *installed.names()]
    counts = {name: count for name, _, count in (name.partition("=") for name in wanted or names)}
    strange = sorted(set(counts) - set(names))
    if strange:
        print(f"There are no promises {', '.join(strange)}; there are {', '.join(names)}.")
        return 2
    try:
        kernel = build(print)
        if any(boot.root_of(name) for name in counts if name in promises.names()):
            root.build(print)
        # A guest's processes take turns: on one processor a start takes half as long as on two.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        kept = [_kept(name, kernel, count) for name, count in counts.items()]
    except NotBuilt as error:
        print(error)
        return 2
    print("All promises are kept." if all(kept) else "Not all promises are kept: see ✗.")
    return 0 if all(kept) else 1


def _kept(name: str, kernel: Path, count: str) -> bool:
    began_s = time.monotonic()
    print(name, flush=True)
    kept = True
    for figure in _figures(name, kernel, count):
        print(figure.line(), flush=True)
        kept = kept and figure.met is not False
    print(f"  ({time.monotonic() - began_s:.0f} s)")
    return kept


def _figures(name: str, kernel: Path, count: str) -> Iterable[Figure]:
    if name in promises.names():
        return boot.run(kernel, name)
    module = import_module(f"tests.rig.installed.{name}")
    given = (int(count),) if count else ()
    figures: Iterable[Figure] = module.promises(kernel, image.make(print), *given)
    return figures


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
