"""A Wi-Fi that phones join, and the code that joins it. The installer uses this module, too."""

from __future__ import annotations

import re
from typing import NamedTuple

# The firmware of a Pi's Wi-Fi (chip of a Pi 3B+, 4, 5), as Debian's alternatives name it, and the
# end of the name for the firmware that carries more phones but cannot roam between access points.
FIRMWARE, MINIMAL = "cyfmac43455-sdio.bin", "-minimal.bin"
# Phones with each. Those who write Raspberry Pi's documentation counted 7 to 10, and 19.
STANDARD_PHONES, MINIMAL_PHONES = 7, 19
NAME_BYTES, PASSWORD_BYTES = (1, 32), (8, 63)  # The least and the most of a Wi-Fi (WPA).
RAW_KEY = re.compile(r"[0-9A-Fa-f]{64}")  # A key that stands for a password.
_RESERVED = re.compile(r'([\\;,":])')  # These have a meaning in the text of a Wi-Fi code.


class Wifi(NamedTuple):
    """A Wi-Fi that phones can join. Without a password, it is open."""

    name: str
    password: str = ""

    @property
    def code(self) -> str:
        r"""Return the text of the QR code with which phones join, as their makers agreed on it.

        >>> Wifi("Coyote; anna's", "abc").code
        "WIFI:T:WPA;S:Coyote\\; anna's;P:abc;;"
        >>> Wifi("Open").code
        'WIFI:T:nopass;S:Open;;'
        """
        name, password = (_RESERVED.sub(r"\\\1", name) for name in self)
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"
