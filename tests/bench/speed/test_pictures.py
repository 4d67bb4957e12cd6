"""Pictures made to cost much are bounded; `coyote bench pictures` measures all of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware import MAT
from tests.bench.scenes import stuffed
from tests.bench.speed import pictures, specks
from tests.breadth import breadth
from tests.vision.scenes import deck
from vision.errors import TooMuch
from vision.follow import still
from vision.follow.still import StillReader
from vision.mat_file import read_mat
from vision.photo import BadPhoto, decode_jpeg
from vision.synthetic.scene import LIGHT_WOOD

CROWDS: list[Callable[[], bytes]] = [
    lambda: pictures.rectangles(3000, 150, 400),
    lambda: pictures.rectangles(400, 200, 300),
    lambda: pictures.rows(400),
]


@pytest.mark.parametrize("crowd", breadth(CROWDS))
def test_far_more_than_cards_is_said_and_not_told_apart(crowd: Callable[[], bytes]) -> None:
    with pytest.raises(TooMuch):
        StillReader(deck(), read_mat(MAT)).observe(decode_jpeg(crowd()))


def test_a_picture_has_so_many_seconds_of_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SIZE", (1600, 1200))
    reader, picture = StillReader(deck(), read_mat(MAT)), decode_jpeg(pictures.honest(LIGHT_WOOD))
    assert reader.observe(picture).cards
    monkeypatch.setattr(still, "MAX_READING_S", 0.0)
    with pytest.raises(TooMuch):
        reader.observe(picture)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (stuffed.colours_apart, "too_many_pixels"),
        (stuffed.little_by_little, "too_many_pixels"),
        (lambda: stuffed.plain(before=stuffed.segment(0xE1) * 5_000), "damaged"),
        (lambda: stuffed.plain(before=stuffed.table(0) * 5_000), "damaged"),
    ],
)
def test_what_its_headers_say_refuses_a_picture_before_it_is_decoded(
    data: Callable[[], bytes], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cv2.imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(BadPhoto) as refused:
        decode_jpeg(data())
    assert refused.value.reason == reason


@pytest.mark.verify
def test_each_picture_is_measured_in_a_process_of_its_own() -> None:
    cpu, memory = pictures.measure(("JPEG, colours one after the other",))
    assert (cpu.unit, memory.unit) == ("s", "MB")
    assert memory.met  # it took 1.3 GB


@pytest.mark.verify
@pytest.mark.parametrize(
    ("way", "texture"),
    [("phone", "noise"), ("phone", "checks of 2 pixels"), ("hub", "keys of 40 pixels")],
)
def test_specks_cost_no_more_than_a_few_honest_pictures(way: str, texture: str) -> None:
    figures = list(specks.measure((way,), (texture,)))
    assert [figure.unit for figure in figures] == ["times", "times"]
    assert all(figure.met for figure in figures), "\n".join(figure.line() for figure in figures)
