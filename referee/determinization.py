"""A match as it may be: what a player who cannot see all cards thinks with.

The referee knows no hidden card. So a game says how those that nobody has seen may lie, by its
`guess`: a state with hands and piles that fit all that was seen is a world. In it is known what a
camera would read, and so what each player may do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from referee.values import Message

KnownHands = Mapping[
    int, tuple[str, ...]
]  # the cards of hands that a seat knows, by number of the hand
Hands = tuple[tuple[str, ...], ...]
T = TypeVar("T")
W = TypeVar("W", bound="Determinization")


class ImpossibleHand(LookupError):
    """Cards that a seat cannot hold now: too many or too few, or more of one than there are."""


class Chance(Protocol):
    """Where the dice come from, such as a `random.Random`: the rules have none of their own."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Return one of some values."""

    def shuffle(self, x: list[str], /) -> None:
        """Put cards in any order."""


class Action(NamedTuple):
    """What a player does: a move, and what nobody else sees of it, such as the cards kept.

    Without a move nothing is said yet: a card is drawn. One that is `late` says that nobody else
    has anything to say: there is time to.
    """

    move: Any
    kept: tuple[str, ...] = ()
    late: bool = False


class MoveAnalysis(NamedTuple):
    """A move that was made, and the `better` act there was: what each was worth, from 0 to 1.

    `at` is the number of the move, counted from 0. By so much, the standard `error`, the difference
    may be another; 0 where it is exact. `why` says in the game's own words what the figures are.
    """

    at: int
    seat: int
    better: Action
    made: float
    best: float
    error: float = 0.0
    why: Message | None = None

    @property
    def cost(self) -> float:
        """What the move was worth less than the better act."""
        return self.best - self.made


class Determinization(Protocol):
    """A state and all cards that are hidden in it; it never changes."""

    @property
    def state(self) -> Any:
        """The game's state."""

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        """The cards of each hand, as a deal counts them."""

    @property
    def mover(self) -> int | None:
        """Who is to decide next; None where all is over, or it leads too far to look on."""

    def legal_actions(self) -> Sequence[Action]:
        """Return what the mover may do with the cards that it holds: at least one thing."""

    def information_set_key(self) -> Hashable:
        """Return what the mover knows beyond what all saw said and done, as far as it matters."""

    def playout_action(self, chance: Chance) -> Action:
        """Return what somebody might do who does not think ahead."""

    def play(self: W, act: Action, chance: Chance) -> W:
        """Return the world once that is done, and all that follows without a decision."""

    def evaluate(self) -> tuple[float, ...]:
        """Return what each seat's position promises, from 0 to 1."""


@runtime_checkable
class Prunable(Protocol):
    """A world with so many acts that who chooses leaves some out."""

    def pruned(self) -> Determinization:
        """Return the same world without acts that nobody would do who means to win."""


def shuffled(cards: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """Return cards in any order."""
    return tuple(sorted(cards, key=lambda _: chance.random()))  # twice as fast as to shuffle


def check_known_hands(own: KnownHands, counts: Sequence[int]) -> None:
    """Refuse hands that are known but have not so many cards; raises `Unlikely`."""
    for hand, cards in own.items():
        if not 0 <= hand < len(counts) or len(cards) != counts[hand]:
            raise ImpossibleHand(hand, cards)


def deal_hidden(
    cards: Iterable[str], known: KnownHands, counts: Sequence[int], chance: Chance
) -> tuple[Hands, tuple[str, ...]]:
    """Return hands of so many cards, those that are `known` among them, and what is left over.

    Raises `Unlikely` where what is known is not among the `cards`.
    """
    unseen = Counter(cards)
    for held in known.values():
        unseen.subtract(held)
    if unseen and min(unseen.values()) < 0:
        raise ImpossibleHand(*known.values())
    pile = shuffled(unseen.elements(), chance)
    hands: list[tuple[str, ...]] = []
    for hand, count in enumerate(counts):
        held = known.get(hand, ())
        more = max(0, count - len(held))
        hands.append((*pile[:more], *held))
        pile = pile[more:]
    return tuple(hands), pile
