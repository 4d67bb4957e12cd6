"""A Wi-Fi that phones join, and the code that joins it. The installer uses this module, too."""

from __future__ import annotations

import re
from typing import NamedTuple

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
        name, password = (_RESERVED.sub(r"\\\1", one) for one in self)
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"
