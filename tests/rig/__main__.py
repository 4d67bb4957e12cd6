"""`make rig`: every promise in a guest of its own, as a table; fails where one is not kept."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.rig import boot, promises, root
from tests.rig.kernel import NotBuilt, build


def main(wanted: list[str]) -> int:
    """Try the promises that are named, or all; return the exit code."""
    names = promises.names()
    if strange := sorted(set(wanted) - set(names)):
        print(f"There are no promises {', '.join(strange)}; there are {', '.join(names)}.")
        return 2
    try:
        kernel = build(print)
        if any(map(boot.root_of, wanted or names)):
            root.build(print)
        kept = [_kept(name, kernel) for name in wanted or names]
    except NotBuilt as error:
        print(error)
        return 2
    print("All promises are kept." if all(kept) else "Not all promises are kept: see ✗.")
    return 0 if all(kept) else 1


def _kept(name: str, kernel: Path) -> bool:
    began_s = time.monotonic()
    figures = boot.run(kernel, name)
    print(f"{name}  ({time.monotonic() - began_s:.0f} s)")
    for figure in figures:
        print(figure.line(), flush=True)
    return all(figure.met is not False for figure in figures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
