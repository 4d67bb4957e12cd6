"""The effects of the optional actions on a round."""

from __future__ import annotations

from referee.contract import Frozen

MAT = "mat"
PLACES = 6  # Number of seats with their own zone on the mat.
TAKES = frozenset({"extra", "open", "swap"})  # These actions take a card from the pile.


class Use(Frozen):
    """A seat's use of an action. `target` is the seat that it affects, if there is one."""

    seat: int
    action: str
    target: int | None = None


class FaceUp(Frozen):
    """A face-up card in front of a seat.

    It is the seat's `own` card, or an open card next to it. `out` means that the card was swapped
    out.
    """

    seat: int
    card: str
    own: bool = False
    out: bool = False

    def is_own_of(self, seat: int) -> bool:
        """Whether it is the seat's own card and still counts."""
        return self.own and not self.out and self.seat == seat


def zone_name(seat: int) -> str:
    """Return the name of the zone for a seat's face-up cards before the reveal."""
    return f"seat:{seat}" if seat < PLACES else MAT


class ActionEffects(Frozen):
    """The effects of the optional actions on this round; `NO_EFFECTS` until one is used.

    Most rounds have none, so what depends on them is answered at once.

    The standing announcement had to be greater than `beats`. `doubled` and `taken_over` describe
    that announcement and end with it. `up` are the face-up cards in the order in which they were
    read. `replaced` are the swapped-out cards that were read at the reveal. `named` is the card
    that a seat guesses as its own. `sitting` are the seats that sit out.
    """

    used: tuple[Use, ...] = ()
    reversed: bool = False
    beats: int = 0
    doubled: bool = False
    taken_over: bool = False
    up: tuple[FaceUp, ...] = ()
    replaced: tuple[str, ...] = ()
    named: str = ""
    sitting: tuple[int, ...] = ()

    def times_used(self, action: str) -> int:
        """Return how often an action was used."""
        return sum([use.action == action for use in self.used])

    def cards_taken(self) -> int:
        """Return how many cards actions took from the pile, besides the one for each player."""
        return sum([use.action in TAKES for use in self.used]) if self.used else 0

    def open_cards(self) -> tuple[str, ...]:
        """Return the known cards that lie face up on the mat."""
        return (*[face.card for face in self.up], *self.replaced)

    def face_up_at(self, seat: int) -> tuple[str, ...]:
        """Return the known face-up cards in the zone where the seat's cards are read."""
        return self.open_cards() if zone_name(seat) == MAT else self.face_up_of(seat)

    def face_up_of(self, seat: int) -> tuple[str, ...]:
        """Return the known face-up cards of a seat."""
        return tuple([face.card for face in self.up if face.seat == seat])

    def swapped_out(self) -> tuple[str, ...]:
        """Return the swapped-out cards that are known."""
        if not self.up and not self.replaced:
            return ()
        return (*[face.card for face in self.up if face.out], *self.replaced)

    def unread_swaps(self) -> int:
        """Return how many swapped-out cards are not known yet."""
        return self.times_used("swap") - len(self.swapped_out()) if self.used else 0


NO_EFFECTS = ActionEffects()
