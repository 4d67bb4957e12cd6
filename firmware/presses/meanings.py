"""The meanings of each seat's presses: they answer a question or, without one, take up offers.

If a question has two choices, a short press takes the first one and a long press the second. If it
has more, a short press marks the next choice and a long press takes the marked one. An approval
needs a press that means nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from firmware.presses.offer_times import OfferTimes
from referee.contract import By, Offer, Press
from referee.match.commands import Move
from referee.match.open_offers import offer_key
from referee.reports.commands import AnswerApproval, Choose, MarkNext
from referee.reports.questions import TWO, Question, WhichMove
from referee.reports.status import APPROVAL_HOLD_S, PendingApproval

PressAnswer = Choose | MarkNext | AnswerApproval
"""An answer or approval, as opposed to a move."""
PressMeaning = Offer | PressAnswer
"""What a press does: it takes up an offer, answers or approves."""


@dataclass(frozen=True)
class Meanings:
    """The meanings of every seat's presses at one moment.

    The first `buttons` seats have a button (None: all seats). The presses of seats in `bots` have
    no meaning.
    """

    times: OfferTimes = field(default_factory=OfferTimes)
    asked: Question | None = None
    waiting: tuple[PendingApproval, ...] = ()
    buttons: int | None = None
    bots: Collection[int] = ()

    def by_press(self, seat: int) -> dict[Press, PressMeaning]:
        """Return the meaning of each press of a seat. Answers to questions come before offers.

        Confirmations come last, so a press that makes a move never confirms anything.
        """
        results = self._by_press_in_match(seat)
        waits = self._approval_for(seat)
        press = None if waits is None else self._approval_press(waits, results)
        if waits is not None and press is not None:
            results[press] = AnswerApproval(waits.id, yes=True)
        return results

    @property
    def approval_presses(self) -> Mapping[int, Press | None]:
        """The press by which each seat's button approves its pending request, or None for none."""
        seats = sorted(
            {seat for approval in self.waiting for seat in approval.seats if self._has_button(seat)}
        )
        return {
            seat: self._approval_press(waits, self._by_press_in_match(seat))
            for seat in seats
            if (waits := self._approval_for(seat)) is not None
        }

    def _has_button(self, seat: int) -> bool:
        return self.buttons is None or seat < self.buttons

    def command(self, meant: PressMeaning) -> Move | PressAnswer:
        """Return the command that a press gives."""
        if isinstance(meant, Offer):
            return Move(meant.fill(), self.times.standing.shown_seq(meant))
        return meant

    def _by_press_in_match(self, seat: int) -> dict[Press, PressMeaning]:
        """Return what a seat's presses mean in the match."""
        found: dict[Press, PressMeaning] = {}
        if seat in self.bots:
            return found
        asked = self.asked if self.asked is not None and self.asked.chooser == seat else None
        if asked is not None and len(asked.choices) > 1:
            found.update(_answers(asked))
        for offer in self.times.offers.for_seat(seat):
            if offer.shown.press is not None and offer.by is By.SEAT and not offer.ask:
                found.setdefault(offer.shown.press, offer)
        if asked is not None and len(asked.choices) == 1:
            return {**dict(_answers(asked)), **found}
        return found

    def _approval_for(self, seat: int) -> PendingApproval | None:
        """Return the approval that a seat's button can give; a phone's request comes first."""
        mine = [approval for approval in self.waiting if seat in approval.seats]
        return min(mine, key=lambda one: one.seat is None, default=None)

    def _approval_press(self, waits: PendingApproval, played: Collection[Press]) -> Press | None:
        """Return the press that approves, or None.

        Nobody must approve by accident when a press for a move slips. Before the first match, any
        press will do. Later, the button must be held longer than for a move or, if only holding
        makes a move, pressed twice. If presses race or are secret, no press approves.
        """
        if any(offer.shown.race or offer.secret for offer in self.times.offers):
            return None
        if not self.times.standing.seq:
            return Press.SHORT
        if Press.LONG not in played:
            return Press.LONG
        only_held = set(played) == {Press.LONG} and waits.seat is not None
        return Press.DOUBLE if only_held else None


def hold_ns(meant: PressMeaning | None) -> int | None:
    """Return for how long the button must be held for this meaning, or None for the usual time."""
    return round(APPROVAL_HOLD_S * 1e9) if isinstance(meant, AnswerApproval) else None


def meaning_key(meant: PressMeaning) -> bytes:
    """Return bytes that stay equal as long as the press means the same."""
    return offer_key(meant) if isinstance(meant, Offer) else msgspec.json.encode(meant)


def _answers(asked: Question) -> Iterator[tuple[Press, PressMeaning]]:
    for way in asked.choices:
        if way.press is not None:
            yield way.press, Choose(asked.id, way.id)
    if isinstance(asked, WhichMove) and len(asked.ways) > TWO:
        yield Press.SHORT, MarkNext(asked.id, asked.marked)
