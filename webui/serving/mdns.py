"""The machine's name on the local network, from avahi, such as `coyote.local`.

Avahi renames a machine if its name is taken, so it is asked for the name of an address.
"""

from __future__ import annotations

import socket
from pathlib import Path

DAEMON = Path("/run/avahi-daemon/socket")
TIMEOUT_S = 0.2  # own addresses: 5 ms, then 0.1 ms; others: 5 s
LONGEST = 512


def local_name(address: str, daemon: Path = DAEMON) -> str | None:
    """Return the name that avahi announces for an address, or None."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(TIMEOUT_S)
        try:
            asked.connect(str(daemon))
            asked.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            said = asked.recv(LONGEST).decode("ascii", "replace").split()
        except OSError:
            return None  # avahi is missing or slow
    return said[3] if said[:1] == ["+"] and len(said) == 4 else None  # + interface protocol name
