"""Checks of the network: port, address and name of the pages, and the hotspot."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

from firmware.checking.findings import Finding, failed, found
from firmware.checking.machine import Machine
from firmware.checking.storage import folder_of
from firmware.checking.wifi import has_profile
from firmware.errors import BadData
from firmware.network import load_network
from webui.access.network import Network
from webui.access.reach import url_of, urls_for_phones
from webui.serving.addresses import EVERYWHERE, phone_address
from webui.serving.mdns import local_name
from webui.serving.serve import bind_error


def port(number: int) -> Iterator[Finding]:
    """Check that the pages' port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((EVERYWHERE, number))
        except OSError as error:
            why = bind_error(error, EVERYWHERE, number)
            yield found("port", None, why.key, **why.params)
        else:
            yield found("port", True, "cli.doctor.port", port=str(number))


def address(machine: Machine, number: int, data: Path | None) -> Iterator[Finding]:
    """Report the addresses and the name at which phones find the pages.

    `data` is the data folder with the owner's network settings, or None for the user's own.
    """
    settings = Network()
    try:
        if folder := folder_of(data):
            settings = load_network(folder)
    except BadData as error:
        yield failed("settings", error)
    urls = urls_for_phones(settings, EVERYWHERE, number)
    if not urls:
        yield from hotspot(machine)
        return
    yield found("address", True, "cli.doctor.address", url=urls[0])
    if urls[1:]:
        yield found("address", True, "cli.doctor.addresses", urls=", ".join(urls[1:]))
    lan = phone_address(EVERYWHERE)
    name = local_name(lan, machine.root / "run/avahi-daemon/socket") if lan else None
    if name is not None:
        yield found("name", True, "cli.doctor.name", url=url_of(name, number))
    elif machine.model:
        yield found("name", None, "cli.doctor.no_name")


def hotspot(machine: Machine) -> Iterator[Finding]:
    """Report how this machine could open a network of its own."""
    if machine.program("nmcli") is None:
        yield found("address", None, "cli.doctor.no_address")
    elif machine.all("sys/class/net/*/wireless") and has_profile(machine):
        yield found("address", None, "cli.doctor.hotspot_off")
    elif machine.all("sys/class/net/*/wireless"):
        yield found("address", None, "cli.doctor.no_address_hotspot")
    else:
        yield found("address", None, "cli.doctor.no_address_cable")
