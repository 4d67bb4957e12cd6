"""Decide which frames to read, and which mats and cards to check although nothing changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from vision.follow.unchanged import RECENT_FRAMES

COMPARE_EVERY = 2  # In every second idle frame, one card is compared with its last appearance.
REREAD_AFTER = 20  # After this many idle frames, a frame is read, with one of its cards.
MAX_REREAD_AFTER = 80  # The interval doubles after each such reading, up to this one.


class Schedule:
    """The frames to read after a change, and the routine checks of an idle table."""

    def __init__(self) -> None:
        self._frames_left = RECENT_FRAMES
        self._mat_frames_left: dict[str, int] = {}  # Used if there are several mats.
        self._idle_frames = self._comparisons = self._readings = 0
        self._reread_after = REREAD_AFTER

    @property
    def is_changing(self) -> bool:
        """Whether a change is so recent that the next frame must be read."""
        return self._frames_left > 0

    @property
    def changing_mats(self) -> Collection[str]:
        """Return the mats that must be searched in the next frame."""
        return self._mat_frames_left.keys()

    def note_change(self) -> None:
        """Read the next frames, because something moves or has changed."""
        self._frames_left = RECENT_FRAMES
        self._idle_frames, self._reread_after = 0, REREAD_AFTER

    def note_changed_mats(self, mats: Iterable[str]) -> None:
        """Search these mats in the next frames that are read."""
        self._mat_frames_left |= dict.fromkeys(mats, RECENT_FRAMES)

    def mat_in_turn(self, mats: Sequence[str]) -> str | None:
        """Return the mat to search in a routine reading, or in the last reading after a change."""
        if not mats or self._frames_left > 1:
            return None
        return mats[self._readings % len(mats)]

    def count_reading(self) -> None:
        """Note that a frame was read."""
        self._frames_left = max(0, self._frames_left - 1)
        self._mat_frames_left = {
            mat: frames - 1 for mat, frames in self._mat_frames_left.items() if frames > 1
        }

    def count_idle_frame(self) -> None:
        """Note that nothing changed in a frame."""
        self._idle_frames += 1

    @property
    def is_comparison_due(self) -> bool:
        """Whether to compare a card with its last appearance in this idle frame."""
        return self._idle_frames % COMPARE_EVERY == 0

    def next_comparison(self) -> int:
        """Return a number that selects the card to compare: it is one higher each time."""
        self._comparisons += 1
        return self._comparisons

    def begin_routine_reading(self) -> bool:
        """Whether an idle frame must be read; if so, the next interval is longer."""
        if self._idle_frames < self._reread_after:
            return False
        self._idle_frames, self._reread_after = 0, min(2 * self._reread_after, MAX_REREAD_AFTER)
        return True

    def next_reading(self) -> int:
        """Return a number that selects the card to read: it is one higher each time."""
        self._readings += 1
        return self._readings
