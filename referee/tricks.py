"""Games of tricks: the pack, the trick on the table, who took what, and who lacks which cards.

A game says how strong its cards are (`Pack`) and makes its type of `Trick` from it. Its deal, or
its state, is `InTricks`. The referee sees no hand: a card that does not follow suit is noted as a
`Lack`, and a later card may prove it untrue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from referee.contract import Frozen, Message, OfferMaker
from referee.pending import Lay
from referee.table import Card, CardStatus, Zone


@dataclass(frozen=True, eq=False)
class Pack:
    """The suited cards of a game in order, each with its strength in its suit.

    The last letter of a card is its suit. The `wild` card has none: it follows any suit and takes
    any trick.

    >>> pack = Pack({"7C": 0, "AC": 1, "7H": 0, "AH": 1})
    >>> pack.of_suit("H"), pack.legal_cards(("7C", "AH"), "H")
    (('7H', 'AH'), ('AH',))
    """

    strength: Mapping[str, int]
    wild: str = ""

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The suited cards, in order."""
        return tuple(self.strength)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each card in the pack."""
        return {card: at for at, card in enumerate(self.cards)}

    @cached_property
    def by_suit(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each suit."""
        suits = dict.fromkeys(card[-1] for card in self.cards)
        return {suit: tuple(card for card in self.cards if card[-1] == suit) for suit in suits}

    def name_of(self, card: str) -> str:
        """Return the canonical name of a suited card. Raise `ValueError` for an unknown name."""
        name = card.strip().upper()
        if name not in self.index:
            raise ValueError(f"there is no card named {card!r}")
        return name

    def of_suit(self, suit: str) -> tuple[str, ...]:
        """Return the cards of a suit. Without a suit, there are none."""
        return self.by_suit.get(suit, ())

    def suit_of(self, card: str) -> str:
        """Return the suit of a card, or an empty string for the wild card."""
        return "" if card == self.wild else card[-1]

    def winning_index(self, cards: Sequence[str], suit: str, trump: str = "") -> int:
        """Return the index of the card that takes a trick in which `suit` was led."""
        if self.wild in cards:
            return cards.index(self.wild)
        strongest = [card for card in cards if card[-1] == trump] if trump else []
        strongest = strongest or [card for card in cards if card[-1] == suit]
        return cards.index(max(strongest, key=self.strength.__getitem__))

    def legal_cards(self, hand: Sequence[str], suit: str) -> tuple[str, ...]:
        """Return the cards of a hand that may be played when `suit` must be followed."""
        follows = [card for card in hand if card[-1] == suit]
        if not follows:
            return tuple(hand)
        return (*follows, self.wild) if self.wild in hand else tuple(follows)


@lru_cache(maxsize=1024)
def _winning_index(pack: Pack, cards: tuple[str, ...], suit: str, trump: str) -> int:
    return pack.winning_index(cards, suit, trump)


