"""Which of a machine's addresses the join code shows: the one that a phone most likely reaches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.process import run_program
from webui.serving import addresses
from webui.serving.addresses import NO_ADDRESS, Interface, lan_addresses, room_addresses

ROOT = Path(__file__).parents[3]
RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv[1]);"
    "runpy.run_module('webui.serving.addresses', run_name='__main__')"
)

HOTSPOT = Interface("wlan0", "10.42.0.1")
WIFI = Interface("wlan1", "192.168.1.21")
CABLE = Interface("eth0", "192.168.1.20")
VLAN = Interface("eth0.10", "10.10.0.2")
BRIDGE = Interface("br0", "192.168.1.30")
CONTAINER = Interface("eth9", "172.17.0.2")
PUBLIC = Interface("eth1", "8.8.4.4")
VPN = Interface("tun0", "10.8.0.6")
WIREGUARD = Interface("office", "10.9.0.2")
TAILSCALE = Interface("ts0", "100.101.102.103")
MOBILE = Interface("wwan0", "10.160.3.9")
ALONE = Interface("eth2", "169.254.7.7")
PULLED_OUT = Interface("eth3", "192.168.1.40")
DOCKER = Interface("docker0", "172.17.0.1")
NETWORK_OF_DOCKER = Interface("br-0123456789ab", "172.18.0.1")
VIRTUAL = Interface("virbr0", "192.168.122.1")
HERE = Interface("lo", "127.0.0.1")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The folder in which the kernel describes the interfaces above."""

    def make(name: str, *parts: str, state: str = "up", kind: str = "1") -> None:
        folder = tmp_path / "net" / name
        folder.mkdir(parents=True)
        (folder / "operstate").write_text(f"{state}\n")
        (folder / "type").write_text(f"{kind}\n")
        for part in parts:
            (folder / part).mkdir(parents=True)

    for interface in (HOTSPOT, WIFI):
        make(interface.name, "device", "wireless", "phy80211")
    for item in (CABLE, PUBLIC, ALONE, MOBILE):
        make(item.name, "device")
    make(PULLED_OUT.name, "device", state="down")
    make(VLAN.name, "lower_eth0")
    make(BRIDGE.name, "bridge", "brif/eth0", "brif/vnet0")
    make("vnet0")
    make(CONTAINER.name)
    make(VPN.name, "tun_flags", state="unknown", kind="65534")
    make(WIREGUARD.name, state="unknown", kind="65534")
    make(TAILSCALE.name, state="unknown")
    make(DOCKER.name, "bridge", "brif")
    make(NETWORK_OF_DOCKER.name, "bridge", "brif/veth1")
    make(VIRTUAL.name, "bridge", state="down")
    make(HERE.name, state="unknown", kind="772")
    routes = "Iface\tDestination\tGateway\neth0\t00000000\t0101A8C0\nwlan1\t00000000\t0101A8C0\n"
    (tmp_path / "route").write_text(routes + "wlan0\t00002A0A\t00000000\n")
    return tmp_path


@pytest.mark.parametrize(
    ("interfaces", "ranked"),
    [
        ([HERE, HOTSPOT, CABLE, WIFI], [HOTSPOT, WIFI, CABLE]),
        ([TAILSCALE, WIREGUARD, ALONE, WIFI], [WIFI, TAILSCALE, WIREGUARD, ALONE]),
        ([DOCKER, NETWORK_OF_DOCKER, VIRTUAL, BRIDGE], [BRIDGE]),
        ([VPN, VLAN, MOBILE], [VLAN, VPN, MOBILE]),
        ([PUBLIC, CONTAINER, CABLE], [CABLE, CONTAINER, PUBLIC]),
        ([PULLED_OUT, ALONE], [ALONE]),
        ([HERE, DOCKER, PULLED_OUT, VIRTUAL], []),
    ],
)
def test_a_phones_network_comes_before_a_vpn_and_a_container_is_never_shown(
    machine: Path,
    monkeypatch: pytest.MonkeyPatch,
    interfaces: list[Interface],
    ranked: list[Interface],
) -> None:
    monkeypatch.setattr(addresses, "_interfaces", lambda: interfaces)
    for outgoing in (
        None,
        *(interface.address for interface in interfaces if interface in (VPN, CABLE, ALONE)),
    ):
        monkeypatch.setattr(addresses, "_outgoing_address", lambda out=outgoing: out)
        shown = lan_addresses(machine / "net", machine / "route")
        assert shown == tuple(item.address for item in ranked)
        outside = (VPN, WIREGUARD, TAILSCALE, MOBILE, ALONE)
        in_room = tuple(interface.address for interface in ranked if interface not in outside)
        assert room_addresses(machine / "net", machine / "route") == in_room


def test_this_machines_own_addresses_are_those_of_its_kernel() -> None:
    interfaces = addresses._interfaces()
    assert Interface("lo", "127.0.0.1") in interfaces
    assert not any(address.startswith("127.") for address in lan_addresses())
    outgoing = addresses._outgoing_address()
    assert outgoing is None or outgoing in {interface.address for interface in interfaces}
    code = ["-ISB", "-c", RUN, str(ROOT)]  # The installer hides every package in this way.
    process = run_program([sys.executable, *code], check=False)
    assert tuple(process.stdout.split()) == room_addresses()
    assert process.returncode == (0 if room_addresses() else NO_ADDRESS)
