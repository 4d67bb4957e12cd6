"""The display is on the header's bus, whatever number the kernel gave it."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.console import bus as bus_module
from firmware.console.bus import find_bus, header_bus
from firmware.errors import DisplayLost
from firmware.panel.pins import load_pins
from tests.firmware.console.fake_luma import Bus

PI_5 = "/axi/pcie@1000120000/rp1/i2c@74000"
PI_4 = "/soc/i2c@7e804000"
CAMERA, SCREEN = "/soc@107c000000/i2c@7d508200", "/soc/i2c@7ef04500"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bus_module, "BUSES", tmp_path / "buses")
    monkeypatch.setattr(bus_module, "ALIAS", tmp_path / "alias")
    return tmp_path


def have(tree: Path, buses: dict[int, str], alias: str = "") -> None:
    if alias:
        (tree / "alias").write_text(f"{alias}\0")
    for number, node in buses.items():
        folder = tree / f"base{node}"
        folder.mkdir(parents=True)
        bus = tree / "buses" / f"i2c-{number}"
        bus.mkdir(parents=True)
        (bus / "of_node").symlink_to(folder)


@pytest.mark.parametrize(
    ("buses", "alias", "number"),
    [
        ({}, "", 1),
        ({1: PI_5, 13: CAMERA}, PI_5, 1),
        ({15: PI_5, 1: CAMERA}, PI_5, 15),
        ({0: CAMERA, 3: PI_4, 20: SCREEN}, "", 3),
        ({11: PI_5}, "", 11),
    ],
)
def test_the_headers_bus_is_found_by_its_node(
    tree: Path, buses: dict[int, str], alias: str, number: int
) -> None:
    have(tree, buses, alias)
    assert header_bus() == number
    assert header_bus(4) == 4  # the owner's comes first


def test_a_bus_in_the_pin_table_that_the_machine_does_not_have_is_named(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = load_pins().console
    assert console is not None
    bus = Bus()
    bus.install(monkeypatch)
    bus.port, bus.no_bus = 4, errno.ENOENT
    have(tree, {1: PI_5, 13: CAMERA}, PI_5)
    with pytest.raises(DisplayLost, match="no_such_bus") as lost:
        find_bus(replace(console, bus=4))
    assert lost.value.message.params == {"bus": 4, "buses": (1, 13)}
