"""Turns the edges of an encoder's two contacts into detents, without hardware.

In one cycle, each contact closes and opens once: four quarters. Most encoders have one detent a
cycle and rest with both contacts open. Others have two, and also rest with both closed. A few have
four, one at each quarter.
"""

from __future__ import annotations

QUARTERS = 4
# With four detents, each quarter is a step, so a contact's chatter would be steps, too. A hand
# needs longer than this to move the same contact again; a contact chatters for less.
CHATTER_NS = 2_000_000
# The position in the cycle of each state of the contacts (a closed, b closed), clockwise.
_POSITION = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}


class Quadrature:
    """The position of an encoder, in quarters since its start. Clockwise is positive.

    A detent counts when the contacts rest after a whole detent in one direction. So a bounce cannot
    reverse a detent. Nor can an edge that nobody saw, if there is one detent a cycle.
    """

    def __init__(
        self, closed: tuple[bool, bool], detents: int = 1, chatter_ns: int = CHATTER_NS
    ) -> None:
        self._closed = list(closed)
        self._last = list(closed)  # The level after the last edge, which chatter may have ended at.
        self._quarters_each = QUARTERS // detents
        self._chatter_ns = chatter_ns if detents == QUARTERS else 0
        self._changed_ns = [-chatter_ns, -chatter_ns]
        self._since_rest = 0
        self.quarters = 0

    def edge(self, contact: int, closed: bool, at_ns: int) -> int:
        """Take an edge of contact 0 (A) or 1 (B). Return the detents that it ends, 0 for most."""
        detents = self._settle(1 - contact, at_ns)  # The other contact is still by now.
        self._last[contact] = closed
        return detents + self._settle(contact, at_ns)

    def _settle(self, contact: int, at_ns: int) -> int:
        """Take over a contact's last level, unless the contact still chatters."""
        closed = self._last[contact]
        chatters = at_ns - self._changed_ns[contact] < self._chatter_ns
        if closed == self._closed[contact] or chatters:
            return 0
        self._changed_ns[contact] = at_ns
        before = self._position
        self._closed[contact] = closed
        way = 1 if (self._position - before) % QUARTERS == 1 else -1
        self.quarters += way
        self._since_rest += way
        if self._position % self._quarters_each:
            return 0
        turned, self._since_rest = self._since_rest, 0
        return (turned > 0) - (turned < 0) if abs(turned) == self._quarters_each else 0

    @property
    def _position(self) -> int:
        return _POSITION[self._closed[0], self._closed[1]]
