"""What presses mean: to a seat that is asked what cards mean its answers, else what is offered.

Of two ways a short press is the first, a long one the second. Of more a short one marks the next,
and a long one takes the one that is marked. What waits for a yes is given it by a press that means
nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from firmware.presses.offer_times import OfferTimes
from referee.contract import By, Offer, Press
from referee.match.commands import Move
from referee.match.standing import identity
from referee.reports.commands import Choose, MarkNext, Settle
from referee.reports.status import TWO, YES_S, Question, Waiting

PressAnswer = Choose | MarkNext | Settle
"""What a press says that is no move."""
PressMeaning = Offer | PressAnswer
"""What a press does: it takes up an offer, or answers."""


@dataclass(frozen=True)
class Meanings:
    """What every seat's presses mean at one moment; the first `buttons` seats have a button.

    None: every seat has one. What `bots` may do no press does for them.
    """

    times: OfferTimes = field(default_factory=OfferTimes)
    asked: Question | None = None
    waiting: tuple[Waiting, ...] = ()
    buttons: int | None = None
    bots: Collection[int] = ()

    def by_press(self, seat: int) -> dict[Press, PressMeaning]:
        """Return what each press of a seat means: an answer before the first of the offers.

        A word that only confirms comes after them: a press that is a move is never taken for it.
        """
        found = self._by_press_in_match(seat)
        waits = self._approval_for(seat)
        press = None if waits is None else self._approval_press(waits, found)
        if waits is not None and press is not None:
            found[press] = Settle(waits.id, yes=True)
        return found

    @property
    def approval_presses(self) -> Mapping[int, Press | None]:
        """By which press each seat's button says yes to what waits for it; None: by none now."""
        seats = sorted(
            {seat for one in self.waiting for seat in one.seats if self._has_button(seat)}
        )
        return {
            seat: self._approval_press(waits, self._by_press_in_match(seat))
            for seat in seats
            if (waits := self._approval_for(seat)) is not None
        }

    def _has_button(self, seat: int) -> bool:
        return self.buttons is None or seat < self.buttons

    def command(self, meant: PressMeaning) -> Move | PressAnswer:
        """Return the command that a press says."""
        if isinstance(meant, Offer):
            return Move(meant.fill(), self.times.standing.seq)
        return meant

    def _by_press_in_match(self, seat: int) -> dict[Press, PressMeaning]:
        """Return what a seat's presses mean in the match."""
        found: dict[Press, PressMeaning] = {}
        if seat in self.bots:
            return found
        asked = self.asked if self.asked is not None and self.asked.seat == seat else None
        if asked is not None and len(asked.ways) > 1:
            found.update(_answers(asked))
        for offer in self.times.offers.of(seat):
            if offer.press is not None and offer.by is By.SEAT and not offer.ask:
                found.setdefault(offer.press, offer)
        if asked is not None and len(asked.ways) == 1:
            return {**dict(_answers(asked)), **found}
        return found

    def _approval_for(self, seat: int) -> Waiting | None:
        """Return what a seat's button may say yes to: first to who would sit there."""
        mine = [one for one in self.waiting if seat in one.seats]
        return min(mine, key=lambda one: one.seat is None, default=None)

    def _approval_press(self, waits: Waiting, played: Collection[Press]) -> Press | None:
        """Return by which press a button says yes: one that no slip of a move's can be.

        Before the first match any press will do. Then it is held, for longer than a move's; where
        a move is made by holding, pressed twice. Where presses race, or must not be told apart,
        nothing but moves is pressed.
        """
        if any(offer.race or offer.secret for offer in self.times.offers):
            return None
        if not self.times.standing.seq:
            return Press.SHORT
        if Press.LONG not in played:
            return Press.LONG
        only_held = set(played) == {Press.LONG} and waits.seat is not None
        return Press.DOUBLE if only_held else None


def hold_ns(meant: PressMeaning | None) -> int | None:
    """Return for how long a button is held for a long press that means this; None: as ever."""
    return round(YES_S * 1e9) if isinstance(meant, Settle) else None


def meaning_key(meant: PressMeaning) -> bytes:
    """Return what a press meant when it was begun and still means: the same bytes then."""
    return identity(meant) if isinstance(meant, Offer) else msgspec.json.encode(meant)


def _answers(asked: Question) -> Iterator[tuple[Press, PressMeaning]]:
    for number, one in enumerate(asked.ways):
        if press := asked.press_of(number):
            yield press, Choose(asked.id, one.id)
    if len(asked.ways) > TWO:
        yield Press.SHORT, MarkNext(asked.id, asked.at)
