"""Determinizations: a game's state together with one possible deal of all hidden cards.

The referee knows no hidden cards. A game's `sample_hidden` deals them at random, consistent with
everything that was seen. In the result every card is known, and so are the legal actions of each
player. The bots search over such samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from referee.values import Message

KnownHands = Mapping[int, tuple[str, ...]]  # The known cards of each hand, by hand number.
Hands = tuple[tuple[str, ...], ...]
T = TypeVar("T")
W = TypeVar("W", bound="Determinization")


class ImpossibleHand(LookupError):
    """A hand that a seat cannot hold: the wrong number of cards, or too many copies of one."""


class Chance(Protocol):
    """A source of random numbers, such as `random.Random`. The rules themselves are not random."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """Return a random element."""

    def shuffle(self, x: list[str], /) -> None:
        """Shuffle cards in place."""


class Action(NamedTuple):
    """A player's action: a move and its hidden part, such as the cards that the player keeps.

    `move` is None if nothing is announced, as when a card is drawn. An action is `late` if it only
    says that the time for answers is over.
    """

    move: Any
    kept: tuple[str, ...] = ()
    late: bool = False


class MoveAnalysis(NamedTuple):
    """A move and a `better` action that was possible. Each has a value from 0 to 1.

    `at` is the number of the move, from 0. `error` is the standard error of the difference; 0 means
    exact. `why` explains the values in the game's own words.
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
        """By how much the value of the move was lower than that of the better action."""
        return self.best - self.made


class Determinization(Protocol):
    """A state with all its hidden cards. Immutable."""

    @property
    def state(self) -> Any:
        """The game's state."""

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        """The cards of each hand. Hands are numbered as in a deal."""

    @property
    def mover(self) -> int | None:
        """The player to move. None if the match is over or looking further ahead is pointless."""

    def legal_actions(self) -> Sequence[Action]:
        """Return the actions that the mover can take with its cards. There is at least one."""

    def information_set_key(self) -> Hashable:
        """Return the private knowledge on which the mover's choice depends."""

    def playout_action(self, chance: Chance) -> Action:
        """Return a plausible action of a player who does not look ahead."""

    def play(self: W, act: Action, chance: Chance) -> W:
        """Return the determinization after the action and all steps that need no decision."""

    def evaluate(self) -> tuple[float, ...]:
        """Return the estimated result of each seat, from 0 to 1."""


@runtime_checkable
class Prunable(Protocol):
    """A determinization with many legal actions, some of which are clearly bad."""

    def pruned(self) -> Determinization:
        """Return the determinization without its clearly bad actions."""


def shuffled(cards: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """Return the cards in random order."""
    return tuple(sorted(cards, key=lambda _: chance.random()))  # Twice as fast as `shuffle`.


def check_known_hands(own: KnownHands, counts: Sequence[int]) -> None:
    """Raise `ImpossibleHand` if a known hand has the wrong number of cards."""
    for hand, cards in own.items():
        if not 0 <= hand < len(counts) or len(cards) != counts[hand]:
            raise ImpossibleHand(hand, cards)


def deal_hidden(
    cards: Iterable[str], known: KnownHands, counts: Sequence[int], chance: Chance
) -> tuple[Hands, tuple[str, ...]]:
    """Deal the hidden cards. Return hands of `counts` cards, and the cards that are left over.

    Each hand includes its `known` cards. Raise `ImpossibleHand` if those are not all among the
    `cards`.
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
