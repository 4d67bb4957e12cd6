"""What the optional actions have made of a round."""

from __future__ import annotations

from referee.contract import Frozen

MAT = "mat"
PLACES = 6  # seats that have a place of their own on the mat
TAKES = frozenset({"extra", "open", "swap"})  # actions that take a card from the pile


class Use(Frozen):
    """A seat used an action, perhaps on a `target`."""

    seat: int
    action: str
    target: int | None = None


class FaceUp(Frozen):
    """A card face up before a seat: turned up beside its own, or its `own`; `out`, swapped out."""

    seat: int
    card: str
    own: bool = False
    out: bool = False


def place(seat: int) -> str:
    """Return the zone in which a seat's cards lie face up before the reveal."""
    return f"seat:{seat}" if seat < PLACES else MAT


class Acts(Frozen):
    """What the optional actions have made of this round; `NO_ACTS` before the first.

    `beats` is the number that the standing announcement had to beat; whether that was `doubled`
    or `taken_over` lapses with it. `up` are the cards face up in the order in which they were read,
    `replaced` those swapped out as they were read at the reveal, `named` is what a seat says its
    own card is, `sitting` are the seats that sit out.
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

    def times(self, action: str) -> int:
        """Return how often an action was used."""
        return sum(use.action == action for use in self.used)

    def taken(self) -> int:
        """Return how many cards were taken from the pile, beyond one a player."""
        return sum(use.action in TAKES for use in self.used)

    def lying(self) -> tuple[str, ...]:
        """Return the cards that lie face up on the mat and are known."""
        return (*(face.card for face in self.up), *self.replaced)

    def before(self, seat: int) -> tuple[str, ...]:
        """Return those of them that lie where the seat's cards are read."""
        if place(seat) == MAT:
            return self.lying()
        return tuple(face.card for face in self.up if face.seat == seat)

    def out(self) -> tuple[str, ...]:
        """Return the cards that are known to have been swapped out."""
        return (*(face.card for face in self.up if face.out), *self.replaced)

    def unread(self) -> int:
        """Return how many cards were swapped out and are not known yet."""
        return self.times("swap") - len(self.out())


NO_ACTS = Acts()
