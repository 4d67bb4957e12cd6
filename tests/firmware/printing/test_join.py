"""The card with codes for the Wi-Fi and the table's page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware import cli
from firmware.printing.join import CARD_MM, print_join
from firmware.printing.layout import layout
from firmware.printing.papers import PAPERS
from firmware.wifi import Wifi
from tests.firmware.printing.reading import POINT_MM, needs_poppler, rasterised, read
from vision.codes import read_codes

WIFI = Wifi('Anna; "2nd": \\table,', "abcdefghkmnp")
URL = "http://10.42.0.1/"


@needs_poppler
@pytest.mark.parametrize(
    ("name", "paper"), [(WIFI.name, "A4"), ("日本語テーブル", "letter"), ("Лес 🐺", "A4")]
)
def test_letters_of_every_language_are_in_the_codes_of_each_card_as_phones_read_them(
    tmp_path: Path, name: str, paper: str
) -> None:
    wifi = Wifi(name, "abcdefghkmnp")
    assert print_join(wifi, URL, "en", tmp_path / "join.pdf", paper) == 1
    (page,) = rasterised(tmp_path / "join.pdf", px_per_mm=5)
    half = page.shape[0] // 2
    for card in (page[:half], page[half:]):
        assert sorted(read_codes(np.ascontiguousarray(card))) == sorted([URL, wifi.code])
    typed = {word.text for page in read(tmp_path / "join.pdf") for word in page.words}
    assert {wifi.password, URL} <= typed, "who must type reads them below the codes"


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (("--wifi", "", "--address", URL), "1 to 32 bytes, not 0"),
        (("--wifi", "ä" * 16 + "a", "--address", URL), "1 to 32 bytes, not 33"),
        (("--wifi", "Cabin", "--password", "short", "--address", URL), "8 to 63 characters, not 5"),
        (("--wifi", "Cabin", "--password", "a" * 64, "--address", URL), None),
        (("--wifi", "Cabin", "--password", "g" * 64, "--address", URL), "not 64"),
        (("--password", "abcdefghkmnp", "--address", URL), "--wifi"),
        (("--wifi", "Cabin", "--address", ""), "not the address of a page"),
        (("--wifi", "Cabin", "--address", "10.42.0.1:8080"), "not the address of a page"),
        (("--wifi", "Cabin", "--address", "http://10.42.0.1:6000/"), "no page at port 6000"),
        (("--wifi", "Cabin", "--address", "http://[::1"), "not the address of a page"),
        (("--wifi", "Cabin", "--address", "http://my table/"), "not the address of a page"),
        (("--wifi", "Cabin", "--address", "http://[2001:db8::1]:8080/"), None),
        (("--wifi", "Cabin", "--address", URL + "a" * 3000), "at most 200 characters"),
    ],
)
def test_what_a_phone_cannot_join_or_open_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], refusal: str | None
) -> None:
    pdf = tmp_path / "join.pdf"
    status = cli.run(["print", "join", *given, "--out", str(pdf)])
    assert status == (0 if refusal is None else 2)
    assert pdf.exists() == (refusal is None)
    assert (refusal or "") in capsys.readouterr().err


@needs_poppler
def test_a_single_code_fills_the_card_with_its_address(tmp_path: Path) -> None:
    pdf, url = tmp_path / "join.pdf", f"http://10.42.0.1/{'a' * 183}"
    print_join(None, url, "es", pdf)
    assert set(read_codes(np.ascontiguousarray(next(rasterised(pdf, px_per_mm=5))))) == {url}
    (_, top, _, bottom), *_ = layout(1, PAPERS["A4"], CARD_MM, full=True).boxes()
    printed = [word for word in read(pdf)[0].words if top < word.top < bottom]
    assert bottom - 16 < max(word.bottom for word in printed) < bottom - 4


@needs_poppler
def test_a_long_password_and_address_are_not_smaller_than_8_pt(tmp_path: Path) -> None:
    pdf, url = tmp_path / "join.pdf", f"http://10.42.0.1/{'a' * 183}"
    print_join(Wifi("ü" * 16, "W" * 63), url, "es", pdf)
    long = [word for word in read(pdf)[0].words if "WWW" in word.text or "aaa" in word.text]
    assert min(word.bottom - word.top for word in long) >= 8 * POINT_MM - 0.01
    grid = layout(1, PAPERS["A4"], CARD_MM, full=True)
    for left, top, right, bottom in grid.boxes():
        on_card = [word for word in long if top < word.top < bottom]
        assert "".join(word.text for word in on_card).count("W") == 63
        for word in on_card:
            assert left + 5 < word.left < word.right < right - 5
            assert word.bottom < bottom - 5
