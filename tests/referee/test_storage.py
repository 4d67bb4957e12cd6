"""Files written whole, on whatever disk, and what is no file left what it is."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from referee.disk.storage import write_whole


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
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_link_stays_a_link_and_the_file_behind_it_is_written(tmp_path: Path) -> None:
    link, other = tmp_path / "link", tmp_path / "other"
    other.mkdir()
    link.symlink_to(other / "file")
    for data in (b"new", b"once more"):
        write_whole(link, data)
        assert (link.is_symlink(), (other / "file").read_bytes()) == (True, data)
    assert [path.name for path in other.iterdir()] == ["file"]


@pytest.mark.parametrize(("number", "written"), [(errno.EINVAL, True), (errno.EIO, False)])
def test_a_disk_that_cannot_flush_a_folder_keeps_files_and_one_that_fails_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, written: bool
) -> None:
    def flush(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", flush)
    if written:
        write_whole(tmp_path / "file", b"all of it")
    else:
        with pytest.raises(OSError, match=os.strerror(number)):
            write_whole(tmp_path / "file", b"all of it")
    assert (tmp_path / "file").read_bytes() == b"all of it"
