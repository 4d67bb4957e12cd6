"""A deal that is played in tricks: its cards, its answers in secret, and what may be played next.

This module computes everything from the deal alone.
"""

from __future__ import annotations

from bisect import bisect

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.cards import (
    COUP,
    HAND_SIZE,
    PACK_INDEX,
    SUITS,
    cards_of_suits,
    pack,
)
from referee.coup_detat.state.deals import Deal, Revoke
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import SuitName
from referee.coup_detat.state.rows import Turn
from referee.coup_detat.state.trick import Trick
from referee.kit import replaced
from referee.tricks import InTricks


class SecretAnswers(Frozen):
    """The answers of the seats, whether they lodge a secret coup (CE-61).

    `given[i]` is the answer of seat `i`. It is None until the seat answers. `given` is empty if the
    contract allows no secret coup.
    """

    given: tuple[bool | None, ...] = ()

    @property
    def lodged(self) -> tuple[int, ...]:
        """The seats that lodged a secret coup."""
        return tuple(seat for seat, answer in enumerate(self.given) if answer)

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The seats that must still answer."""
        if None not in self.given:
            return ()
        return tuple(seat for seat, answer in enumerate(self.given) if answer is None)

    def plus(self, seat: int, lodge: bool) -> SecretAnswers:
        """Return the answers with that of one more seat."""
        return SecretAnswers(replaced(self.given, seat, lodge))


class Tricks(InTricks, Deal, tag="tricks", kw_only=True):
    """A deal played in tricks: `tricks` were gathered; `trick` is on the table.

    `unseen` holds the cards that may still be played, except the Coup card; `coup` is the seat that
    may play that one. `table` is the table card of an attempt, once the winner turned it up.
    `declared` says that the leader declared to hold only barred suits (CE-22). `booked` holds the
    payments made when the first trick ended. `beside` holds cards of earlier tricks that still lie
    on the table.
    """

    trick: Trick
    unseen: tuple[str, ...]
    tricks: tuple[Trick, ...] = ()
    coup: int | None = None
    table: str = ""
    declared: bool = False
    answers: SecretAnswers = SecretAnswers()
    booked: tuple[Payment, ...] = ()
    beside: tuple[Turn, ...] = ()

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        return self.held_of(HAND_SIZE)

    @property
    def last_number(self) -> int:
        """The number of the last card played in this deal."""
        return len(self.tricks) * self.trick.seats + len(self.trick.cards) - 1

    @property
    def newest_trick_number(self) -> int:
        """The number of the newest trick that contains a card."""
        return len(self.tricks) - (0 if self.trick.cards else 1)

    @property
    def waits_for_answers(self) -> bool:
        """Whether the first trick's last card must wait until all seats have answered (CE-61)."""
        if self.tricks or not self.answers.unanswered:
            return False
        return len(self.trick.cards) == self.trick.seats - 1

    @property
    def open_turns(self) -> tuple[Turn, ...]:
        """The face-up cards with their players: earlier tricks, then this trick, then the table
        card.
        """
        trick = self.trick
        table = (Turn(trick.winner, self.table),) if self.is_table_card_up else ()
        return (*self.beside, *map(Turn, trick.players, trick.cards), *table)

    @property
    def is_table_card_up(self) -> bool:
        """Whether the table card lies face up with the first trick (CE-25)."""
        return bool(self.table) and not self.tricks

    @property
    def may_be_corrected(self) -> bool:
        """Whether the last card read still lies on the table, so that it can be corrected."""
        return bool(self.trick.cards) and not self.is_table_card_up

    @property
    def is_opening_lead(self) -> bool:
        """Whether the leader must still play the first card and has declared nothing (CE-22)."""
        return not (self.trick.cards or self.tricks or self.declared)

    @property
    def barred_suits(self) -> str:
        """The suits that the player may not lead now, at the opening lead (CE-22)."""
        return self.terms.bars if self.is_opening_lead else ""

    @property
    def may_declare(self) -> bool:
        """Whether a hand could consist entirely of barred suits (CE-22)."""
        bars = len(self.terms.bars)
        return bars > 1 or (bars == 1 and self.trick.seats > 3)

    @property
    def nameable_suits(self) -> tuple[SuitName, ...]:
        """The suits that a player may name after leading the Coup card (CE-22, CE-24)."""
        bars = "" if self.tricks else self.terms.bars
        return tuple(suit for suit in SUITS if suit not in bars)

    @property
    def has_only_coup(self) -> bool:
        """Whether the player to move has played seven other cards and holds only the Coup card."""
        return len(self.tricks) == HAND_SIZE - 1 and self.coup == self.trick.next_player

    @property
    def playable_cards(self) -> tuple[str, ...]:
        """The cards that the player to move may hold and play, as far as the table knows."""
        if self.has_only_coup:
            return (COUP,)
        bars, cards = self.barred_suits, self.unseen
        if bars:
            cards = tuple(card for card in cards if card[-1] not in bars)
        return (*cards, COUP) if self.coup == self.trick.next_player else cards

    @property
    def take_back_seats(self) -> tuple[int, ...]:
        """The seats that did not follow suit in the newest trick.

        Each of them may take its card back (CE-26).
        """
        at = self.newest_trick_number
        newest = [revoke for revoke in self.fails if revoke.at == at]
        return tuple([revoke.seat for revoke in newest if not revoke.declared])

    @property
    def taken_cards(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat took. The table card counts with the first trick (CE-25)."""
        piles = self.taken_by_seat()
        if self.table and self.tricks:
            piles[self.winners[0]].append(self.table)
        for seat, cards in enumerate(self.rest.taken if self.rest else ()):
            piles[seat] += cards
        return tuple([tuple(pile) for pile in piles])

    @property
    def before_last_card(self) -> Tricks:
        """The deal before the last card of this trick. It differs only in `trick`, `coup` and
        `unseen`.
        """
        trick, card = self.trick.before_card(len(self.trick.cards) - 1), self.trick.cards[-1]
        if card == COUP:
            return replace(self, trick=trick, coup=self.attempter)
        at = bisect(self.unseen, PACK_INDEX[card], key=PACK_INDEX.__getitem__)
        return replace(self, trick=trick, unseen=(*self.unseen[:at], card, *self.unseen[at:]))

    @property
    def gathered(self) -> Tricks:
        """The deal once its full trick is gathered. The winner leads the next one."""
        lead = Trick(self.trick.winner, self.trick.seats)
        return replace(self, trick=lead, tricks=(*self.tricks, self.trick))

    def plus(self, card: str, proof: str = "") -> Tricks:
        """Return the deal after one more card.

        If the card does not follow suit, or contradicts a declaration, the deal gains a possible
        revoke (CE-22, CE-26).
        """
        trick = self.trick
        if card == COUP:
            return replace(self, trick=trick.plus(card, proof), coup=None)
        at, fails = self.unseen.index(card), self.fails
        if not trick.follows(card):
            shows = cards_of_suits(trick.suit)
            fails = (*fails, Revoke(trick.next_player, len(self.tricks), shows))
        elif self.declared and not trick.cards and not self.tricks:
            bars = self.terms.bars
            if card[-1] in bars:
                rest = "".join(suit for suit in SUITS if suit not in bars)
                fails = (*fails, Revoke(trick.next_player, 0, cards_of_suits(rest), declared=True))
        unseen = self.unseen[:at] + self.unseen[at + 1 :]
        return replace(self, trick=trick.plus(card, proof), unseen=unseen, fails=fails)

    def before_card(self, at: int, place: int, with_declaration: bool = False) -> Tricks:
        """Return the deal before the card at index `place` of trick `at`.

        `with_declaration` also undoes the declaration if that card is the opening lead.
        """
        every, seats = self.all_tricks, self.trick.seats
        trick, kept = every[at].before_card(place), every[:at]
        back = [card for entry in every[at:] for card in entry.cards][place:]
        earlier = [card for entry in kept for card in entry.cards] if self.beside else ()
        hidden = {*self.unseen, *back, *(() if kept else (self.table,))}
        number, until, position = at * seats + place, (at, place), trick.position_of
        fails = [fail for fail in self.fails if (fail.at, position(fail.seat)) < until]
        return replace(
            self,
            trick=trick,
            unseen=tuple([card for card in pack(seats) if card in hidden]),
            tricks=kept,
            coup=self.attempter if COUP in back else self.coup,
            table=self.table if kept else "",
            declared=self.declared and not (with_declaration and not number),
            booked=self.booked if kept else (),
            beside=tuple([turn for turn in self.beside if turn.card in earlier]),
            fails=tuple([revoke.rewound_to(number) for revoke in fails]),
        )
