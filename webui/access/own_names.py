"""Decide whether a name belongs to this machine.

A web page of a stranger's own domain could point its name at this machine; the browser would then
take the table's answers for that page's own (DNS rebinding). So the pages answer only to names that
no stranger on the internet can have:

* names that the owner has entered (`Network`);
* this machine's name, alone or with a suffix that only the local network gives;
* names that the system itself knows: its full name, and avahi's.

Avahi appends a number if the name is taken, so ``coyote-2`` counts as well as ``coyote``.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable

from webui.access.network import Network, ascii_name, host_name, ip_address
from webui.serving.addresses import lan_addresses
from webui.serving.mdns import local_name

# Suffixes that nobody can own; a name without a suffix has no address on the internet. Suffixes
# that are sold to the public, such as `box`, must stay out. Only multicast DNS resolves `local`
# (RFC 6762), only private networks use `internal` (ICANN, 2024), and ICANN will never delegate
# `home` and `corp` (2018). Routers use the others (RFC 6762, appendix G); none is delegated.
UNSOLD = {"", "local", "internal", "home", "corp", "lan", "intranet", "private", "localdomain"}
# Suffixes below a domain whose owner lets no stranger choose the target of a name: only home
# networks use the first (RFC 8375); makers of routers own the next two, and sell no names below
# them; only Tailscale answers for the last, with its own addresses.
UNPOINTED = ("home.arpa", "fritz.box", "speedport.ip", "ts.net")

# Seconds for which the system's own names are kept. With half this time, a stranger could make the
# table ask twice as often. With twice this time, a new name would be refused for a minute.
KEPT_S = 30.0


class OwnNames:
    """The names of this machine. Thread-safe."""

    def __init__(
        self,
        network: Network,
        now_s: Callable[[], float] = time.monotonic,
        ask: Callable[[], frozenset[str]] | None = None,
    ) -> None:
        self._given = network.host_names
        self._now_s = now_s
        self._ask = ask or system_names
        self._lock = threading.Lock()
        self._asked_s: float | None = None
        self._found: frozenset[str] = frozenset()

    def include(self, host: str) -> bool:
        """Whether a Host header is a name of this machine, or any IP address.

        An address cannot be a stranger's domain, so it needs no further check.
        """
        name = host_name(host)
        if ip_address(name) is not None or _is_localhost(name) or name in self._given:
            return True
        return is_named_here(name) or (name != "" and name in self._of_system())

    def _of_system(self) -> frozenset[str]:
        """Return the names that the system knows; ask again if the last answer is old.

        The system may take seconds to answer. Only one thread waits for it.
        """
        now_s = self._now_s()
        is_old = self._asked_s is None or now_s - self._asked_s > KEPT_S
        if is_old and self._lock.acquire(blocking=False):
            try:
                self._found = self._ask()
                self._asked_s = now_s
            finally:
                self._lock.release()
        return self._found


def _is_localhost(name: str) -> bool:
    """Whether a name means the sender's own machine (RFC 6761; some systems add a suffix)."""
    return name == "localhost.localdomain" or name.rpartition(".")[2] == "localhost"


def is_named_here(name: str) -> bool:
    """Whether a name is this machine's own, also renamed by avahi, with a suffix nobody can own."""
    first, _, rest = name.partition(".")
    return _has_own_label(first) and (
        rest.rpartition(".")[2] in UNSOLD
        or any(rest == suffix or rest.endswith(f".{suffix}") for suffix in UNPOINTED)
    )


def is_exactly_here(host: str) -> bool:
    """Whether a Host header is ``localhost``, a loopback address or this machine's exact name.

    A browser on this machine uses one of these names. Avahi's other names are not among them.
    """
    name = host_name(host)
    address = ip_address(name)
    if address is not None:
        return address.is_loopback
    return name == "localhost" or (name.partition(".")[0] == _own_label() and is_named_here(name))


def _own_label() -> str:
    return ascii_name(socket.gethostname().partition(".")[0])


def _has_own_label(label: str) -> bool:
    """Whether a label is this machine's name, with or without a number by avahi."""
    own = _own_label()
    base = re.sub(r"-\d+\Z", "", own)
    return own != "" and re.fullmatch(rf"{re.escape(base)}(-\d+)?", label, re.ASCII) is not None


def system_names() -> frozenset[str]:
    """Return the names that the system has for this machine."""
    own, full = _own_label(), ascii_name(socket.getfqdn())
    names = {ascii_name(socket.gethostname()), full if full.partition(".")[0] == own else ""}
    names.update(ascii_name(local_name(address) or "") for address in lan_addresses())
    return frozenset(names) - {""}
