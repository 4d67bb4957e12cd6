"""A deal whose contract is named: its tricks or Dominoes rows, and the revokes that may still show.

This module computes everything from the deal alone.
"""

from __future__ import annotations

from bisect import bisect
from itertools import chain

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.cards import (
    COUP,
    HAND_SIZE,
    PACK_INDEX,
    SUITS,
    cards_of_suits,
    pack,
    remove_cards,
)
from referee.coup_detat.state.contracts import CONTRACTS, Contract
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import SuitName
from referee.coup_detat.state.rows import Turn, fitting_cards
from referee.coup_detat.state.trick import Rest, Trick, in_turn
from referee.kit import replaced


class Revoke(Frozen):
    """A possible revoke. It shows as soon as the player plays one of the cards in `shows`.

    `at` is the number of the trick, or of the turn in Dominoes. `declared` says that the player
    made a declaration at the opening lead (CE-22). If the table lets the revoke stand, `stood` is
    the number of the card or turn that showed it, and `priced` is the number of debts when its
    price fell due. `priced` stays None if revokes have no price.
    """

    seat: int
    at: int
    shows: tuple[str, ...]
    declared: bool = False
    stood: int | None = None
    priced: int | None = None

    def rewound_to(self, number: int) -> Revoke:
        """Return this revoke as it was before card or turn `number`.

        If card `number` or a later one showed the revoke, the decision to let it stand is undone.
        """
        is_undone = self.stood is not None and self.stood >= number
        return replace(self, stood=None, priced=None) if is_undone else self


class Deal(Frozen):
    """The parts that all deals share: the contract and the holder of the Coup card.

    The holder is the `attempter`, or the `decliner` who put the card away. `fails` are the possible
    revokes. `rest` is set if the deal ended early.
    """

    contract: str
    attempter: int | None
    decliner: int | None
    fails: tuple[Revoke, ...] = ()
    rest: Rest | None = None

    @property
    def terms(self) -> Contract:
        """The terms of the contract."""
        return CONTRACTS[self.contract]

    def revokes_shown_by(self, seat: int, card: str) -> tuple[Revoke, ...]:
        """Return the revokes of `seat` that come to light if it plays `card`."""
        own = [revoke for revoke in self.fails if revoke.seat == seat]
        return tuple([revoke for revoke in own if revoke.stood is None and card in revoke.shows])


