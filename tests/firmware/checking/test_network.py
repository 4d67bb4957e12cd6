"""How phones find the pages: the name by avahi, a port in use or refused, a hotspot."""

from __future__ import annotations

import socket

import pytest

from firmware.checking import network
from firmware.checking.case import Case
from firmware.install.system import PROFILE
from tests.firmware.checking.box import Box, results_of
from webui.serving import addresses


def case(box: Box, number: int = 8080) -> Case:
    return box.case(given_port=number, given_data=box.root)


def addressed(box: Box) -> list[tuple[str, bool | None, str]]:
    return results_of(network.address(case(box)))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", tuple)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ("192.168.1.7", "100.101.1.2"))


@pytest.mark.usefixtures("connected")
def test_the_name_is_the_one_that_avahi_has_taken(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "local_name", lambda *_: "coyote-table-2.local")
    address, others, name = network.address(case(box, 80))
    assert results_of([address, name]) == [("address", True, "address"), ("name", True, "name")]
    assert others.message.params["urls"] == "http://100.101.1.2/"
    assert address.message.params["url"] == "http://192.168.1.7/"
    assert name.message.params["url"] == "http://coyote-table-2.local/"


@pytest.mark.usefixtures("connected")
def test_without_avahi_there_is_an_address_alone(box: Box) -> None:
    addresses = [("address", True, "address"), ("address", True, "addresses")]
    assert addressed(box) == [*addresses, ("name", None, "no_name")]
    (box.root / "proc/device-tree/model").unlink()
    assert addressed(box) == addresses


@pytest.mark.usefixtures("connected")
def test_the_owners_address_comes_first_and_unusable_settings_are_told(box: Box) -> None:
    settings = box.root / "network.toml"
    settings.write_text('address = "https://Cards.example.org"')
    address, others, _ = network.address(case(box))
    assert address.message.params["url"] == "https://cards.example.org/"
    assert str(others.message.params["urls"]).startswith("http://192.168.1.7:8080/")
    for bad in (
        'address = "cards.example.org"',
        'names = ["a b"]',
        'proxies = ["nginx"]',
        "name = 1",
    ):
        settings.write_text(bad)
        assert addressed(box)[0] == ("settings", False, "unusable")
        reason = str(next(network.address(case(box))).message.params["reason"])
        assert bad.partition(" ")[0] in reason
        assert "must begin" not in reason


@pytest.mark.usefixtures("alone")
def test_without_a_network_the_way_to_one_is_told(box: Box) -> None:
    assert addressed(box) == [("address", None, "no_address")]
    box.tool("nmcli", "exit 0")
    assert addressed(box) == [("address", None, "no_address_cable")]
    (box.root / "sys/class/net/wlan0/wireless").mkdir(parents=True)
    assert addressed(box) == [("address", None, "no_address_hotspot")]
    box.file(PROFILE.lstrip("/"), "")
    assert addressed(box) == [("address", None, "hotspot_off")]


def test_a_port_in_use_or_only_roots_is_told(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as holder:
        holder.bind(("0.0.0.0", 0))
        holder.listen()
        number = holder.getsockname()[1]
        assert results_of(network.port(case(box, number))) == [("port", None, "port_in_use")]
    assert results_of(network.port(case(box, number))) == [("port", True, "port")]

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    assert results_of(network.port(case(box, 80))) == [("port", None, "port_refused")]
    assert results_of(network.port(case(box, 8000))) == [("port", None, "cannot_listen")]
