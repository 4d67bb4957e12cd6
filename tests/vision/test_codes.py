"""QR codes of a table's screen are read as a phone sees them, all that a picture shows.

There are no photographs of real screens here: what a screen and a camera do to a code is drawn,
moiré and a lamp's bands roughly. `python -m tests.vision.test_codes` measures more views.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import cv2
import numpy as np
import pytest
import segno
from numpy.typing import NDArray

from referee.club.signed import CodeSets, pack
from tests.breadth import breadth
from tests.referee.club.test_signed import KEYS, MANY
from vision.art.svg import render
from vision.codes import read_codes
from vision.photo import BadPhoto
from vision.reading import Image
from webui.page.pictures import code_svg

CODES = pack(MANY, "red", KEYS["red"])
Floats = NDArray[np.floating[Any]]


def shown(texts: Sequence[str]) -> Image:
    """Return codes side by side on a screen, as the pages draw them."""
    return np.hstack([render(code_svg(text).decode(), (480, 480)) for text in texts])


@dataclass(frozen=True)
class Kind:
    """A kind of view: a picture's size in pixels, and how much of it the screen fills."""

    codes: int
    size: tuple[int, int]
    share: float
    hard: float = 1.0  # how much of lean, blur, noise and bands


KINDS = {
    "one, by a laptop's camera": Kind(1, (1280, 720), 0.8),
    "one, from afar": Kind(1, (1280, 720), 0.35),
    "three, by a laptop's camera": Kind(3, (1280, 720), 0.85),
    "three, by a phone": Kind(3, (1920, 1080), 0.85),
    "three, by a phone, from afar": Kind(3, (1920, 1080), 0.6),
    "one, held badly": Kind(1, (1280, 720), 0.7, 1.8),
}


def seen(screen: Image, kind: Kind, chance: random.Random) -> Image:
    """Return a screen as a camera sees it: leaning, blurred, dim, with moiré, bands and noise."""
    width, height = kind.size
    high, wide = screen.shape[:2]
    lean = [np.radians(chance.uniform(-most, most) * kind.hard) for most in (25, 25, 12)]
    turned, _ = cv2.Rodrigues(np.array(lean))
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    corners *= kind.share * min(width / wide, height / high)
    inside = corners @ turned[:, :2].T
    focal_px = 1.1 * width
    at = inside[:, :2] * focal_px / (inside[:, 2:] + focal_px)
    at += [width * chance.uniform(0.47, 0.53), height * chance.uniform(0.47, 0.53)]
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, (2 * at).astype(np.float32))
    room = np.full((2 * height, 2 * width, 3), chance.uniform(40, 200), np.uint8)
    cv2.warpPerspective(
        screen, onto, (2 * width, 2 * height), room, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    picture: Floats = cv2.resize(room, kind.size, interpolation=cv2.INTER_AREA).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if chance.random() < 0.5:  # moiré
        angle, period_px = chance.uniform(0, np.pi), chance.uniform(4, 14)
        wave = np.sin(2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / period_px)
        picture *= (1 - 0.06 * kind.hard * (1 + wave))[..., None]
    if chance.random() < 0.5:  # the bands of a lamp, or of a screen's light
        wave = np.sin(2 * np.pi * chance.uniform(1, 4) * y / height + chance.uniform(0, 6))
        picture *= (1 - 0.15 * kind.hard * (1 + wave))[..., None]
    blur_px = chance.uniform(0.1, 1.2) * kind.hard * width / 1280
    picture = cv2.GaussianBlur(picture, (0, 0), blur_px).astype(np.float32)
    if chance.random() < 0.3:  # a hand that moves
        picture = cv2.blur(picture, (round(chance.uniform(2, 5) * kind.hard), 1)).astype(np.float32)
    black = chance.uniform(0, 30)
    picture = black + picture * chance.choice([1, 1, 0.7, 0.4, 0.25]) * (235 - black) / 255
    noise = np.random.default_rng(chance.randrange(2**32)).normal(size=(height, width, 1))
    picture = picture + noise * chance.uniform(1, 7) * kind.hard
    sent = cv2.imencode(
        ".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 80]
    )[1]
    return np.asarray(cv2.imdecode(sent, cv2.IMREAD_COLOR), np.uint8)


def rate(kind: Kind, views: int, seed: int = 0) -> tuple[float, float]:
    """Return the share of codes that are read over random views, and the seconds for a picture."""
    chance, read, took_s = random.Random(seed), 0, 0.0
    for _ in range(views):
        texts = chance.sample(CODES, kind.codes)
        picture = seen(shown(texts), kind, chance)
        began_s = perf_counter()
        result = read_codes(picture)
        took_s += perf_counter() - began_s
        assert set(result) <= set(texts)
        read += len(result)
    return read / (views * kind.codes), took_s / views


@pytest.mark.parametrize("name", breadth(["one, by a laptop's camera", "three, by a phone"]))
def test_the_codes_of_a_screen_are_read_as_a_camera_sees_them(name: str) -> None:
    assert rate(KINDS[name], 3)[0] == 1.0


def test_results_go_from_a_screen_to_the_hub_picture_by_picture() -> None:
    chance, most = random.Random(7), Kind(3, (1920, 1080), 0.85)
    texts: list[str] = []
    for at in range(0, len(CODES), 3):
        texts += read_codes(seen(shown(CODES[at : at + 3]), most, chance))
    assert CodeSets().add(texts, KEYS.get).results == {"red": MANY}


def test_a_picture_without_a_code_says_nothing() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    for picture in (noise, np.zeros((480, 640, 3), np.uint8), np.full((32, 32, 3), 255, np.uint8)):
        assert read_codes(picture) == ()


def test_a_code_of_bytes_that_are_no_text_spoils_none_beside_it() -> None:
    svg = segno.make(b"\xff\xfe\x80\x81", mode="byte", micro=False).svg_inline(
        border=4, omitsize=True
    )
    odd = render(svg, (480, 480))
    codes = read_codes(np.hstack([odd, shown(CODES[:1])]))
    assert CODES[0] in codes


def test_a_picture_made_to_keep_the_machine_busy_does_not() -> None:
    """OpenCV alone takes more than five minutes."""
    nest = np.pad(np.pad(np.zeros((3, 3), np.uint8), 1, constant_values=255), 1)
    large = cv2.resize(nest, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    tile = np.pad(large, ((0, 4), (0, 4)), constant_values=255)
    assert read_codes(np.dstack([np.tile(tile, (60, 106))] * 3)) == ()


def test_what_is_no_picture_to_be_read_is_refused() -> None:
    for shape, reason in (
        ((0, 0, 3), "empty"),
        ((20, 400, 3), "too_small"),
        ((4001, 4000, 3), "too_many_pixels"),
    ):
        with pytest.raises(BadPhoto) as refused:
            read_codes(np.zeros(shape, np.uint8))
        assert refused.value.reason == reason


if __name__ == "__main__":
    for name, kind in KINDS.items():
        share, took_s = rate(kind, int(sys.argv[1]) if len(sys.argv) > 1 else 200)
        print(f"{name}: {share:.1%}, {took_s * 1000:.0f} ms")
