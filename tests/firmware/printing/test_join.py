"""The card with codes for the Wi-Fi and the table's page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware import cli
from firmware.printing.join import print_join
from firmware.wifi import Wifi
from tests.firmware.printing.reading import needs_poppler, read
from tests.firmware.printing.test_printing import pages
from vision.codes import read_codes

WIFI = Wifi('Anna; "2nd": \\table,', "abcdefghkmnp")
URL = "http://10.42.0.1/"


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_a_phone_reads_both_codes_of_each_card(tmp_path: Path, paper: str) -> None:
    pdf = tmp_path / "join.pdf"
    assert print_join(WIFI, URL, "en", pdf, paper) == 1
    (page,) = pages(pdf)
    half = page.shape[0] // 2
    for card in (page[:half], page[half:]):
        assert sorted(read_codes(np.ascontiguousarray(card))) == sorted([URL, WIFI.code])


@needs_poppler
def test_what_a_code_holds_stands_below_it_for_who_must_type(tmp_path: Path) -> None:
    pdf = tmp_path / "join.pdf"
    given = ["--wifi", "Cabin", "--password", "abcdefghkmnp", "--address", URL]
    assert cli.run(["print", "join", *given, "--language", "fr", "--out", str(pdf)]) == 0
    said = {word.text for page in read(pdf) for word in page.words}
    assert {"Cabin", "abcdefghkmnp", URL} <= said


def test_a_password_without_a_wifi_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["print", "join", "--password", "abcdefghkmnp", "--address", URL]) == 2
    assert "--wifi" in capsys.readouterr().err
