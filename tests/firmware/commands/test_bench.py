"""`coyote bench`: the benches of a source tree, and what is said where there are none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware import cli
from firmware.commands import bench

Capsys = pytest.CaptureFixture[str]


def test_where_no_benches_are_one_sentence_says_how_to_get_them(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SOURCE", tmp_path)
    for arguments in ([], ["--help"], ["vision", "--cards", "3"]):
        assert cli.run(["bench", *arguments]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "clone" in err
        assert "`make bench`" in err


def test_benches_are_found_in_the_source_tree_from_wherever_they_are_asked_for(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = [name for name in sys.path if name not in ("", str(bench.SOURCE))]
    monkeypatch.setattr(sys, "path", elsewhere)
    assert cli.run(["bench", "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Usage: coyote bench ")
    assert all(name in text for name in ("faults", "kills", "memory", "moves", "rules", "vision"))
    assert str(bench.SOURCE) in sys.path
    assert cli.run(["bench", "rules", "-h"]) == 0
    assert "Usage: coyote bench rules" in capsys.readouterr().out