@lru_cache
def in_turn(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in the order of play, from `first` to the left.

    >>> in_turn(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((first + step) % seats for step in range(seats))


class Trick(Frozen):
    """The cards of a trick in the order in which they were played. The leader's card comes first.

    `suit` is the suit to follow: that of the first card, or the suit that the leader of a wild card
    named. It is empty before the lead, and if any card may follow. `proofs` has the picture ids of
    the cards in the same order. An id is empty if a player typed the card; ids may be missing at
    the end. The suit `trump`, if any, beats all others.
    """

    pack: ClassVar[Pack]

    leader: int
    seats: int
    cards: tuple[str, ...] = ()
    suit: str = ""
    proofs: tuple[str, ...] = ()
    trump: str = ""

    @property
    def next_player(self) -> int:
        """The player to move. If the trick is full, this is the leader."""
        return (self.leader + len(self.cards)) % self.seats

    @property
    def is_full(self) -> bool:
        """Whether every player has played a card."""
        return len(self.cards) == self.seats

    @property
    def winner(self) -> int:
        """The seat that takes the trick, as far as it has been played."""
        at = _winning_index(self.pack, self.cards, self.suit, self.trump)
        return (self.leader + at) % self.seats

    @property
    def players(self) -> tuple[int, ...]:
        """The seats in the order in which they play."""
        return in_turn(self.leader, self.seats)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of the pictures that show its cards. Missing ids are left out."""
        return tuple(proof for proof in self.proofs if proof)

    def position_of(self, seat: int) -> int:
        """Return a seat's position in the order of play. The leader has position 0."""
        return (seat - self.leader) % self.seats

    def card_of(self, seat: int) -> str:
        """Return the card that a seat played, or an empty string."""
        place = self.position_of(seat)
        return self.cards[place] if place < len(self.cards) else ""

    def plus(self, card: str, proof: str = "") -> Self:
        """Return the trick with one more card. The first card sets the suit to follow."""
        proofs = self.proofs
        if proof:
            proofs = (*proofs, *("",) * (len(self.cards) - len(proofs)), proof)
        suit = self.suit if self.cards else self.pack.suit_of(card)
        cards = (*self.cards, card)
        return type(self)(self.leader, self.seats, cards, suit, proofs, self.trump)

    def follows(self, card: str) -> bool:
        """Whether a card follows the led suit. The wild card always does."""
        return not self.suit or card == self.pack.wild or card[-1] == self.suit

    def before_card(self, place: int) -> Self:
        """Return the trick as it was before the card at index `place`."""
        suit, proofs = self.suit if place else "", self.proofs[:place]
        return type(self)(self.leader, self.seats, self.cards[:place], suit, proofs, self.trump)


class Lack(Frozen):
    """A player's lack of cards: the player did not follow suit in trick `at`, or said so.

    It was untrue if the player plays one of the cards in `shows`.
    """

    seat: int
    at: int
    shows: tuple[str, ...]


class InTricks:
    """Mixin of a deal, or of a state, with these fields.

    The `tricks` were taken, `trick` is on the table, and `fails` are what players showed to lack.
    """

    __slots__ = ()

    if TYPE_CHECKING:  # At run time, they would hide the types of the fields.
        trick: Any
        tricks: Any
        fails: Any

    @property
    def all_tricks(self) -> tuple[Any, ...]:
        """All tricks of the deal, with the one on the table last."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners of the taken tricks, in order. Each of them leads the next trick."""
        if not self.tricks:
            return ()
        return (*[trick.leader for trick in self.tricks[1:]], self.trick.leader)

    def held_of(self, dealt: int) -> tuple[int, ...]:
        """Return how many of the `dealt` cards each seat still holds."""
        played = self.trick.players[: len(self.trick.cards)]
        left = dealt - len(self.tricks)
        return tuple([left - (seat in played) for seat in range(self.trick.seats)])

    def taken_by_seat(self) -> list[list[str]]:
        """Return the cards that each seat took."""
        piles: list[list[str]] = [[] for _ in range(self.trick.seats)]
        for winner, trick in zip(self.winners, self.tricks, strict=True):
            piles[winner] += trick.cards
        return piles

    def where_played(self, card: str) -> tuple[int, int] | None:
        """Return the seat that played a card, and the number of its trick, or None."""
        for number, trick in enumerate(self.all_tricks, 1):
            if card in trick.cards:
                return trick.players[trick.cards.index(card)], number
        return None

    @property
    def lacks(self) -> dict[int, tuple[str, ...]]:
        """The cards that each seat showed to lack, for `determinization.Hidden`."""
        results: dict[int, tuple[str, ...]] = {}
        for lack in self.fails:
            results[lack.seat] = (*results.get(lack.seat, ()), *lack.shows)
        return results

    def lacks_shown_untrue(self, seat: int, card: str) -> tuple[Any, ...]:
        """Return the lacks of a seat that a played card proves untrue: the revealed revokes."""
        return tuple([fail for fail in self.fails if fail.seat == seat and card in fail.shows])


# -- on the table --------------------------------------------------------------------------------


Said = tuple[str, str, Message]  # The tag of a move, a rule, and the message of a pending action.


def card_due(offer: OfferMaker, trick: Trick, cards: Sequence[str], said: Said, **how: Any) -> Lay:
    """Return the action of the next player, who must lay one of the `cards` to follow suit.

    It is made by `OfferMaker.by_hand`.
    """
    seat, follows = trick.next_player, tuple([card for card in cards if card[-1] == trick.suit])
    at = (Zone("seat", seat), seat, dict.fromkeys(cards, 1))
    how |= {"first": follows, "beside": (trick.pack.wild,)}
    return offer.by_hand(Lay, *said, *at, **how)


def lying_cards(trick: Trick, status: CardStatus, edge: int | None = None) -> Iterator[Card]:
    """Yield the cards of a trick, each before its player."""
    proofs = (*trick.proofs, *("",) * (len(trick.cards) - len(trick.proofs)))
    for seat, card, proof in zip(trick.players, trick.cards, proofs, strict=False):
        yield Card(card, Zone("seat", seat), None, status, seat, proof, edge)


# -- how a deal may go on ------------------------------------------------------------------------


Choose = Callable[[Sequence[str], Any], str]


def play_out(hands: Iterable[Iterable[str]], trick: Any, choose: Choose) -> Iterator[Any]:
    """Yield each full trick until no hand has cards.

    `choose(cards, trick)` returns the card to play, one of the legal `cards`.
    """
    left = [list(hand) for hand in hands]
    while trick.cards or any(left):
        while not trick.is_full:
            hand = left[trick.next_player]
            if not hand:
                return
            card = choose(trick.pack.legal_cards(hand, trick.suit), trick)
            hand.remove(card)
            trick = trick.plus(card)
        yield trick
        trick = type(trick)(trick.winner, trick.seats, trump=trick.trump)
