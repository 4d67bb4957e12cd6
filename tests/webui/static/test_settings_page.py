"""The settings page and the first page of a new table in a browser: it fits, and comes back."""

from __future__ import annotations

import re
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.contract import Message
from tests.breadth import breadth
from tests.webui.asking import UNPLAYED
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable
from tests.webui.pages import (
    DESK,
    PHONE,
    SCREEN,
    STRANGER,
    Open,
    fits_across,
    large_enough,
    say,
)
from tests.webui.routes.test_settings import WIFI, Machine
from tests.webui.static.test_every_page import SCHEMES, Axe
from webui.app import create_app
from webui.settings import Outcome

pytestmark = UNPLAYED


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def app(table: FakeTable, machine: Machine) -> Flask:
    return create_app(table, settings=machine, host_code=CODE, bundled=True)


@pytest.mark.parametrize(("locale", "size"), breadth([("de", PHONE), ("fr", DESK)]))
def test_the_settings_and_the_first_pages_fit_axe_finds_nothing_and_a_change_is_waited_for(
    open_page: Open, machine: Machine, locale: str, size: Any
) -> None:
    axe = Axe()
    settings = open_page("/settings?from=/virtual", size, waits=False, locale=locale)
    first = open_page("/", size, waits=False, locale=locale, **STRANGER)
    expect(first).to_have_url(re.compile("/start$"))
    for page in (settings, first):
        for _ in SCHEMES:
            axe.look(page, page.url)
        fits_across(page)
        large_enough(page)
    first.click(f"a[lang={locale}]")
    expect(first.locator("#become")).to_be_visible()
    first.fill("input", CODE)
    first.click("#become button")
    expect(first.get_by_text(say("page.start.host", locale))).to_be_visible()
    for _ in SCHEMES:
        axe.look(first, "start, host")
    first.click(f"text={say('page.start.skip', locale)}")
    expect(first.locator("#home")).to_be_visible()
    assert not axe.faults, axe.says()
    form = settings.locator("form", has=settings.locator("[name=mains]"))
    form.locator("[name=mains]").select_option("60")
    form.locator("button").dispatch_event("click")
    expect(settings.get_by_text(say("page.settings.working", locale))).to_be_visible()
    machine.came = Outcome(Message("page.settings.done"), True)
    expect(settings.get_by_text(say("page.settings.done", locale))).to_be_visible()
    expect(settings).to_have_url(re.compile(r"/settings/a1\?from=/virtual$"))
    assert machine.asked == [{"mains": "60"}]


def test_before_a_match_the_join_code_is_read_by_a_camera_and_the_screen_has_room_for_both_codes(
    open_page: Open,
) -> None:
    page = open_page("/table", SCREEN)
    codes = page.locator("#joining .qr")
    for size in (DESK, SCREEN):
        page.set_viewport_size(size)
        expect(codes).to_have_count(2)
        expect(page.locator("#joining")).to_contain_text(WIFI.password)
        expect(page.locator("#joining")).to_be_in_viewport(ratio=1)
    expect(codes.last).to_have_js_property("complete", True)
    shot = codes.last.screenshot()
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    text, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert text == page.locator("#joining .address").last.inner_text()
    assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+/", text)
