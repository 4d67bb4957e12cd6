"""Checks of the network: port, address and name of the pages, and the hotspot."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from firmware.checking.case import Case
from firmware.checking.findings import Finding, failed, result
from firmware.checking.wifi import has_profile
from firmware.errors import BadData
from firmware.network import load_network
from webui.access.network import Network
from webui.access.reach import url_of, urls_for_phones
from webui.serving.addresses import EVERYWHERE, phone_address
from webui.serving.mdns import local_name
from webui.serving.serve import bind_error


def port(case: Case) -> Iterator[Finding]:
    """Check that the pages' port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((EVERYWHERE, case.port))
        except OSError as error:
            why = bind_error(error, EVERYWHERE, case.port)
            yield result("port", None, why.key, **why.params)
        else:
            yield result("port", True, "cli.doctor.port", port=str(case.port))


def address(case: Case) -> Iterator[Finding]:
    """Report the addresses and the name at which phones find the pages."""
    settings, machine = Network(), case.machine
    try:
        if case.folder is not None:
            settings = load_network(case.folder)
    except BadData as error:
        yield failed("settings", error)
    urls = urls_for_phones(settings, EVERYWHERE, case.port)
    if not urls:
        yield result("address", None, f"cli.doctor.{_way_to_a_network(case)}")
        return
    yield result("address", True, "cli.doctor.address", url=urls[0])
    if urls[1:]:
        yield result("address", True, "cli.doctor.addresses", urls=", ".join(urls[1:]))
    lan = phone_address(EVERYWHERE)
    name = local_name(lan, machine.root / "run/avahi-daemon/socket") if lan else None
    if name is not None:
        yield result("name", True, "cli.doctor.name", url=url_of(name, case.port))
    elif machine.model:
        yield result("name", None, "cli.doctor.no_name")


def _way_to_a_network(case: Case) -> str:
    """Return the end of the key of a text: how this machine could open a network."""
    if case.machine.program("nmcli") is None:
        return "no_address"
    if not case.machine.all("sys/class/net/*/wireless"):
        return "no_address_cable"
    return "hotspot_off" if has_profile(case.machine) else "no_address_hotspot"
