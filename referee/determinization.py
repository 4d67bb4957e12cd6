"""Determinizations: a game's state together with one possible deal of all hidden cards.

The referee knows no hidden cards. A game only says which cards are hidden, and how many of them are
where (`Hidden`). Bots deal these at random, consistent with everything that was seen. In the result
every card is known, and so are the legal actions of each player. The bots search over such samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from referee.table import Zone
from referee.values import Frozen

KnownHands = Mapping[int, tuple[str, ...]]  # The known cards of each hand, by hand number.
Hands = tuple[tuple[str, ...], ...]
NO_LACKS: Mapping[int, Collection[str]] = MappingProxyType({})
T = TypeVar("T")
W = TypeVar("W", bound="Determinization")


class Down(Frozen):
    """A card that lies face down in a zone. Only `seat` knows it, or nobody if it is None."""

    zone: Zone
    seat: int | None = None


class Hidden(Frozen):
    """The hidden cards: all `cards` that nobody sees face up, and how many of them are where.

    `hands` has the size of each hand; hands are numbered as in a deal. Each card in `downs` counts
    as a further hand of one card, so their numbers come next. All other cards are in the pile.

    `known` are the cards that everybody saw go into a hand, by its number, and `lacks` the cards
    that its player showed not to hold. When the number of the `deal` changes, all cards are dealt
    again.

    Seats 0 and 1 hold two cards each, and seat 1 took a horse that lay face up:

    >>> Hidden(("bee", "bee", "horse", "horse", "moth"), (2, 2), known={1: ("horse",)}).counts
    (2, 2)
    """

    cards: tuple[str, ...]
    hands: tuple[int, ...]
    downs: tuple[Down, ...] = ()
    known: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
    deal: int = 0
    lacks: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def counts(self) -> tuple[int, ...]:
        """The size of each hand, and 1 for each card that lies face down."""
        return (*self.hands, *(1 for _ in self.downs))

    def new_downs(self, was: Hidden) -> tuple[Down, ...]:
        """Return the cards that lie face down now but did not in the earlier state."""
        return tuple((Counter(self.downs) - Counter(was.downs)).elements())


class Tastes(NamedTuple):
    """How many times as often as usual a bot claims falsely, and doubts what others say."""

    bluffs: float = 1.0
    doubts: float = 1.0


class Temper(Enum):
    """The temper of a bot, which people notice after some rounds."""

    EVEN = Tastes()
    BOLD = Tastes(bluffs=1.5, doubts=4.0)
    CAREFUL = Tastes(bluffs=0.25, doubts=0.25)
    BLUFFER = Tastes(bluffs=5.0, doubts=0.7)

    @classmethod
    def of(cls, seat: int) -> Temper:
        """Return the temper of the bot at a seat. It never changes, so people get to know it."""
        _, *tempers = cls
        return tempers[seat % len(tempers)]


DEAL_TRIES = 12  # Deals that are tried so that no hand has a card that it lacks.
BEST_STEPS = 900  # Actions that the best bots try.


class Skill(NamedTuple):
    """The skill of a bot, and its temper. It tries `steps` actions in all.

    With a higher `strictness`, a bot prefers the best action more strongly. With 0, all reasonable
    actions are equally likely. With 1, their probabilities are proportional to how often the
    search tried them.
    """

    steps: int
    strictness: float
    temper: Temper = Temper.EVEN


class ImpossibleHand(LookupError):
    """A hand that a seat cannot hold: the wrong number of cards, or too many copies of one."""


class Numbers(Protocol):
    """A source of numbers."""

    def random(self) -> float:
        """Return a number from 0 up to, but not including, 1."""


class Chance(Numbers, Protocol):
    """A source of random numbers, such as `random.Random`. The rules themselves are not random."""

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


def shuffled(cards: Iterable[str], chance: Numbers) -> tuple[str, ...]:
    """Return the cards in random order."""
    return tuple(sorted(cards, key=lambda _: chance.random()))  # Twice as fast as `shuffle`.


def check_known_hands(own: KnownHands, counts: Sequence[int]) -> None:
    """Raise `ImpossibleHand` if a known hand has the wrong number of cards."""
    for hand, cards in own.items():
        if not 0 <= hand < len(counts) or len(cards) != counts[hand]:
            raise ImpossibleHand(hand, cards)


def deal_hidden(
    cards: Iterable[str],
    known: KnownHands,
    counts: Sequence[int],
    chance: Numbers,
    lacks: Mapping[int, Collection[str]] = NO_LACKS,
) -> tuple[Hands, tuple[str, ...]]:
    """Deal the hidden cards. Return hands of `counts` cards, and the cards that are left over.

    Each hand includes its `known` cards and, if possible, no card that it `lacks`. Raise
    `ImpossibleHand` if the known cards are not all among the `cards`.
    """
    unseen = Counter(cards)
    for held in known.values():
        unseen.subtract(held)
    if unseen and min(unseen.values()) < 0:
        raise ImpossibleHand(*known.values())
    pile = shuffled(unseen.elements(), chance)
    sizes = [max(0, count - len(known.get(hand, ()))) for hand, count in enumerate(counts)]
    if lacks:
        pile = _lacking_dealt(pile, sizes, lacks, chance)
    hands: list[tuple[str, ...]] = []
    for hand, more in enumerate(sizes):
        hands.append((*pile[:more], *known.get(hand, ())))
        pile = pile[more:]
    return tuple(hands), pile


def _lacking_dealt(
    pile: Sequence[str],
    sizes: Sequence[int],
    lacks: Mapping[int, Collection[str]],
    chance: Numbers,
) -> tuple[str, ...]:
    """Return the shuffled cards in an order in which no hand gets a card that it lacks.

    The cards that most hands lack are dealt first, each to a hand with room for it. If that goes
    wrong, it is tried again, and in the end a hand gets a card that it lacks.
    """
    lacking = [lacks.get(hand, ()) for hand in range(len(sizes))]
    cards = sorted(pile, key=lambda card: -sum([card in lack for lack in lacking]))
    lacking.append(())  # Any card may be left over.
    for _ in range(DEAL_TRIES):
        places, is_possible = [list[str]() for _ in lacking], True
        room = [*sizes, max(0, len(cards) - sum(sizes))]
        for card in cards:
            shares = [many * (card not in lack) for many, lack in zip(room, lacking, strict=True)]
            if not any(shares):
                shares, is_possible = room, False
            at, number = 0, chance.random() * sum(shares)
            while number >= shares[at]:
                number -= shares[at]
                at += 1
            places[at].append(card)
            room[at] -= 1
        if is_possible:
            break
    return tuple([card for place in places for card in place])
