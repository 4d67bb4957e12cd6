"""Another program that holds lines of the header."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from firmware.panel.gpio import header_chip

GONE_S = 60.0
_HOLDS = """
import lgpio, sys
chip = lgpio.gpiochip_open(int(sys.argv[1]))
for line in sys.argv[2:]:
    lgpio.gpio_claim_input(chip, int(line))
print("held", flush=True)
sys.stdin.read()
"""


class Holder:
    """A program that has claimed lines of the header's chip, until `let_go`."""

    def __init__(self, *lines: int) -> None:
        chip = header_chip().chip.number
        command = [sys.executable, "-c", _HOLDS, *map(str, (chip, *lines))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"held\n"
        self.pid = self._process.pid

    def let_go(self) -> None:
        """End the program, if it has not been."""
        if self._process.returncode is None:
            self._process.communicate(timeout=GONE_S)


@contextmanager
def held(*lines: int) -> Iterator[Holder]:
    """Have another program hold lines."""
    holder = Holder(*lines)
    try:
        yield holder
    finally:
        holder.let_go()
