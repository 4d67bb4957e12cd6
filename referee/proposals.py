"""A proposal to everybody at the table: to stop for the night, to deal again, or a move.

While it is open, each seat that has not answered may agree or object. The host may answer for a
seat, so that nobody waits for an absent phone. One objection ends the proposal, and so does a move
that a seat had tapped before. A press that means a move is always a move, and never an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any, NoReturn

import msgspec
from msgspec.structs import replace

from referee.actor import Actor
from referee.kit import SeatMove
from referee.offers import By, Cue, Offer, Offers, Presentation, Press
from referee.values import Frozen, IllegalMove, Message

_AGREE, _OBJECT = "agree_to_proposal", "object_to_proposal"


class Agree(SeatMove, tag=_AGREE):
    """A seat agrees to the open proposal."""


class Object(SeatMove, tag=_OBJECT):
    """A seat objects to the open proposal, which ends it."""


MOST_ASKED = 6  # Maximum number of a seat's requests within `ASKED_WITHIN_S`. Nobody needs more.
ASKED_WITHIN_S = 60.0
NEW_DEAL = {"move": "deal_anew"}  # The proposed move to deal the cards again.

ProposalAnswer = Agree | Object
ANSWERS: dict[str, type[ProposalAnswer]] = {_AGREE: Agree, _OBJECT: Object}


class Proposal(Frozen):
    """A proposal, its author, and the seats that have agreed.

    `seq` is the entry that opened it. `move` is the proposed move, `NEW_DEAL`, or None to stop the
    match with the standings as the result. `label` says it in words, and `effect` what follows.
    """

    seq: int
    by: Actor
    seats: int
    agreed: tuple[int, ...]
    label: Message
    effect: Message | None = None
    move: Any = None

    @property
    def deals_anew(self) -> bool:
        """Whether the cards are dealt again if everybody agrees."""
        return bool(self.move == NEW_DEAL)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not answered yet."""
        return tuple(seat for seat in range(self.seats) if seat not in self.agreed)

    def with_agreed(self, seats: Collection[int]) -> Proposal:
        """Return the proposal after more seats have agreed."""
        return replace(self, agreed=tuple(sorted({*self.agreed, *seats})))

    def offers(self, resting: Iterable[Offer]) -> Offers:
        """Return the answers that are still open, and the cues: all who must answer are lit.

        An answer has no press if that press means a move among the `resting` offers.
        """
        yes = Presentation(Message("desk.proposal.agree"), effect=self.label, press=Press.LONG)
        no = Presentation(Message("desk.proposal.object"), press=Press.SHORT)
        taken = {(move.seat, move.shown.press) for move in seat_moves(resting) if not move.ask}
        items = []
        for seat, (answer, shown) in product(self.missing, ((_AGREE, yes), (_OBJECT, no))):
            is_taken = (seat, shown.press) in taken
            items.append(Offer(answer, replace(shown, press=None) if is_taken else shown, seat))
        cues = [Cue.MAY_ANSWER if seat in self.missing else Cue.IDLE for seat in range(self.seats)]
        return Offers(tuple(items), tuple(cues), self.seq)

    @property
    def waits(self) -> Message:
        """The sentence that says whose answer is missing."""
        return Message("desk.proposal.waits", {"seats": self.missing})


class Refusals:
    """The refused requests. A no holds for the round."""

    def __init__(self) -> None:
        self._refused = set[bytes]()

    def add(self, *asked: Any) -> None:
        """Remember a refusal. `asked` says in which round it was asked, and what."""
        self._refused.add(msgspec.json.encode(asked))

    def check(self, *asked: Any) -> None:
        """Raise `IllegalMove` if the same was refused before."""
        if msgspec.json.encode(asked) in self._refused:
            raise IllegalMove("desk", Message("desk.proposal.refused"))


def seat_moves(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return the moves that a seat makes by itself, without asking anybody."""
    return tuple(offer for offer in offers if offer.by is By.SEAT and not offer.needs_all)


def check_answer(proposal: Proposal | None, move: Any) -> None:
    """Raise `IllegalMove` if a move is made before everybody has answered, or answers nothing."""
    if not isinstance(move, ProposalAnswer):
        if proposal is not None:
            refuse_other(proposal)
    elif proposal is None:
        raise IllegalMove("desk", Message("desk.proposal.over"))
    elif move.seat not in proposal.missing:
        raise IllegalMove("desk", Message("desk.proposal.answered", {"seats": proposal.missing}))


def refuse_other(proposal: Proposal) -> NoReturn:
    """Raise `IllegalMove`, because everybody must first answer the open proposal."""
    raise IllegalMove("desk", Message("desk.proposal.first", {"seats": proposal.missing}))
