"""How many phones the table's own Wi-Fi carries, said by the doctor."""

from __future__ import annotations

import pytest

from firmware.checking.service import Pages
from firmware.checking.wifi import CHOSEN, wifi
from firmware.install.system import PROFILE
from tests.firmware.checking.box import Box, results_of


def firmware(box: Box, name: str) -> None:
    link = box.root / CHOSEN
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(f"/usr/lib/firmware/cypress/cyfmac43455-sdio-{name}.bin")


@pytest.mark.parametrize(
    ("name", "seats", "well", "key"),
    [
        ("standard", 6, True, "wifi_carries"),
        ("standard", 12, None, "wifi_few"),
        ("minimal", 12, True, "wifi_carries"),
    ],
)
def test_more_seats_than_phones_that_the_wifi_carries_are_told_with_a_cure(
    box: Box, name: str, seats: int, well: bool | None, key: str
) -> None:
    firmware(box, name)
    case = box.case(pages=Pages({"seats": [{}] * seats}))
    assert results_of(wifi(case)) == []  # It opens no Wi-Fi of its own.
    box.file(PROFILE.lstrip("/"), "")
    assert results_of(wifi(case)) == [("wifi", well, key)]
