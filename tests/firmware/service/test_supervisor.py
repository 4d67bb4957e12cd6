"""Threads that fail are started again, and the page is told meanwhile."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from firmware.errors import BadData
from firmware.service import supervisor
from firmware.service.supervisor import Supervisor, Worker
from tests.process import PATIENCE_S, eventually


def wait(worker: Worker) -> None:
    worker.stop.wait(PATIENCE_S)


@pytest.fixture
def changes() -> list[str]:
    return []


@pytest.fixture
def table(changes: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(supervisor, "AGAIN_S", 0.01)
    monkeypatch.setattr(supervisor, "WELL_AFTER_S", PATIENCE_S)
    table = Supervisor(lambda: changes.append("changed"))
    yield table
    table.stop()


def test_a_part_that_would_end_the_program_is_started_again(table: Supervisor) -> None:
    """An owner's game called `sys.exit`, and its thread was gone without a word."""
    runs = Mock(side_effect=[SystemExit(3), None])

    def part(worker: Worker) -> None:
        runs()
        wait(worker)

    table.start("bots", part)
    eventually(lambda: runs.call_count, 2)


def test_a_part_that_fails_is_reported_started_again_and_well_after_a_while(
    table: Supervisor,
    changes: list[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = []

    def part(worker: Worker) -> None:
        runs.append(worker)
        if len(runs) == 1:
            raise BadData("hub.broker.ended", reason="A wire fell off", port=8883)
        while not worker.stop.wait(0.01):
            worker.beat()

    table.start("panel", part)
    eventually(lambda: len(runs), 2)
    (ill,) = eventually(table.trouble)
    assert (ill.name, ill.well) == ("panel", False)
    assert changes
    assert "panel failed (The MQTT broker stopped (A wire fell off)." in caplog.text
    monkeypatch.setattr(supervisor, "WELL_AFTER_S", 0.0)
    eventually(table.trouble, ())


def test_a_part_that_gives_no_sign_of_life_is_reported(
    table: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "SILENT_S", 0.05)
    table.start("camera", wait)
    eventually(table.trouble)
    assert table.trouble()[0].message.key == "table.part.silent"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no niceness of its own")
def test_a_part_that_is_nice_lets_all_others_go_first(table: Supervisor) -> None:
    results: list[int] = []

    def part(worker: Worker) -> None:
        results.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        wait(worker)

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    table.start("camera", part, niceness=19)
    eventually(lambda: results, [19])
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
