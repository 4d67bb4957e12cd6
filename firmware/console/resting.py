"""Spares the display while nobody looks at it: it dims, goes dark, and moves its picture a little.

The pixels of an OLED age with the light that they give, and a picture that stands for evenings
burns in. Any event at the table, and any touch of the knob, brings the display back at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from PIL import Image

from firmware.console.display import Brightness, Display, ReconnectingDisplay
from firmware.panel.pins import ConsolePins
from referee.match.desk import Snapshot
from referee.reports.status import PendingApproval

SHIFT_S = 60.0  # A picture that stands moves by a pixel this often.
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Play(Enum):
    """What the table is doing, as far as the display is concerned."""

    ON = "on"  # A match is played, or somebody waits for an answer.
    PAUSED = "paused"
    NONE = "none"


class Rest:
    """How long the display has had nothing new to show, and what it should do about it."""

    def __init__(self, pins: ConsolePins, clock: Callable[[], float] = time.monotonic) -> None:
        self._dim_after_s = 60 * pins.dim_after_minutes
        self._off_after_s = 60 * pins.off_after_minutes
        self._clock = clock
        self._start_s = self._since_s = clock()

    def end(self) -> None:
        """Begin again from zero, because of an event or a touch."""
        self._since_s = self._clock()

    def brightness(self, play: Play) -> Brightness:
        """Return how bright the display should be.

        In a pause it goes dark. If no match is played, it goes dark when it would dim.
        """
        if play is Play.PAUSED and self._is_over(self._off_after_s):
            return Brightness.DARK
        if not self._is_over(self._dim_after_s):
            return Brightness.FULL
        return Brightness.DARK if play is Play.NONE else Brightness.DIM

    @property
    def shift(self) -> tuple[int, int]:
        """How many pixels to the right and down the picture stands now.

        It moves in a match with many events, too, because its title and frame stay the same.
        """
        return SHIFTS[int((self._clock() - self._start_s) // SHIFT_S) % len(SHIFTS)]

    def _is_over(self, after_s: float) -> bool:
        return 0 < after_s <= self._clock() - self._since_s


class RestingDisplay(ReconnectingDisplay):
    """A display that comes and goes, and rests. `tick` must be called about once a second."""

    def __init__(self, opener: Callable[[], Display], rest: Rest) -> None:
        super().__init__(opener)
        self._rest = rest
        self._play, self._followed = Play.NONE, object()
        self._picture: Image.Image | None = None
        self._brightness, self._shift = Brightness.FULL, SHIFTS[0]

    def open(self) -> bool:
        """Try to open the display, if it is time for an attempt. Return whether it opened."""
        opened = super().open()
        if opened:
            self._brightness = Brightness.FULL
            self._rest.end()
        return opened

    def follow(self, match: Snapshot | None, waiting: tuple[PendingApproval, ...] = ()) -> None:
        """Note the state of the match, and who waits for an answer. A change is an event."""
        state = (match and (match.match, match.seq), waiting)
        if state != self._followed:
            self._followed = state
            self._rest.end()
        if waiting:
            self._play = Play.ON
        elif match is None or match.outcome is not None:
            self._play = Play.NONE
        else:
            self._play = Play.PAUSED if match.paused else Play.ON

    def touch(self) -> bool:
        """Wake the display. Return whether it was dark, so that nobody saw what a push would do."""
        self._rest.end()
        was_dark = self._brightness is Brightness.DARK
        self.tick()
        return was_dark

    def show(self, picture: Image.Image) -> bool:
        """Show a new picture at full brightness. Return whether that succeeded."""
        self._picture, self._shift = picture, self._rest.shift
        self._rest.end()
        shown = super().show(shifted(picture, *self._shift))
        self.tick()
        return shown

    def tick(self) -> None:
        """Dim, darken or shift the picture if it is time."""
        if self._picture is None or not self.there:
            return
        shift, brightness = self._rest.shift, self._rest.brightness(self._play)
        if shift != self._shift and super().show(shifted(self._picture, *shift)):
            self._shift = shift
        if brightness is not self._brightness and self.light(brightness):
            self._brightness = brightness


def shifted(picture: Image.Image, right: int, down: int) -> Image.Image:
    """Return a picture that is moved by a few pixels. What leaves the edge is lost."""
    if not (right or down):
        return picture
    moved = Image.new(picture.mode, picture.size)
    moved.paste(picture, (right, down))
    return moved
