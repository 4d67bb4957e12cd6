"""How long a virtual button is held: long enough that its contact counts."""

from __future__ import annotations

import time

TAP_S = 0.005  # Shortest time for which a press lasts.


class PressTimes:
    """Holds each button for at least `TAP_S`, even if the page or program releases it at once."""

    def __init__(self) -> None:
        self._down_s: dict[int, float] = {}

    def take(self, button: int, down: bool) -> None:
        """Note that a button goes down, or wait until it may go up."""
        if down:
            self._down_s[button] = time.monotonic()
        else:
            time.sleep(max(0.0, self._down_s.get(button, 0.0) + TAP_S - time.monotonic()))
