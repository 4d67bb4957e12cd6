"""The plug and the word of who sits at an installed table, without a kernel to boot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rig.installed import cuts, image, inside
from tests.rig.installed.computer import CONSOLE, Computer, Silent

LOG = [
    {"seq": 8, "text": "■ green raises to 1,000.", "undone": False},
    {"seq": 7, "text": "▲ Vermilion raises to 2.", "undone": False},
    {"seq": 6, "text": "● Blue starts with 1.", "undone": False},
    {"seq": 5, "text": "New match", "undone": False},
]
PAST = '{"game": "coyote"}\n{"move": "announce", "seat": 0, "number": 1}\n'


def answers(path: str, body: Any = None) -> Any:
    assert body is None
    if path == "/api/log":
        return LOG
    if path == "/history/1.jsonl":
        return PAST
    raise OSError(path)


def test_a_move_that_is_lost_is_named_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "ask", answers)
    assert inside.missing({"1": 1, "5": 2}) == []
    assert 1000 in inside.numbers(5, running=True)
    (past,) = inside.missing({"1": 2, "5": 2})
    assert "match 1" in past
    assert "[2]" in past
    (running,) = inside.missing({"5": 4})
    assert "[3, 4]" in running
    assert any("match 3" in said for said in inside.missing({"3": 0}))


def test_what_was_said_before_the_plug_was_out_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuts, "MOVES", 1)  # what is said comes after the plug is to be pulled
    said = [
        {"say": "up", "missing": [], "aside": [], "release": "1"},
        {"say": "began", "match": 9},
        {"say": "made", "match": 9, "number": 1},
        {"say": "made", "match": 9, "number": 2},
    ]
    kernel = tmp_path / "kernel"
    console = f'$(echo "$@" | sed "s/.*con{CONSOLE}=null,fd:\\([0-9]*\\).*/\\1/")'
    words = "\n".join(map(json.dumps, said))
    kernel.write_text(f"#!/bin/sh\ncat >/dev/fd/{console} <<'E'\n{words}\nE\nexec sleep 60\n")
    kernel.chmod(0o755)
    evening = cuts.Evening(kernel, Path("disk"), tmp_path)
    evening.cut("play")
    assert (evening.made, evening.moves, evening.dead) == ({9: 2}, 2, [])


def test_a_computer_that_does_not_start_is_counted_as_dead(tmp_path: Path) -> None:
    evening = cuts.Evening(Path("/bin/true"), Path("disk"), tmp_path)
    evening.cut("play")
    assert len(evening.dead) == 1
    with Computer(Path("/bin/true"), Path("disk"), tmp_path, "play") as on, pytest.raises(Silent):
        on.until("up")


def test_another_state_of_the_project_is_another_image(monkeypatch: pytest.MonkeyPatch) -> None:
    before = image.image()
    monkeypatch.setattr(image, "PACKAGES", ("udev", "another"))
    assert image.image() != before
