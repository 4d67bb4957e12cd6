"""The display as the console uses it: it comes and goes, and it rests while nobody looks at it.

The pixels of an OLED age with the light that they give, and a picture that stands for evenings
burns in. So the display dims, goes dark, and moves its picture a little. Any event at the table,
and any touch of the knob, brings it back at once.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable

from PIL import Image

from firmware.console.display import Brightness, Display
from firmware.errors import DisplayLost
from firmware.panel.pins import ConsolePins
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.status import Part, PendingApproval

_log = logging.getLogger(__name__)

AGAIN_S = 3.0  # Pause between attempts; with half, an empty bus is asked twice as often.
SHIFT_S = 60.0  # A picture that stands moves by a pixel this often.
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


class RestingDisplay:
    """A display that may come and go. `tick` must be called about once a second.

    It is opened when first needed, and again after a failure. If no display was ever connected,
    that is no fault, because most tables have none.
    """

    def __init__(
        self,
        opener: Callable[[], Display],
        pins: ConsolePins,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opener, self._clock = opener, clock
        self._dim_s = 60 * pins.dim_after_minutes or math.inf
        self._off_s = 60 * pins.off_after_minutes or math.inf
        self._dark_s = self._dim_s  # Without a match, it goes dark when it would dim.
        self._start_s = self._since_s = clock()
        self._display: Display | None = None
        self._again_s = -math.inf
        self._seen = False
        self._message = Message("table.console.well")
        self._followed: object = None
        self._picture: Image.Image | None = None
        self._brightness, self._shift = Brightness.FULL, SHIFTS[0]

    @property
    def there(self) -> bool:
        """Whether the display is connected."""
        return self._display is not None

    def part(self) -> Part:
        """Return the state of the display."""
        return Part("console", self.there or not self._seen, self._message)

    def open(self) -> bool:
        """Try to open the display, if it is time for an attempt. Return whether it opened."""
        if self.there or self._clock() < self._again_s:
            return False
        try:
            self._display = self._opener()
        except DisplayLost as error:
            self._lose(error)
            return False
        self._seen, self._message = True, Message("table.console.well")
        self._brightness = Brightness.FULL
        self._since_s = self._clock()
        _log.info("The console is there.")
        return True

    def follow(self, match: Snapshot | None, waiting: tuple[PendingApproval, ...] = ()) -> None:
        """Note the state of the match, and who waits for an answer. A change is an event."""
        state = (match and (match.match, match.seq), waiting)
        if state != self._followed:
            self._followed = state
            self._since_s = self._clock()
        if waiting or (match is not None and match.outcome is None and not match.paused):
            self._dark_s = math.inf
        else:
            over = match is None or match.outcome is not None
            self._dark_s = self._dim_s if over else self._off_s

    def touch(self) -> bool:
        """Wake the display. Return whether it was dark, so that nobody saw what a push would do."""
        was_dark = self._brightness is Brightness.DARK
        self._since_s = self._clock()
        self.tick()
        return was_dark

    def show(self, picture: Image.Image) -> bool:
        """Show a new picture at full brightness. Return whether that succeeded."""
        self._picture = picture
        self._since_s = self._clock()
        shown = self._write(picture)
        self.tick()
        return shown

    def tick(self) -> None:
        """Dim, darken or shift the picture if it is time."""
        if self._picture is not None and self._shift != self._shift_now:
            self._write(self._picture)
        wanted = self._brightness_now
        if wanted is not self._brightness and self._use(lambda display: display.light(wanted)):
            self._brightness = wanted

    def close(self) -> None:
        """Close the display. Call this only when the program ends."""
        if self._display is not None:
            self._display.close()

    @property
    def _brightness_now(self) -> Brightness:
        idle_s = self._clock() - self._since_s
        if idle_s >= self._dark_s:
            return Brightness.DARK
        return Brightness.DIM if idle_s >= self._dim_s else Brightness.FULL

    @property
    def _shift_now(self) -> tuple[int, int]:
        """How many pixels to the right and down the picture stands now.

        It moves in a match with many events, too, because its title and frame stay the same.
        """
        return SHIFTS[int((self._clock() - self._start_s) // SHIFT_S) % len(SHIFTS)]

    def _write(self, picture: Image.Image) -> bool:
        """Show a picture that is moved by a few pixels. Pixels beyond the edge are lost."""
        self._shift = self._shift_now
        moved = Image.new(picture.mode, picture.size)
        moved.paste(picture, self._shift)
        return self._use(lambda display: display.show(moved))

    def _use(self, act: Callable[[Display], bool | None]) -> bool:
        """Let the display do something. Return whether it did."""
        if self._display is None:
            return False
        try:
            return act(self._display) is not False
        except DisplayLost as error:
            _log.warning("The console's display is lost: %s", error)
            self._display = None
            self._lose(error)
            return False

    def _lose(self, error: DisplayLost) -> None:
        self._message = Message("table.console.lost") if self._seen else error.message
        self._again_s = self._clock() + AGAIN_S
