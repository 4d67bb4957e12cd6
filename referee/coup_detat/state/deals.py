"""A deal with a named contract: its tricks or its Dominoes rows, and the revokes that may show.

Everything here is computed from the deal alone.
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
from referee.coup_detat.state.rows import Turn, fitting_cards
from referee.coup_detat.state.trick import Trick, in_turn
from referee.kit import replaced


class Revoke(Frozen):
    """A possible revoke. It shows as soon as the player plays one of the cards in `shows`.

    `at` is the number of the trick, or of the turn in Dominoes. `declared` marks a declaration at
    the opening lead (CE-22). `stood` is set once the table let the revoke stand: the number of the
    card or turn that showed it. `priced` is then the number of debts at the time its price fell
    due; None if revokes have no price.
    """

    seat: int
    at: int
    shows: tuple[str, ...]
    declared: bool = False
    stood: int | None = None
    priced: int | None = None

    def rewound_to(self, number: int) -> Revoke:
        """Return this revoke as it was before card or turn `number`.

        If the table let it stand later, that decision is undone.
        """
        is_undone = self.stood is not None and self.stood >= number
        return replace(self, stood=None, priced=None) if is_undone else self


class Deal(Frozen):
    """The parts that all deals share: the contract and the holder of the Coup card.

    The holder is the `attempter`, or the `decliner` who put the card away. `fails` are the possible
    revokes.
    """

    contract: str
    attempter: int | None
    decliner: int | None
    fails: tuple[Revoke, ...] = ()

    @property
    def terms(self) -> Contract:
        """The terms of the contract."""
        return CONTRACTS[self.contract]

    def revokes_shown_by(self, seat: int, card: str) -> tuple[Revoke, ...]:
        """Return the revokes of `seat` that `card` shows."""
        own = [revoke for revoke in self.fails if revoke.seat == seat]
        return tuple([revoke for revoke in own if revoke.stood is None and card in revoke.shows])


class Tricks(Deal, tag="tricks", kw_only=True):
    """A deal played in tricks. `tricks` were gathered; `trick` is on the table, full or not.

    `unseen` are the cards that may still be played. The Coup card is not one of them: `coup` is the
    seat that may play it. `table` is the table card of an attempt, once turned up. `booked` are the
    payments made when the first trick fell. `beside` are cards of earlier tricks that still lie on
    the table. `answers` has one entry for each seat: whether it lodged a secret coup, None until it
    answers. It is empty if no secret coup is allowed.
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
        """Whether the last card of the first trick must wait for answers (CE-61)."""
        if None not in self.answers or self.tricks:
            return False
        return len(self.trick.cards) == self.trick.seats - 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner of each gathered trick: the player who leads the next one."""
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
        """All tricks. The one on the table comes last."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

    @property
    def open_turns(self) -> tuple[Turn, ...]:
        """The face-up cards and their players: earlier tricks, this trick, the table card."""
        trick = self.trick
        table = (Turn(trick.winner, self.table),) if self.is_table_card_up else ()
        return (*self.beside, *map(Turn, trick.players, trick.cards), *table)

    @property
    def is_table_card_up(self) -> bool:
        """Whether the table card lies face up with the first trick (CE-25)."""
        return bool(self.table) and not self.tricks

    @property
    def may_be_corrected(self) -> bool:
        """Whether the last card read is still on the table and can be corrected."""
        return bool(self.trick.cards) and not self.is_table_card_up

    @property
    def last_number(self) -> int:
        """The number of the last card played in the deal."""
        return len(self.tricks) * self.trick.seats + len(self.trick.cards) - 1

    @property
    def newest_trick_number(self) -> int:
        """The number of the last trick that has cards."""
        return len(self.tricks) - (0 if self.trick.cards else 1)

    @property
    def is_opening_lead(self) -> bool:
        """Whether the opening lead is still to come, with no declaration made (CE-22)."""
        return not (self.trick.cards or self.tricks or self.declared)

    @property
    def barred_suits(self) -> str:
        """The suits that may not be led now, at the opening lead (CE-22)."""
        return self.terms.bars if self.is_opening_lead else ""

    @property
    def may_declare(self) -> bool:
        """Whether a hand can consist of barred suits only (CE-22)."""
        bars = len(self.terms.bars)
        return bars > 1 or (bars == 1 and self.trick.seats > 3)

    @property
    def nameable_suits(self) -> tuple[str, ...]:
        """The suits that the player of a led Coup card may name (CE-22, CE-24)."""
        bars = "" if self.tricks else self.terms.bars
        return tuple(suit for suit in SUITS if suit not in bars)

    @property
    def has_only_coup(self) -> bool:
        """Whether the player to move has only the Coup card left, after seven other cards."""
        if self.coup is None or len(self.tricks) < HAND_SIZE - 1:
            return False
        return self.coup == self.trick.next_player

    @property
    def playable_cards(self) -> tuple[str, ...]:
        """The cards that the player to move may hold and play, as far as the table can tell."""
        if self.has_only_coup:
            return (COUP,)
        bars, cards = self.barred_suits, self.unseen
        if bars:
            cards = tuple(card for card in cards if card[-1] not in bars)
        return (*cards, COUP) if self.coup == self.trick.next_player else cards

    @property
    def take_back_seats(self) -> tuple[int, ...]:
        """The seats that did not follow suit in the newest trick.

        They may take the card back (CE-26).
        """
        at = self.newest_trick_number
        return tuple(
            [revoke.seat for revoke in self.fails if revoke.at == at and not revoke.declared]
        )

    @property
    def taken_cards(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat took. The table card goes with the first trick (CE-25)."""
        piles: list[list[str]] = [[] for _ in range(self.trick.seats)]
        for number, (winner, trick) in enumerate(zip(self.winners, self.tricks, strict=True)):
            piles[winner] += trick.cards
            if self.table and not number:
                piles[winner].append(self.table)
        return tuple([tuple(pile) for pile in piles])

    @property
    def before_last_card(self) -> Tricks:
        """The deal before the last card of this trick. Only `trick`, `coup` and `unseen` change."""
        trick, card = self.trick.before_card(len(self.trick.cards) - 1), self.trick.cards[-1]
        if card == COUP:
            return replace(self, trick=trick, coup=self.attempter)
        at = bisect(self.unseen, PACK_INDEX[card], key=PACK_INDEX.__getitem__)
        return replace(self, trick=trick, unseen=(*self.unseen[:at], card, *self.unseen[at:]))

    def plus(self, card: str, proof: str = "") -> Tricks:
        """Return the deal after one more card.

        A card that does not follow suit, or that contradicts a declaration, adds a possible revoke
        (CE-22, CE-26).
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
        """Return the deal before the card in `place` of trick `at`.

        `with_declaration` also undoes the declaration, if that card is the opening lead.
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

    `run` means that an ace gives them another turn. `turns` are all turns, passes included. `laid`
    are the cards in the order they were laid, and `held` is how many cards each seat still holds.
    `left` are cards turned up after an attempt.
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
        """The cards that are still in hands."""
        return remove_cards(pack(len(self.held)), [turn.card for turn in self.open_turns])

    @property
    def fitting_cards(self) -> tuple[str, ...]:
        """The cards that fit now. All of them are still in hands."""
        return fitting_cards(self.laid, len(self.held))

    @property
    def may_pass(self) -> bool:
        """Whether the player may pass: not on the first turn, nor after an ace (CE-51, CE-52)."""
        return bool(self.turns) and not self.run

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that still hold cards."""
        return tuple([seat for seat, many in enumerate(self.held) if many])

    @property
    def is_ended(self) -> bool:
        """Whether the deal is over: one seat holds cards or, in an attempt, one has run out."""
        return len(self.holders) == (1 if self.attempter is None else len(self.held) - 1)

    @property
    def last_number(self) -> int:
        """The number of the last turn."""
        return len(self.turns) - 1

    @property
    def suspect(self) -> tuple[int, tuple[str, ...]] | None:
        """A seat that may have passed although a card fitted, and those cards (CE-51).

        The search starts to the left of the last player to move. None if there is no such seat.
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
        """Return the rows after one more turn. `run` says whether the player has another turn."""
        held, laid = self.held, self.laid
        if turn.card:
            held = replaced(held, turn.player, held[turn.player] - 1)
            laid = (*laid, turn.card)
        return replace(self, held=held, turns=(*self.turns, turn), laid=laid, run=run)

    def with_next_player(self) -> Rows:
        """Return the rows with the turn passed to the next player who holds cards.

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
