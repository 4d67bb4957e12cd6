"""The card that the data lie on: read-only, in memory, worn out, full, not ours to see."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from firmware.checking import storage
from firmware.service.starts import Starts
from tests.firmware.checking.box import Box, told

ROOT = "/dev/root / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat ro 0 0\n"


def card(box: Box, folder: Path) -> list[tuple[str, bool | None, str]]:
    return told(storage.card(box.machine, folder))


def test_a_card_that_is_well_is_no_news(box: Box, tmp_path: Path) -> None:
    box.file("proc/mounts", ROOT)
    box.file("sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    box.file("sys/block/mmcblk0/device/life_time", "0x01 0x02\n")
    box.file("sys/block/mmcblk0/device/pre_eol_info", "0x01\n")
    assert card(box, tmp_path) == []


def test_a_read_only_card_is_told_by_the_mount_that_the_data_lie_on(
    box: Box, tmp_path: Path
) -> None:
    box.file("proc/mounts", f"{ROOT}/dev/sda1 {tmp_path} ext4 ro,relatime 0 0\n")
    assert card(box, tmp_path) == [("card", False, "card_read_only")]
    box.file("proc/mounts", f"/dev/root / ext4 ro 0 0\n/dev/sda1 {tmp_path} ext4 rw,errors=ro 0 0")
    assert card(box, tmp_path) == []


def test_a_mount_point_with_a_space_is_found(box: Box, tmp_path: Path) -> None:
    (tmp_path / "my data").mkdir()
    box.file("proc/mounts", f"{ROOT}/dev/sda1 {tmp_path}/my\\040data vfat ro 0 0\nrubbish\n")
    assert card(box, tmp_path / "my data") == [("card", False, "card_read_only")]


@pytest.mark.parametrize(
    "root",
    [
        "overlay / overlay rw,lowerdir=/lower,upperdir=/upper/data 0 0",
        "tmpfs / tmpfs rw 0 0",
        "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0",
    ],
)
def test_data_that_lie_in_memory_are_told(box: Box, tmp_path: Path, root: str) -> None:
    box.file("proc/mounts", root)
    assert card(box, tmp_path) == [("card", None, "card_in_memory")]


def test_a_card_that_met_errors_is_told(box: Box, tmp_path: Path) -> None:
    box.file("sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    assert card(box, tmp_path) == [("card", False, "card_errors")]


@pytest.mark.parametrize(
    ("life", "spare"), [("0x0b 0x01", "0x01"), ("0x01 0x0a", ""), ("", "0x02")]
)
def test_a_memory_that_calls_itself_worn_out_is_told(
    box: Box, tmp_path: Path, life: str, spare: str
) -> None:
    box.file("sys/block/mmcblk0/device/life_time", f"{life}\n")
    box.file("sys/block/mmcblk0/device/pre_eol_info", f"{spare}\n")
    assert card(box, tmp_path) == [("card", False, "card_worn")]


def test_a_full_card_says_how_much_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=199_000_000))
    assert told(storage.data(tmp_path)) == [("data", False, "data_full")]


@pytest.mark.parametrize(
    ("files", "left", "expected"),
    [(10**5, 1000, (True, "data")), (10**5, 999, (False, "data_files")), (0, 0, (True, "data"))],
)
def test_a_card_that_takes_no_more_files_is_told_where_it_counts_them(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: int,
    left: int,
    expected: tuple[bool, str],
) -> None:
    room = os.statvfs_result((4096, 4096, *[10**6] * 3, files, left, left, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda _: room)
    assert told(storage.data(tmp_path)) == [("data", *expected)]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("file", "no_folder"),
        ("file/none", "no_folder"),
        ("unplugged", "lost_link"),
        ("unplugged/none", "lost_link"),
        ("circle", "lost_link"),
        ("n" * 300, "unwritable"),
    ],
)
def test_a_folder_that_cannot_be_made_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "unplugged").symlink_to(tmp_path / "stick")
    (tmp_path / "circle").symlink_to("circle")
    folder = tmp_path / name
    monkeypatch.setenv("COYOTE_DATA", str(folder))
    for given in (folder, None):
        assert told(storage.data(given)) == [("data", False, why)]


def test_the_services_folder_asks_for_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may look anywhere, so the refusal is played."""
    (tmp_path / "file").touch()

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    folder = tmp_path / "file" / "none"
    assert told(storage.data(folder)) == [("data", None, "data_hidden")]


def test_a_table_that_waits_in_safe_mode_says_why(tmp_path: Path) -> None:
    assert told(storage.starts(tmp_path)) == []
    starts = Starts(tmp_path / "table.starts")
    for _ in range(3):
        with pytest.raises(OSError, match="No space"), starts.counted(lambda _: False):
            raise OSError(28, "No space left on device")
    (finding,) = storage.starts(tmp_path)
    assert told([finding]) == [("starts", False, "starts")]
    assert "No space left" in str(finding.message.params["reason"])


def test_the_newest_file_is_what_a_clock_is_held_against(tmp_path: Path) -> None:
    assert storage.newest_s(tmp_path) == 0.0
    (tmp_path / "table.sqlite").touch()
    assert storage.newest_s(tmp_path) == (tmp_path / "table.sqlite").stat().st_mtime
    assert storage.newest_s(tmp_path / "table.sqlite") == 0.0
