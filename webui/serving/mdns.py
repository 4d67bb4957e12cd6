"""Ask avahi for this machine's name on the local network, such as `coyote.local`.

If the name is already taken, avahi chooses another one. So this module asks avahi which name
belongs to an address.
"""

from __future__ import annotations

import socket
from pathlib import Path

DAEMON = Path("/run/avahi-daemon/socket")
TIMEOUT_S = 0.2  # For its own addresses, avahi takes 5 ms at first, then 0.1 ms; for others 5 s.
LONGEST = 512


def local_name(address: str, daemon: Path = DAEMON) -> str | None:
    """Return the name that avahi announces for an address, or None."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(TIMEOUT_S)
        try:
            asked.connect(str(daemon))
            asked.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            words = asked.recv(LONGEST).decode("ascii", "replace").split()
        except OSError:
            return None  # Avahi is not installed, or too slow.
    # The answer is "+ interface protocol name address".
    return words[3] if words[:1] == ["+"] and len(words) == 4 else None
