"""Files written whole, and what is no file left what it is."""

from __future__ import annotations

import os
from pathlib import Path

from referee.storage import write_whole


def test_a_pipe_or_a_device_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"all of it")
        assert os.read(reader, 99) == b"all of it"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]
