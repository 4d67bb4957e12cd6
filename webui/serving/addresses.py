"""Find this machine's addresses, and rank them by how likely a phone in the room reaches them.

A machine may have many addresses: of its Wi-Fi, a cable, a VPN, containers. The join code has room
for one of them. On Linux, `/sys/class/net` says what each network interface is.

``python -m webui.serving.addresses`` prints the addresses that phones in the room can reach. Its
status is `NO_ADDRESS` if there is none. This module needs only Python's standard library, because
the installer uses it, too.
"""

from __future__ import annotations

import array
import ipaddress
import re
import socket
import struct
import sys
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

INTERFACES = Path("/sys/class/net")
ROUTES = Path("/proc/net/route")

_SIOCGIFCONF = 0x8912
_MOST_INTERFACES = 128  # A machine with 60 containers has 62.
_IFREQ = struct.Struct("16s 4x 4s 16x" if struct.calcsize("P") == 8 else "16s 4x 4s 8x")
_VPN_TYPES = ("512", "65534")  # PPP; interfaces without hardware addresses: tun, WireGuard
_VPN_NAME = re.compile(r"(tun|tap|wg|ppp|ww|tailscale|zt|nebula|utun|ipsec|nordlynx|proton)")
_INNER_NAME = re.compile(
    r"(docker|podman|br-[0-9a-f]{6}|virbr|vnet|veth|lxc|lxd|incus|cni|flannel|cali|kube|vmnet|vboxnet)"
)
EVERYWHERE = "0.0.0.0"  # All addresses, including addresses that the machine gets later.
NO_ADDRESS = 3  # Exit status. Python itself fails with 1 or 2.
_SHARED = ipaddress.ip_network("100.64.0.0/10")  # Tailscale's, or a provider's: nobody's home.


class Kind(IntEnum):
    """The network behind an interface. Phones are most likely on the first one."""

    HOTSPOT = 0  # A Wi-Fi without a gateway: phones that join are on this machine's own network.
    WIFI = 1
    CABLE = 2
    OTHER = 3  # For example, the network of a container in which this program runs.
    PUBLIC = 4  # A cable or Wi-Fi with a public address, as in some universities.
    VPN = 5  # Also a mobile network, to which nobody else in the room belongs.
    LINK_LOCAL = 6  # The machine chose this address itself, because no router gave it one.
    UNPLUGGED = 7
    INNER = 8  # Containers and virtual machines; no other machine reaches it.


class Interface(NamedTuple):
    """A network interface and one of its IPv4 addresses."""

    name: str
    address: str


def phone_address(listens: str) -> str | None:
    """Return the address at which phones most likely reach a server, or None if they cannot."""
    return next(iter(phone_addresses(listens)), None)


def phone_addresses(listens: str) -> tuple[str, ...]:
    """Return the addresses at which phones may reach a server that listens on `listens`.

    Phones cannot reach a server that listens only on this machine, or one without a network.
    """
    if listens == EVERYWHERE:
        return lan_addresses()
    return () if listens.startswith("127.") else (listens,)


def lan_addresses(interfaces: Path = INTERFACES, routes: Path = ROUTES) -> tuple[str, ...]:
    """Return this machine's IPv4 addresses that a phone may reach, the most likely first."""
    return _addresses_before(Kind.UNPLUGGED, interfaces, routes)


def room_addresses(interfaces: Path = INTERFACES, routes: Path = ROUTES) -> tuple[str, ...]:
    """Return the addresses that phones in the room can reach, without VPNs and lone cables.

    Without one of these, a machine needs its own hotspot.
    """
    return _addresses_before(Kind.VPN, interfaces, routes)


def hotspot_addresses(interfaces: Path = INTERFACES, routes: Path = ROUTES) -> tuple[str, ...]:
    """Return this machine's addresses in the Wi-Fis that it opens."""
    return _addresses_before(Kind.WIFI, interfaces, routes)


def _addresses_before(worst: Kind, interfaces: Path, routes: Path) -> tuple[str, ...]:
    """Return the addresses of the kinds before `worst`, the most likely first."""
    preferred = _outgoing_address()
    known = _interfaces()
    if not known:
        return (preferred,) if preferred else ()
    lines = (line.split() for line in _text(routes).splitlines()[1:])
    gateways = frozenset(  # the interfaces with a default route
        line[0] for line in lines if len(line) > 2 and line[1] == "00000000"
    )
    ranked = sorted(
        (kind_of(link, gateways, interfaces), link.address != preferred, at, link.address)
        for at, link in enumerate(known)
        if not link.address.startswith("127.")
    )
    return tuple(dict.fromkeys(address for kind, _, _, address in ranked if kind < worst))


def kind_of(link: Interface, gateways: frozenset[str], interfaces: Path = INTERFACES) -> Kind:
    """Return the kind of an interface; `gateways` names the interfaces that lead to a gateway."""
    folder, address = interfaces / link.name, ipaddress.ip_address(link.address)
    physical = _physical(folder)
    if _INNER_NAME.match(link.name) or ((folder / "bridge").is_dir() and physical is None):
        return Kind.INNER
    if _text(folder / "operstate") == "down":
        return Kind.UNPLUGGED
    if address.is_link_local:
        return Kind.LINK_LOCAL
    tunnel = (folder / "tun_flags").exists() or _text(folder / "type") in _VPN_TYPES
    if address in _SHARED or tunnel or _VPN_NAME.match(link.name):
        return Kind.VPN
    if physical is None:
        return Kind.OTHER
    if not address.is_private:
        return Kind.PUBLIC
    if not _is_wifi(physical):
        return Kind.CABLE
    return Kind.WIFI if link.name in gateways else Kind.HOTSPOT


def _is_wifi(folder: Path) -> bool:
    return (folder / "wireless").exists() or (folder / "phy80211").exists()


def _physical(folder: Path) -> Path | None:
    """Return the folder of the hardware under an interface, or None.

    A bridge or a VLAN has hardware below it. A bridge that has Wi-Fi below it counts as Wi-Fi.
    """
    if (folder / "device").exists():
        return folder
    below = sorted([*folder.glob("lower_*"), *(folder / "brif").glob("*")])
    names = (lower.name.removeprefix("lower_") for lower in below)
    parts = [folder.parent / name for name in names]
    devices = [part for part in parts if (part / "device").exists()]
    return next((device for device in devices if _is_wifi(device)), next(iter(devices), None))


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _outgoing_address() -> str | None:
    """Return the address that the system would use for the internet, or None.

    Connecting a datagram socket sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own = str(probe.getsockname()[0])
    return None if own.startswith("127.") else own


def _interfaces() -> list[Interface]:
    """Return every IPv4 address of each interface that is up; none on systems other than Linux."""
    if sys.platform != "linux":
        return []
    import fcntl  # Some systems lack this module.

    room = array.array("B", bytes(_MOST_INTERFACES * _IFREQ.size))
    asked = struct.pack("iP", len(room), room.buffer_info()[0])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFCONF, asked)
        except OSError:
            return []
    size, _ = struct.unpack("iP", answer)
    return [
        Interface(name.split(b"\0")[0].decode(errors="replace").split(":")[0], socket.inet_ntoa(ip))
        for name, ip in _IFREQ.iter_unpack(room.tobytes()[:size])
    ]


if __name__ == "__main__":
    in_room = room_addresses()
    print(*in_room, sep="\n")
    sys.exit(0 if in_room else NO_ADDRESS)
