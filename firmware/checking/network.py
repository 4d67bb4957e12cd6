"""Checks of the network: port, address and name of the pages, and the hotspot."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine
from webui.serving.mdns import local_name
from webui.serving.serve import lan_address


def port(number: int) -> Iterator[Finding]:
    """Check that the pages' port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))
        except PermissionError:
            yield found("port", None, "cli.doctor.port_forbidden", port=str(number))
        except OSError:
            yield found("port", None, "cli.doctor.port_in_use", port=str(number))
        else:
            yield found("port", True, "cli.doctor.port", port=str(number))


def address(machine: Machine, number: int) -> Iterator[Finding]:
    """Report the address and name at which phones find the pages."""
    lan = lan_address()
    if lan is None:
        yield from hotspot(machine)
        return
    yield found("address", True, "cli.doctor.address", url=_url(lan, number))
    name = local_name(lan, machine.root / "run/avahi-daemon/socket")
    if name is not None:
        yield found("name", True, "cli.doctor.name", url=_url(name, number))
    elif machine.model:
        yield found("name", None, "cli.doctor.no_name")


def hotspot(machine: Machine) -> Iterator[Finding]:
    """Report how this machine could open a network of its own."""
    if machine.program("nmcli") is None:
        yield found("address", None, "cli.doctor.no_address")
    elif machine.all("sys/class/net/*/wireless"):
        yield found("address", None, "cli.doctor.no_address_hotspot")
    else:
        yield found("address", None, "cli.doctor.no_address_cable")


def _url(host: str, number: int) -> str:
    return f"http://{host}/" if number == 80 else f"http://{host}:{number}/"
