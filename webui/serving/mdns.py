"""The machine's name on the local network, as avahi keeps it: `coyote.local`.

Avahi renames a machine whose name another one has, so it is asked, by the address.
"""

from __future__ import annotations

import socket
from pathlib import Path

DAEMON = Path("/run/avahi-daemon/socket")
TIMEOUT_S = 0.2  # it answers for its own addresses in 5 ms, then 0.1; for others after 5 s
LONGEST = 512


def local_name(address: str, daemon: Path = DAEMON) -> str | None:
    """Return the name that avahi announces for an address, or None where it has none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(TIMEOUT_S)
        try:
            asked.connect(str(daemon))
            asked.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            said = asked.recv(LONGEST).decode("ascii", "replace").split()
        except OSError:
            return None  # there is none, or it is late
    return said[3] if said[:1] == ["+"] and len(said) == 4 else None  # + card protocol name
