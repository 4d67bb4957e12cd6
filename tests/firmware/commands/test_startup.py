"""What needs no camera, page or drawing loads none: the first line comes at once."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.breadth import breadth
from tests.process import run_program
from tests.referee.recorded import match_file

ROOT = Path(__file__).parents[3]
HEAVY = ("cv2", "flask", "gpiozero", "numpy", "reportlab", "sqlite3", "vision.decks.deck", "webui")
RUN = """
import json, sys
from firmware import cli
status = cli.run(sys.argv[1:])
print(json.dumps([status, sorted(sys.modules)]), file=sys.stderr)
"""


@pytest.mark.parametrize("line", breadth(["replay -", "score tomahawk 20 15", "schema coup"]))
def test_a_command_loads_only_what_it_needs(line: str) -> None:
    command = [sys.executable, "-c", RUN, *line.split()]
    done = run_program(command, cwd=ROOT, input=match_file("coyote", "sheet-example"))
    status, loaded = json.loads(done.stderr)
    assert status == 0
    assert done.stdout
    assert "firmware.errors" in loaded
    assert sorted(set(HEAVY) & set(loaded)) == []
