"""A card's image: what Raspberry Pi Imager is told about it, and what its recipe puts into it."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
from datetime import date
from pathlib import Path

import pytest

from firmware.install import manifest
from referee import words
from referee.contract import Message
from tests.firmware.install.image import RECIPE

ABOUT = (Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8")
CONTENT = os.urandom(510) + manifest.BOOTS + os.urandom(200_000)
DAY = date(2027, 5, 3)
DOWNLOADS = "https://example.org/coyote-table/releases/download/v1.0.0"
# Of the schema in Imager's repository, by which we checked such a file.
REQUIRED = {
    "name": str,
    "description": str,
    "icon": str,
    "url": str,
    "extract_size": int,
    "extract_sha256": str,
    "image_download_size": int,
    "release_date": str,
    "devices": list,
}


@pytest.fixture(params=["coyote-table.img", "coyote-table.img.xz"])
def image(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_bytes(lzma.compress(CONTENT) if path.suffix == ".xz" else CONTENT)
    return path


def test_imager_is_told_what_it_checks_and_how_to_customise(
    image: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = manifest.write(image, day=DAY)
    assert path.name == "coyote-table.rpi-imager-manifest"
    answer = json.loads(path.read_text())
    (entry,) = answer["os_list"]
    assert {name: type(entry[name]) for name in REQUIRED} == REQUIRED
    assert entry["extract_size"] == len(CONTENT)
    assert entry["extract_sha256"] == hashlib.sha256(CONTENT).hexdigest()
    assert entry["image_download_size"] == image.stat().st_size
    assert entry["url"] == image.as_uri()
    assert Path(entry["icon"].removeprefix("file://")).is_file()
    assert entry["init_format"] == "cloudinit"
    (released,) = manifest.manifest(image, ABOUT, DAY, DOWNLOADS)["os_list"]
    assert released["url"] == f"{DOWNLOADS}/{image.name}"
    assert released["icon"] == f"{DOWNLOADS}/icon.svg"
    assert manifest.main([str(image), "--folder", "my downloads"]) == 1
    assert "is no web address" in capsys.readouterr().err
    tags = {tag for entry in answer["imager"]["devices"] for tag in entry["tags"]}
    assert tags == {*entry["devices"]}


@pytest.mark.parametrize(
    "content",
    [b"", b"a text", bytes(4096), lzma.compress(b"a text"), lzma.compress(CONTENT)[:-9], None],
)
def test_a_file_that_is_no_cards_image_gets_one_sentence_and_no_manifest(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = tmp_path / "odd.img.xz"
    if content is None:
        image.mkdir()
    else:
        image.write_bytes(content)
    assert manifest.main([str(image)]) == 1
    text = capsys.readouterr().err
    assert (text.startswith(f"Coyote Table: {image} is no "), text.count("\n")) == (True, 1)
    assert [path.name for path in tmp_path.iterdir()] == [image.name]


def test_a_card_shows_the_code_that_the_table_prints() -> None:
    first = (RECIPE / "root/usr/local/sbin/coyote-table-first").read_text("utf-8")
    (start,) = re.findall(r"grep '\^(.*?)'", first)
    assert words.say(Message("cli.run.code", {"code": "811 046 165"}), "en").startswith(start)


def test_a_card_chooses_its_wifis_password_at_its_first_start() -> None:
    """An image that had one already would have the same on every card."""
    made = (RECIPE / "into-root.sh").read_text()
    assert "--hotspot" not in made
    assert "coyote-table-first.service" in made
    first = RECIPE / "root/usr/local/sbin/coyote-table-first"
    assert os.access(first, os.X_OK)
    assert "--hotspot=fallback" in first.read_text()
    unit = (RECIPE / "root/etc/systemd/system/coyote-table-first.service").read_text()
    assert "ExecStart=/usr/local/sbin/coyote-table-first\n" in unit
