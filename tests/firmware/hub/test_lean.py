"""The hub loads what it needs, and nothing that only a table does: it may run beside one."""

from __future__ import annotations

import sys

from tests.process import run_program

HEAVY = {"cv2", "numpy", "gpiozero", "firmware.running.table", "referee.bots"}


def test_a_hub_starts_without_what_reads_pictures_or_runs_a_table() -> None:
    done = run_program(
        [sys.executable, "-c", "import firmware.commands.hub, sys; print(*sys.modules)"]
    )
    assert HEAVY & {*done.stdout.split()} == set()
