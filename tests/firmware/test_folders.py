"""The log: what came from elsewhere stands in it as what it is."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from firmware.folders import LOG, log_to

FORGED = "1\n2026-01-01 00:00:00,000 ERROR web forged: \x1b[2J\x85\u2028\u202e\u009b31m no"


def test_no_line_of_the_log_is_forged_nor_its_reader_misled(
    root: logging.Logger, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A seat's id with a newline and ANSI codes wrote lines of its own."""
    log_to(tmp_path)
    assert len(root.handlers) == 2
    logger = logging.getLogger("tests")
    logger.error("Asked for %s", FORGED)
    try:
        raise ValueError(FORGED)
    except ValueError:
        logger.exception("It failed\u00a0: %s", "é")
    written = (tmp_path / LOG).read_text("utf-8")
    for text in (written, capsys.readouterr().err):
        lines = text.split("\n")
        assert [line for line in lines if re.match(r"2026-01-01", line)] == []
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", text)
        assert "It failed\u00a0: é" in text
        assert r"1\n2026-01-01" in text
    assert len([name for name in written.split("\n") if " ERROR " in name]) == 3
