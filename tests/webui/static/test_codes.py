"""The hub's page reads a table's codes by whatever camera the browser has, and says what came."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from referee.club.signed import pack
from referee.hub.projection import KnownTable
from tests.firmware.hub.pages import Club
from tests.referee.club.test_signed import result
from tests.webui.asking import serving
from tests.webui.pages import PHONE, launched, say
from vision.art.svg import render
from vision.reading import Image
from webui.page.pictures import code_svg

TABLE = KnownTable("t00000000000a", "<i>red", "00" * 32)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The page of a club's hub that reads codes."""
    club = Club(tmp_path)
    club.projection.join(TABLE)
    with serving(club.app) as server:
        yield f"{server.url.rstrip('/')}/codes"
    club.store.close()


def screen(text: str) -> Image:
    """Return what a camera sees of one code: 1280 x 720 pixels."""
    seen = np.full((720, 1280, 3), 90, np.uint8)
    seen[60:660, 340:940] = render(code_svg(text).decode(), (600, 600))
    return seen


@pytest.fixture
def film(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser whose camera sees the code of one result."""
    (code,) = pack([result(0, seats=2)], TABLE.table, bytes(32))
    path = tmp_path / "film.y4m"
    planes = cv2.cvtColor(screen(code), cv2.COLOR_BGR2YUV_I420).tobytes()
    path.write_bytes(b"YUV4MPEG2 W1280 H720 F10:1 Ip A1:1 C420jpeg\nFRAME\n" + planes)
    fake = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    )
    with launched(browser, *fake) as made:
        yield made.new_page(viewport=PHONE, locale="en")


def test_codes_are_read_from_a_film_and_from_a_picture_and_what_is_amiss_is_said(
    film: Page, address: str, browser: Browser
) -> None:
    errors: list[str] = []
    film.on("pageerror", lambda error: errors.append(str(error)))
    film.goto(address)
    list_ = film.get_by_role("listitem")
    button = film.get_by_role("button", name=say("club.code.film"))
    button.click()
    read = say("club.code.read", table=TABLE.name, count=1)
    expect(list_).to_have_text(read)
    assert film.locator("i").count() == 0  # a table's name is text
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(film.locator("video")).to_be_hidden()

    png = cv2.imencode(".png", screen("https://example.org"))[1].tobytes()
    other = {"name": "other.png", "mimeType": "image/png", "buffer": png}
    film.set_input_files("input[type=file]", other)  # type: ignore[arg-type]
    expect(list_).to_have_text(say("club.code.foreign"))
    assert errors == []
    page = browser.new_page(viewport=PHONE, locale="en")
    page.goto(address)
    page.get_by_role("button", name=say("club.code.film")).click()  # which nobody allows
    expect(page.get_by_role("alert")).to_have_text(say("club.code.no_camera"))

    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    page.reload()  # as on plain http, from another machine
    expect(page.get_by_role("button", name=say("club.code.photo"))).to_be_visible()
    expect(page.locator("[data-key=film]")).to_be_hidden()
    page.close()
