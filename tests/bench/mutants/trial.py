"""Runs tests in a forked process in which one module has a fault. No file is changed."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from tests.bench.mutants.sites import Mutant, mutated

PASSED, FAILED = int(pytest.ExitCode.OK), int(pytest.ExitCode.TESTS_FAILED)
BROKEN = 99  # The exit status of a process that could not run its tests.
QUIET = ("-q", "-x", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
LIBRARIES = ("babel.support", "flask", "hypothesis", "msgspec", "playwright.sync_api")
_OURS = ("referee", "vision", "hardware", "webui", "firmware")


class Trial(NamedTuple):
    """What became of a run of tests: its exit status (None: it took too long) and its time."""

    status: int | None
    took_s: float
    reached: Mapping[str, frozenset[int]]  # The lines that ran, by path.
    output: str


class _Loader(SourceFileLoader):
    """Loads one module with a fault, from its source and never from a cache."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(Path(mutant.path).resolve()))
        self._number = mutant.number

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        source = Path(self.path).read_text("utf-8")
        return compile(mutated(source, self._number), self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the module that is to have a fault."""

    def __init__(self, mutant: Mutant) -> None:
        self._loader = _Loader(mutant)

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname != self._loader.name:
            return None
        return spec_from_file_location(fullname, self._loader.path, loader=self._loader)


def run(
    tests: Sequence[str],
    within_s: float,
    mutant: Mutant | None = None,
    traced: Sequence[str] = (),
) -> Trial:
    """Run tests by pytest's arguments; with a mutant, or noting the lines that run in `traced`."""
    for name in LIBRARIES:  # Once for all runs.
        import_module(name)
    loaded = [name for name in sys.modules if name.partition(".")[0] in _OURS]
    assert not loaded, f"imported before any fault could be put in: {loaded[:3]}"
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if not child:
            try:
                os._exit(_child(Path(folder), tests, mutant, traced))
            except BaseException:
                traceback.print_exc()
            finally:  # Whatever went wrong: only the parent goes on.
                os._exit(BROKEN)
        status = _wait(child, started + within_s)
        took_s = time.monotonic() - started
        file = Path(folder, "reached.json")
        plain = json.loads(file.read_text("utf-8")) if file.exists() else {}
        reached = {name: frozenset(lines) for name, lines in plain.items()}
        return Trial(status, took_s, reached, Path(folder, "output").read_text("utf-8", "replace"))


def _wait(child: int, until_s: float) -> int | None:
    """Return the exit status of a child, or None after ending its processes at their time."""
    handle = os.pidfd_open(child)
    ready, _, _ = select.select([handle], [], [], max(0.0, until_s - time.monotonic()))
    os.close(handle)
    if not ready:
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if ready else None


def _child(folder: Path, tests: Sequence[str], mutant: Mutant | None, traced: Sequence[str]) -> int:
    """Run the tests in this process, and return their exit status."""
    os.setpgid(0, 0)
    output = os.open(folder / "output", os.O_CREAT | os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(output, stream)
    reached: dict[str, set[int]] = {str(Path(path).resolve()): set() for path in traced}
    if mutant is not None:
        sys.meta_path.insert(0, _Finder(mutant))
    if traced:
        _trace(reached)
    status = int(pytest.main([*QUIET, *tests]))
    if traced:
        sys.settrace(None)
        plain = {path: sorted(lines) for path, lines in reached.items()}
        (folder / "reached.json").write_text(json.dumps(plain), encoding="utf-8")
    return status


def _trace(reached: dict[str, set[int]]) -> None:
    """Note the lines that run, by the path of their file."""
    unseen: dict[CodeType, set[int]] = {}

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        lines = reached.get(code.co_filename)
        if lines is None:
            return None
        if code not in unseen:
            unseen[code] = {line for _, _, line in code.co_lines() if line is not None}
        left = unseen[code]
        if not left:  # Nothing is new in this function, so let it run fast.
            return None

        def line(frame: FrameType, _event: str, _arg: Any) -> Any:
            lines.add(frame.f_lineno)
            left.discard(frame.f_lineno)
            return line

        return line

    threading.settrace(call)
    sys.settrace(call)
