"""Runs threads under supervision. It restarts failing threads and reports hanging ones.

Each part of the table runs in its own thread, so that no part can end another.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable

from firmware.service.calls import be_nice
from referee import words
from referee.contract import Message
from referee.reports.status import Part

_log = logging.getLogger(__name__)

AGAIN_S = 1.0
LONGEST_S = 30.0
WELL_AFTER_S = 3.0
SILENT_S = 15.0
STOP_S = 5.0


class Worker:
    """One supervised thread.

    Its function must call `beat` now and then, and end when `stop` is set.
    """

    def __init__(
        self,
        name: str,
        run: Callable[[Worker], None],
        changed: Callable[[], None],
        niceness: int = 0,
    ) -> None:
        self.name = name
        self._niceness = niceness
        self.stop = threading.Event()
        self._run = run
        self._changed = changed
        self._failed: str | None = None
        self._began_s = self._beat_s = time.monotonic()
        self.thread = threading.Thread(target=self._main, name=name, daemon=True)

    def beat(self) -> None:
        """Report that the thread is alive. It counts as hung after `SILENT_S` without a beat."""
        self._beat_s = time.monotonic()

    def trouble(self) -> Message | None:
        """Return the thread's trouble, or None."""
        now_s = time.monotonic()
        if self._failed is not None and now_s - self._began_s < WELL_AFTER_S:
            return Message("table.part.failed", {"reason": self._failed})
        if self.silent_s > SILENT_S:
            return Message("table.part.silent", {"s": round(self.silent_s)})
        return None

    @property
    def silent_s(self) -> float:
        """The seconds since the last beat. While a restart is pending, no beat is expected."""
        return time.monotonic() - max(self._beat_s, self._began_s)

    def _main(self) -> None:
        be_nice(self._niceness)
        pause_s = AGAIN_S
        while not self.stop.is_set():
            self._began_s = time.monotonic()
            self.beat()
            try:
                self._run(self)
            except (Exception, SystemExit) as error:  # An owner's game may call `sys.exit`.
                self._failed = words.in_english(error)
                texts = (self.name, self._failed, pause_s)
                _log.exception("The %s failed (%s); it starts again in %.0f s.", *texts)
                if time.monotonic() - self._began_s > LONGEST_S:
                    pause_s = AGAIN_S
                self._began_s = time.monotonic() + pause_s
                self._changed()
                self.stop.wait(pause_s)
                pause_s = min(2 * pause_s, LONGEST_S)


class Supervisor:
    """Starts, watches and stops worker threads."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._workers: list[Worker] = []
        self._told: list[Callable[[], Part | None]] = []

    def start(self, name: str, run: Callable[[Worker], None], niceness: int = 0) -> Worker:
        """Run a function in its own thread from now on.

        `niceness` is the operating system's value, from 0 to 19. Only Linux supports it for single
        threads.
        """
        worker = Worker(name, run, self._changed, niceness)
        self._workers.append(worker)
        worker.thread.start()
        return worker

    def end(self, worker: Worker) -> None:
        """Ask one worker to end, wait up to `STOP_S` for that, and stop watching it."""
        worker.stop.set()
        worker.thread.join(STOP_S)
        self._workers.remove(worker)

    def add_source(self, part: Callable[[], Part | None]) -> None:
        """Add a function that returns a `Part` in trouble or None.

        The supervisor reports that trouble along with its workers'.
        """
        self._told.append(part)

    def trouble(self) -> tuple[Part, ...]:
        """Return all parts in trouble, each with its message."""
        silent = tuple(
            Part(worker.name, False, trouble)
            for worker in self._workers
            if (trouble := worker.trouble()) is not None
        )
        return (*silent, *(part for tell in self._told if (part := tell()) is not None))

    def with_trouble(self, parts: Iterable[Part]) -> tuple[Part, ...]:
        """Return the parts, each replaced by its trouble if any, and then all other troubles."""
        troubles = {part.name: part for part in self.trouble()}
        known = tuple(troubles.pop(part.name, part) for part in parts)
        return (*known, *troubles.values())

    def silent(self) -> tuple[str, ...]:
        """Return the names of the workers that hang."""
        return tuple(worker.name for worker in self._workers if worker.silent_s > SILENT_S)

    def stop(self) -> None:
        """Ask every worker to end, and wait for all of them together up to `STOP_S`."""
        for worker in self._workers:
            worker.stop.set()
        until_s = time.monotonic() + STOP_S
        for worker in self._workers:
            worker.thread.join(max(0.0, until_s - time.monotonic()))
            if worker.thread.is_alive():
                _log.warning("The %s did not end in time.", worker.name)
