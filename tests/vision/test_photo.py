"""A phone's picture: upright by its mark, whole, of a size that fits, and read by itself."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.photos import jpeg, photo
from tests.vision.scenes import deck, mat
from vision import photo as photos
from vision.follow.still import StillReader
from vision.photo import BadPhoto, decode_jpeg, decode_photo, read_picture, sides_px
from vision.reading import Image
from vision.synthetic.scene import LIGHT_WOOD, MAT


def plain(width: int = 160, height: int = 96) -> Image:
    """Return a picture whose left upper quarter is red and whose right lower one is blue."""
    image = np.full((height, width, 3), 200, np.uint8)
    image[: height // 2, : width // 2] = (0, 0, 220)
    image[height // 2 :, width // 2 :] = (220, 0, 0)
    return image


def reason(data: bytes) -> str:
    with pytest.raises(BadPhoto) as refused:
        decode_jpeg(data)
    return refused.value.reason


def claiming(width: int, height: int, frame: int = 0xC0) -> bytes:
    """Return a small JPEG whose header claims another size."""
    data = bytearray(jpeg(plain()))
    at = data.index(b"\xff\xc0")
    data[at + 1] = frame
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize("mark", range(1, 9))
def test_each_exif_mark_turns_a_picture_upright(mark: int) -> None:
    image = decode_jpeg(jpeg(plain(), mark, 95))
    assert image.shape == plain().shape
    assert np.abs(image.astype(int) - plain()).mean() < 3


def test_what_a_phone_hangs_on_behind_a_picture_is_let_be() -> None:
    assert decode_jpeg(jpeg(plain()) + b"\0\0\0\x18ftypmp42 a short film").shape == (96, 160, 3)


def test_what_is_no_whole_jpeg_is_refused_with_its_reason() -> None:
    whole = jpeg(plain())
    png = cv2.imencode(".png", plain())[1].tobytes()
    assert reason(b"") == "empty"
    assert reason(b"\0\0\0\x18ftypheic" + b"\0" * 64) == "heic"
    assert reason(b"\0\0\0\x1cftypavif" + b"\0" * 64) == "avif"
    assert reason(b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf") == "avif"
    assert reason(b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic") == "heic"
    assert reason(b"\xff\x0a" + b"\0" * 64) == "jxl"
    assert reason(png) == "no_jpeg"
    assert reason(whole[: len(whole) // 2]) == "cut_off"
    assert reason(whole[:40]) == "cut_off"
    assert reason(whole[:2] + b"\xff\xe1\0\0" + whole[2:]) == "damaged"
    assert reason(jpeg(plain(20, 20))) == "too_small"
    assert reason(whole + bytes(photos.MAX_BYTES)) == "too_large"


def test_a_picture_that_claims_more_than_memory_holds_is_refused_by_its_header() -> None:
    assert reason(claiming(65000, 65000)) == "too_many_pixels"
    assert reason(claiming(6000, 5000, frame=0xC2)) == "too_many_pixels"
    assert (
        reason(jpeg(plain()).replace(b"\xff\xd9", b"\xff\xda\0\2" * 99 + b"\xff\xd9")) == "damaged"
    )


CARDS = [("15", 200.0, 160.0, 12.0), ("20", 330.0, 250.0, -170.0), ("-5", 430.0, 140.0, 80.0)]


@pytest.mark.parametrize(("table", "whole"), breadth([(LIGHT_WOOD, False), (MAT, True)]))
def test_cards_are_read_by_themselves_on_the_mat_or_on_any_table(table: str, whole: bool) -> None:
    picture = decode_jpeg(photo("coyote-tomahawk", CARDS, mat(), table=table, tilt_deg=30, mark=6))
    reader = StillReader(deck(), mat())
    observed = reader.observe(picture)
    assert sorted(str(card.card) for card in observed.cards) == ["-5", "15", "20"]
    assert all(card.verdict == "certain" for card in observed.cards)
    assert observed.steady
    assert observed.whole_in("mat") is whole
    assert {card.reading.zone for card in observed.settled} == ({"middle"} if whole else {None})
    again = reader.observe(picture)
    assert not {card.id for card in again.settled} & {card.id for card in observed.settled}


def test_of_a_part_of_the_mat_only_the_zones_in_the_picture_are_seen_whole() -> None:
    whole = decode_jpeg(photo("coyote-tomahawk", CARDS[:1], mat(), table=MAT, tilt_deg=0))
    height, width = whole.shape[:2]
    aside = np.array([[1, 0.14, 0.022 * width], [0, 1, 0]], np.float64)
    part = np.asarray(cv2.warpAffine(whole, aside, (width, height)), np.uint8)
    observed = StillReader(deck(), mat()).observe(part)
    assert len(observed.planes) == 1
    assert observed.steady
    assert observed.whole_in("middle")
    assert not observed.whole_in("seat:4")
    assert not observed.whole_in("mat")


def test_a_file_of_any_kind_is_opened_a_large_one_smaller_and_what_is_none_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    png = cv2.imencode(".png", plain())[1].tobytes()
    assert decode_photo(png).shape == decode_photo(jpeg(plain())).shape == (96, 160, 3)
    monkeypatch.setattr(photos, "MAX_READ_PX", 8_000)
    for data in (png, jpeg(plain())):
        assert decode_photo(data).shape == (48, 80, 3)
        (path := tmp_path / "picture").write_bytes(data)
        picture = read_picture(path)
        assert picture is not None
        assert picture.shape == (48, 80, 3)
    monkeypatch.setattr(photos, "MAX_WHOLE_PX", 15_359)
    with pytest.raises(BadPhoto, match="too_many_pixels"):
        decode_photo(png)
    for data, why in ((b"", "empty"), (b"words", "no_picture"), (b"\0\0\0\x18ftypheic", "heic")):
        with pytest.raises(BadPhoto, match=why):
            decode_photo(data)


@pytest.mark.parametrize("kind", [".png", ".bmp", ".gif", ".tiff", ".webp"])
def test_a_file_says_how_many_pixels_it_has_before_it_is_decoded(kind: str) -> None:
    if not cv2.haveImageWriter(kind):
        pytest.skip("OpenCV before 4.11 has no GIF")
    lossless = [cv2.IMWRITE_WEBP_QUALITY, 101]
    for more in ([], lossless) if kind == ".webp" else ([],):
        data = cv2.imencode(kind, plain(), more)[1].tobytes()
        assert sides_px(data) == (160, 96)
        assert decode_photo(data).shape == (96, 160, 3)
        for end in range(40):
            assert sides_px(data[:end]) in (None, (160, 96))
        with pytest.raises(BadPhoto, match="no_picture"):
            decode_photo(data[: len(data) // 20])
    assert sides_px(b"P6 9 9 255 ") is None
