"""The card that the data lie on: read-only, in memory, faulty, full, not ours to see."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware.checking import storage
from firmware.checking.case import Case
from firmware.service.starts import Starts
from tests.firmware.checking.box import Box, results_of

ROOT = "/dev/root / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat ro 0 0\n"


def card(box: Box, folder: Path) -> list[tuple[str, bool | None, str]]:
    return results_of(storage.card(box.case(given_data=folder)))


CARDS: dict[str, tuple[dict[str, str], tuple[bool | None, str] | None]] = {
    "well": ({"proc/mounts": ROOT, "sys/fs/ext4/mmcblk0p2/errors_count": "0\n"}, None),
    "read-only": (
        {"proc/mounts": f"{ROOT}/dev/sda1 {{data}} ext4 ro,relatime 0 0\nrubbish\n"},
        (False, "card_read_only"),
    ),
    "another is read-only": (
        {"proc/mounts": "/dev/root / ext4 ro 0 0\n/dev/sda1 {data} ext4 rw,errors=ro 0 0"},
        None,
    ),
    "an overlay": (
        {"proc/mounts": "overlay / overlay rw,lowerdir=/lower,upperdir=/upper/data 0 0"},
        (None, "card_in_memory"),
    ),
    "in memory": ({"proc/mounts": "tmpfs / tmpfs rw 0 0"}, (None, "card_in_memory")),
    "errors": ({"sys/fs/ext4/mmcblk0p2/errors_count": "3\n"}, (False, "card_errors")),
}


@pytest.mark.parametrize("kind", CARDS)
def test_what_the_kernel_says_of_the_datas_card_is_told(
    box: Box, tmp_path: Path, kind: str
) -> None:
    files, expected = CARDS[kind]
    (data := tmp_path / "my data").mkdir()
    for where, text in files.items():
        box.file(where, text.replace("{data}", str(data).replace(" ", "\\040")))
    assert card(box, data) == ([] if expected is None else [("card", *expected)])


def test_a_full_card_says_how_much_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=199_000_000))
    assert results_of(storage.data(Case(given_data=tmp_path))) == [("data", False, "data_full")]


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
        assert results_of(storage.data(Case(given_data=given))) == [("data", False, why)]


def test_the_services_folder_asks_for_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may look anywhere, so the refusal is played."""
    (tmp_path / "file").touch()

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    folder = tmp_path / "file" / "none"
    assert results_of(storage.data(Case(given_data=folder))) == [("data", None, "data_hidden")]


def test_a_table_that_waits_in_safe_mode_says_why(tmp_path: Path) -> None:
    assert results_of(storage.starts(Case(given_data=tmp_path))) == []
    starts = Starts(tmp_path / "table.starts")
    for _ in range(3):
        with pytest.raises(OSError, match="No space"), starts.counted(lambda _: False):
            raise OSError(28, "No space left on device")
    (finding,) = storage.starts(Case(given_data=tmp_path))
    assert results_of([finding]) == [("starts", False, "starts")]
    assert "No space left" in str(finding.message.params["reason"])
