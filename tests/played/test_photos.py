"""A table with no camera: real cards are read by pictures that phones send to a real server."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from firmware.mats import load_mats
from referee.match.commands import Begin, Move
from tests.breadth import breadth
from tests.photos import jpeg, photo
from tests.played.home import RealHome
from tests.played.pictures import Phone, choose
from tests.process import PATIENCE_S
from tests.webui.pages import PATIENCE_MS, PHONE, all_fits, say, sit
from vision.photo import decode_jpeg
from vision.reading import Image
from vision.synthetic.scene import MAT

DECK = "coyote-tomahawk"
CARDS = [("15", 200.0, 160.0, 12.0), ("20", 330.0, 250.0, -170.0), ("-5", 430.0, 140.0, 80.0)]
NAMES = ["-5", "15", "20"]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[RealHome]:
    with closing(RealHome(tmp_path_factory.mktemp("photos"), browser)) as evening:
        yield evening


def reveal(evening: RealHome) -> None:
    evening.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    evening.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    evening.desk.do(Move({"move": "challenge", "seat": 1}))


@pytest.fixture(scope="module")
def upright() -> Image:
    return decode_jpeg(photo(DECK, CARDS, load_mats("")[0], tilt_deg=30))


def on_mat(tilt_deg: float) -> Image:
    """Return a picture of its own: the camera is in the same place for no other."""
    mat = load_mats("")[0]
    return decode_jpeg(photo(DECK, CARDS, mat, table=MAT, size=(1400, 1050), tilt_deg=tilt_deg))


@pytest.mark.parametrize("mark", breadth([3, 6, 8]))  # as phones are held; all others have 1
def test_a_reveal_is_counted_by_a_picture_whichever_way_the_phone_was_held(
    evening: RealHome, mark: int
) -> None:
    reveal(evening)
    send = Phone(evening).send(jpeg(on_mat(20 + mark), mark))
    assert (send["came"], send["said"]) == ("moved", [say("table.photo.moved")])
    assert sorted(evening.match.log[-1].move.cards) == NAMES
    assert len(send["spots"]) == 3


def test_of_an_upload_that_a_reload_cuts_off_nothing_comes_and_the_next_is_read(
    evening: RealHome,
) -> None:
    reveal(evening)
    data, seq = jpeg(on_mat(20)), evening.match.seq
    link = http.client.HTTPConnection("127.0.0.1", evening.server.port, timeout=PATIENCE_S)
    link.putrequest("POST", f"/api/photo?seen={seq}")
    link.putheader("Content-Type", "image/jpeg")
    link.putheader("Content-Length", str(len(data)))
    link.endheaders()
    link.send(data[: len(data) // 2])
    link.close()
    assert Phone(evening).send(data)["came"] == "moved"
    assert evening.match.seq == seq + 1


def test_a_table_without_a_camera_is_well_and_says_so(evening: RealHome) -> None:
    camera = next(part for part in evening.table.status().parts if part.name == "camera")
    assert camera.well
    assert camera.message.key == "table.camera.phones"
    assert evening.table.camera_view() is None


def test_a_phone_sends_a_picture_is_asked_and_sends_a_better_one(
    evening: RealHome, upright: Image
) -> None:
    reveal(evening)
    page = evening.open("/", viewport=PHONE)
    sit(page, 0)
    expect(page.locator("#photo")).to_contain_text(say("page.photo.guide"))
    all_fits(page)
    hidden = upright.copy()  # a notebook over the third card
    corner = np.array([[980, 280], [1230, 280], [1230, 560], [980, 560]], np.int32)
    cv2.fillConvexPoly(hidden, corner, (70, 90, 110))
    choose(page, "photo", hidden)
    sheet = page.locator("#sheet")
    expect(sheet.locator(".sent .found[data-verdict=certain]")).to_have_count(2)
    expect(sheet.locator(".came")).to_contain_text("missing")
    choose(page, "again", upright)
    expect(sheet.locator(".came")).to_have_text(say("table.photo.moved"), timeout=PATIENCE_MS)
    expect(sheet.locator(".sent .found")).to_have_count(3)
    page.click("[data-key=done]")
    expect(sheet).to_contain_text(say("page.ruling"))
    assert "proof" in page.locator("#sheet img.crop").first.get_attribute("src")  # type: ignore[operator]
    page.context.close()
