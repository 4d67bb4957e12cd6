"""The pack, the options and moves of a match of Hearts, and everything that the referee knows."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

from referee.contract import Frozen, OfferMaker
from referee.kit import PlayerMove, Refusals, SeatMove, SeatReading, Speaking
from referee.options import whole
from referee.tricks import InTricks, Lack, Pack
from referee.tricks import Trick as AnyTrick

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = Pack({rank + suit: at for suit in "CDHS" for at, rank in enumerate(RANKS)})
FIRST, QUEEN, JACK = "2C", "QS", "JD"
HEARTS = frozenset(PACK.of_suit("H"))
COSTLY = HEARTS | {QUEEN}
ALL_POINTS = 26
SEATS = range(3, 6)
REMOVED = {3: ("2D",), 4: (), 5: ("2D", "2S")}  # So that all players get equally many cards.
PASSED = 3  # The number of cards that each player passes.
STEPS = {"left": 1, "right": -1, "across": 2, "hold": 0}  # Places to the left (HE-2).
refuse, offer = Refusals("hearts"), OfferMaker("hearts")


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options of a match.

    It ends when a seat has `limit` points. A seat that takes all points gives 26 to the `others`,
    or takes 26 off its own. With `jack`, the jack of diamonds takes 10 points off.
    """

    limit: Annotated[int, whole(20, 200, step=10)] = 100
    moon: Literal["others", "own"] = "others"
    jack: bool = False


class _HiddenCards(PlayerMove):
    """Base of the moves with face-down cards, so that `cards` names none."""

    cards: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()


class Pass(_HiddenCards, tag="pass"):
    """A player has laid three cards face down before the player who gets them."""


class TakeUp(_HiddenCards, tag="take_up"):
    """A player has taken the passed cards into the hand."""


class Declare(SeatMove, tag="declare"):
    """A seat says that it holds only cards that may not be played now."""


class Play(SeatReading, tag="play"):
    """A seat plays a card."""


Move = Pass | TakeUp | Declare | Play


class Phase(StrEnum):
    """The phases of a match."""

    PASSING = "pass"
    TAKING_UP = "take"
    OPENING = "open"  # Somebody holds the two of clubs.
    FIRST_TRICK = "first"
    PLAYING = "play"
    OVER = "over"


class Trick(AnyTrick):
    """A trick. The highest card of the led suit takes it."""

    pack = PACK


@lru_cache
def pack(seats: int) -> tuple[str, ...]:
    """Return the cards that are dealt with this number of seats (HE-1)."""
    return tuple(card for card in PACK.cards if card not in REMOVED[seats])


class State(InTricks, Speaking):
    """The state of a match. `deals` has the points of each finished deal.

    The seats in `due` must still pass; after that, their passed cards are still on the table.
    `unseen` are the cards that nobody has played in this deal. The lead of a heart is allowed once
    hearts are `broken`, or if its player `declared` to hold nothing else. The `last` trick may
    still be on the table; after a deal, all cards in `left` may lie anywhere.
    """

    options: Options
    trick: Trick
    last: Trick
    phase: Phase = Phase.PASSING
    due: tuple[int, ...] = ()
    unseen: tuple[str, ...] = ()
    tricks: tuple[Trick, ...] = ()
    fails: tuple[Lack, ...] = ()
    broken: bool = False
    declared: bool = False
    deals: tuple[tuple[int, ...], ...] = ()
    left: tuple[str, ...] = ()

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.trick.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat in all finished deals."""
        return tuple(sum(deal[seat] for deal in self.deals) for seat in self.seats)

    @property
    def round(self) -> int:
        """The number of the deal."""
        return len(self.deals) + (self.phase is not Phase.OVER)

    @property
    def way(self) -> str:
        """The direction of passing in this deal. Only four players pass across (HE-2)."""
        ways = [way for way in STEPS if way != "across" or len(self.seats) == 4]
        return ways[len(self.deals) % len(ways)]

    def receiver(self, seat: int) -> int:
        """Return the seat to which a seat passes its cards."""
        return (seat + STEPS[self.way]) % len(self.seats)

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats whose passed cards lie face down."""
        if self.phase is Phase.TAKING_UP:
            return self.due
        passing = self.phase is Phase.PASSING
        return tuple(seat for seat in self.seats if passing and seat not in self.due)

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        held = list(self.held_of(len(pack(len(self.seats))) // len(self.seats)))
        for seat in self.passed:
            taken_up = self.phase is Phase.TAKING_UP
            held[self.receiver(seat) if taken_up else seat] -= PASSED
        return tuple(held)

    @property
    def barred(self) -> frozenset[str]:
        """The cards that the player may not play now, unless they hold nothing else."""
        if self.declared:
            return frozenset()
        if not self.tricks:
            return COSTLY
        return frozenset() if self.trick.cards or self.broken else HEARTS

    @property
    def playable(self) -> tuple[str, ...]:
        """The cards that the player may hold and play now."""
        return tuple(card for card in self.unseen if card not in self.barred)