class Tricks(Deal, tag="tricks", kw_only=True):
    """A deal played in tricks. `tricks` were gathered; `trick` is on the table, full or not.

    `unseen` holds the cards that may still be played, except the Coup card; `coup` is the seat that
    may play that one. `table` is the table card of an attempt, once the winner turned it up.
    `booked` holds the payments made when the first trick ended. `beside` holds cards of earlier
    tricks that still lie on the table. `answers[i]` says whether seat `i` lodged a secret coup; it
    is None until the seat answers. `answers` is empty if the contract allows no secret coup.
    """

    trick: Trick
    unseen: tuple[str, ...]
    tricks: tuple[Trick, ...] = ()
    coup: int | None = None
    table: str = ""
    declared: bool = False
    answers: tuple[bool | None, ...] = ()
    booked: tuple[Payment, ...] = ()
    beside: tuple[Turn, ...] = ()

    @property
    def lodged(self) -> tuple[int, ...]:
        """The seats that lodged a secret coup."""
        return tuple(seat for seat, answer in enumerate(self.answers) if answer)

    @property
    def unanswered_seats(self) -> tuple[int, ...]:
        """The seats that must still say whether they lodge a secret coup (CE-61)."""
        if None not in self.answers:
            return ()
        return tuple(seat for seat, answer in enumerate(self.answers) if answer is None)

    @property
    def waits_for_answers(self) -> bool:
        """Whether the first trick's last card must wait until all seats have answered (CE-61)."""
        if None not in self.answers or self.tricks:
            return False
        return len(self.trick.cards) == self.trick.seats - 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners of the gathered tricks, in order. Each of them leads the next trick."""
        if not self.tricks:
            return ()
        return (*[trick.leader for trick in self.tricks[1:]], self.trick.leader)

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        played = self.trick.players[: len(self.trick.cards)]
        left = HAND_SIZE - len(self.tricks)
        return tuple([left - (seat in played) for seat in range(self.trick.seats)])

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """All tricks of the deal, with the one on the table last."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

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
    def last_number(self) -> int:
        """The number of the last card played in this deal."""
        return len(self.tricks) * self.trick.seats + len(self.trick.cards) - 1

    @property
    def newest_trick_number(self) -> int:
        """The number of the newest trick that contains a card."""
        return len(self.tricks) - (0 if self.trick.cards else 1)

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
        return tuple(
            [revoke.seat for revoke in self.fails if revoke.at == at and not revoke.declared]
        )

    @property
    def taken_cards(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat took. The table card counts with the first trick (CE-25)."""
        piles: list[list[str]] = [[] for _ in range(self.trick.seats)]
        for number, (winner, trick) in enumerate(zip(self.winners, self.tricks, strict=True)):
            piles[winner] += trick.cards
            if self.table and not number:
                piles[winner].append(self.table)
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
            fails = (
                *fails,
                Revoke(trick.next_player, len(self.tricks), cards_of_suits(trick.suit)),
            )
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
        seen = {card for one in (*kept, trick) for card in one.cards}
        table = self.table if kept else ""
        number = at * seats + place
        return replace(
            self,
            trick=trick,
            unseen=remove_cards(pack(seats), (*seen, table)),
            tricks=kept,
            coup=None if COUP in seen else self.attempter,
            table=table,
            declared=self.declared and not (with_declaration and not number),
            booked=self.booked if kept else (),
            beside=tuple([one for one in self.beside if one.card in seen - set(trick.cards)]),
            fails=tuple(
                [
                    revoke.rewound_to(number)
                    for revoke in self.fails
                    if revoke.at * seats + every[revoke.at].position_of(revoke.seat) < number
                ]
            ),
        )


class Rows(Deal, tag="rows", kw_only=True):
    """A deal of Dominoes. `turn` is the player to move.

    `run` says that this player has another turn after an ace. `turns` holds all turns, including
    passes. `laid` lists the cards in the order in which they were laid. `held[i]` is the number of
    cards that seat `i` still holds. `left` holds the cards that a suspected player turned up after
    an attempt.
    """

    turn: int
    held: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    laid: tuple[str, ...] = ()
    run: bool = False
    left: tuple[Turn, ...] = ()

    @property
    def open_turns(self) -> tuple[Turn, ...]:
        """All face-up cards with their players."""
        return (*[turn for turn in self.turns if turn.card], *self.left)

    @property
    def unlaid_cards(self) -> tuple[str, ...]:
        """The cards that players still hold."""
        return remove_cards(pack(len(self.held)), [turn.card for turn in self.open_turns])

    @property
    def fitting_cards(self) -> tuple[str, ...]:
        """The cards that fit in the rows now. Players still hold all of them."""
        return fitting_cards(self.laid, len(self.held))

    @property
    def may_pass(self) -> bool:
        """Whether the player may pass: never on the first turn or after an ace (CE-51, CE-52)."""
        return bool(self.turns) and not self.run

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that still hold cards."""
        return tuple([seat for seat, many in enumerate(self.held) if many])

    @property
    def is_ended(self) -> bool:
        """Whether the deal is over: only one seat holds cards, or one has run out in an attempt."""
        return len(self.holders) == (1 if self.attempter is None else len(self.held) - 1)

    @property
    def last_number(self) -> int:
        """The number of the last turn."""
        return len(self.turns) - 1

    @property
    def suspect(self) -> tuple[int, tuple[str, ...]] | None:
        """A seat that may have passed although a card fitted, and the cards that would prove it
        (CE-51).

        The search starts to the left of the last player to move. The result is None if no seat is
        suspected.
        """
        left = self.unlaid_cards
        for seat in in_turn(self.turn, len(self.held))[1:]:
            open_ = (one.shows for one in self.fails if one.seat == seat and one.stood is None)
            telling = set(chain.from_iterable(open_))
            cards = tuple(card for card in left if card in telling)
            if cards and self.held[seat]:
                return seat, cards
        return None

    def plus(self, turn: Turn, run: bool = False) -> Rows:
        """Return the rows after one more turn. `run` says whether the player then plays again."""
        held, laid = self.held, self.laid
        if turn.card:
            held = replaced(held, turn.player, held[turn.player] - 1)
            laid = (*laid, turn.card)
        return replace(self, held=held, turns=(*self.turns, turn), laid=laid, run=run)

    def with_next_player(self) -> Rows:
        """Return the rows when the turn has passed to the next player who holds cards.

        That may be the same player again.
        """
        order = in_turn(self.turn, len(self.held))
        turn = next(seat for seat in (*order[1:], self.turn) if self.held[seat])
        return replace(self, turn=turn, run=False)

    def before_turn(self, at: int) -> Rows:
        """Return the rows before turn number `at`."""
        fails = tuple(revoke.rewound_to(at) for revoke in self.fails if revoke.at < at)
        rows = replace(
            self,
            turn=self.turns[at].player,
            held=(HAND_SIZE,) * len(self.held),
            turns=(),
            laid=(),
            left=(),
            fails=fails,
        )
        for turn in self.turns[:at]:
            rows = rows.plus(turn)
        return rows


AnyDeal = Tricks | Rows
