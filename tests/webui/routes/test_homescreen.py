"""The icon on a phone's home screen: of every size that is asked for, whole where it is cut."""

from __future__ import annotations

from io import BytesIO

import pytest
from flask import Flask
from PIL import Image

from tests.webui.asking import phone
from webui.preferences import GROUNDS
from webui.routes.homescreen import FULL, SIZES

HTML = {"Accept": "text/html"}


def test_a_phone_finds_name_colours_and_icons_in_its_language(app: Flask) -> None:
    client = phone(app)
    page = client.get("/", headers=HTML).text
    # With its cookies, so that it comes in the language and colours that this browser chose.
    version = app.extensions["assets"].version
    manifest = f'href="/manifest.webmanifest?{version}.en." crossorigin="use-credentials"'
    assert f'<link rel="manifest" {manifest}>' in page
    assert f'<link rel="apple-touch-icon" href="/icons/180.png?{version}">' in page
    client.get("/theme/dark")
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"})
    manifest = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert (manifest["lang"], manifest["theme_color"]) == ("fr", GROUNDS["dark"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    assert {entry["sizes"] for entry in manifest["icons"]} == {"192x192", "512x512"}
    assert {item["purpose"] for item in manifest["icons"]} == {"any", "maskable"}
    assert all(client.get(entry["src"]).status_code == 200 for entry in manifest["icons"])


@pytest.mark.parametrize("name", SIZES)
def test_an_icon_has_its_size_and_fills_its_square_where_it_is_cut(app: Flask, name: str) -> None:
    icon = Image.open(BytesIO(phone(app).get(f"/icons/{name}.png").data)).convert("RGBA")
    size = SIZES[name]
    assert icon.size == (size, size)
    corner = icon.getpixel((0, 0))
    assert isinstance(corner, tuple)
    assert (corner[3] == 255) == (name in FULL)
    # A shape of Android's cuts off what is further from the middle than two fifths.
    rim = {icon.getpixel((size // 2, y)) for y in range(size // 10)}
    assert len(rim) == 1
