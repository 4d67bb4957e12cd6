"""A deal whose contract is named: its tricks, or the rows of Dominoes; what may show of either.

What can be asked of one needs no more than itself.
"""

from __future__ import annotations

from bisect import bisect
from itertools import chain

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, HAND, PLACE, SUITS, of_suits, pack, without
from referee.coup_detat.state.contracts import CONTRACTS, Contract
from referee.coup_detat.state.money import Due
from referee.coup_detat.state.rows import Turn, fitting
from referee.coup_detat.state.trick import Trick, in_turn
from referee.kit import replaced


class Fail(Frozen):
    """A card or a pass that shows to be a revoke once the player plays one of `shows`.

    `at` is the number of the trick, or of the turn in Dominoes; `declared` says that it is the
    declaration at the opening lead (CE-22). It stands since card or turn number `stood` of the
    deal showed it; its price fell due when there were `priced` debts, None where there is none.
    """

    seat: int
    at: int
    shows: tuple[str, ...]
    declared: bool = False
    stood: int | None = None
    priced: int | None = None

    def before(self, number: int) -> Fail:
        """Return it as the deal goes back to a card or turn: what showed it may be taken back."""
        anew = self.stood is not None and self.stood >= number
        return replace(self, stood=None, priced=None) if anew else self


class Deal(Frozen):
    """What every deal has: its contract, who attempts or who put the Coup card away.

    `fails` may still show.
    """

    contract: str
    attempter: int | None
    decliner: int | None
    fails: tuple[Fail, ...] = ()

    @property
    def terms(self) -> Contract:
        """What the contract is about, and costs."""
        return CONTRACTS[self.contract]

    def shown_by(self, seat: int, card: str) -> tuple[Fail, ...]:
        """Return what a seat's card shows."""
        own = [fail for fail in self.fails if fail.seat == seat]
        return tuple([fail for fail in own if fail.stood is None and card in fail.shows])


class Tricks(Deal, tag="tricks", kw_only=True):
    """A deal of tricks. `tricks` are gathered; of `trick` some cards, or all, lie there.

    `unseen` are the cards that may still be played, but the Coup card, which `coup` may play.
    `table` is the table card of an attempt once it was turned up; `booked` was paid when the
    first trick fell. Those `beside` still lie there from tricks before. `answers` says of each
    seat whether it lodged a secret coup, None before it answered; empty where none may.
    """

    trick: Trick
    unseen: tuple[str, ...]
    tricks: tuple[Trick, ...] = ()
    coup: int | None = None
    table: str = ""
    declared: bool = False
    answers: tuple[bool | None, ...] = ()
    booked: tuple[Due, ...] = ()
    beside: tuple[Turn, ...] = ()

    @property
    def lodged(self) -> tuple[int, ...]:
        """Who lodged a secret coup."""
        return tuple(seat for seat, answer in enumerate(self.answers) if answer)

    @property
    def answering(self) -> tuple[int, ...]:
        """Who has not yet answered whether they lodge a secret coup (CE-61)."""
        if None not in self.answers:
            return ()
        return tuple(seat for seat, answer in enumerate(self.answers) if answer is None)

    @property
    def waits_for_answers(self) -> bool:
        """Whether the card that would end the first trick waits for answers (CE-61)."""
        if None not in self.answers or self.tricks:
            return False
        return len(self.trick.cards) == self.trick.seats - 1

    @property
    def winners(self) -> tuple[int, ...]:
        """Who took each trick: they lead the next one."""
        if not self.tricks:
            return ()
        return (*[trick.leader for trick in self.tricks[1:]], self.trick.leader)

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat holds still."""
        played = self.trick.players[: len(self.trick.cards)]
        left = HAND - len(self.tricks)
        return tuple([left - (seat in played) for seat in range(self.trick.seats)])

    @property
    def every(self) -> tuple[Trick, ...]:
        """Every trick, the one that lies there last."""
        return (*self.tricks, self.trick) if self.trick.cards else self.tricks

    @property
    def lying(self) -> tuple[Turn, ...]:
        """The cards that lie open, and whose: those from before, the trick, the table card."""
        trick = self.trick
        table = (Turn(trick.winner, self.table),) if self.is_turned_up else ()
        return (*self.beside, *map(Turn, trick.players, trick.cards), *table)

    @property
    def is_turned_up(self) -> bool:
        """Whether the table card lies there with the first trick (CE-25)."""
        return bool(self.table) and not self.tricks

    @property
    def may_be_corrected(self) -> bool:
        """Whether the card read last lies there still, and nothing followed from it yet."""
        return bool(self.trick.cards) and not self.is_turned_up

    @property
    def last(self) -> int:
        """The number of the card that was the last."""
        return len(self.tricks) * self.trick.seats + len(self.trick.cards) - 1

    @property
    def newest(self) -> int:
        """The number of the trick that is the last one to which cards were played."""
        return len(self.tricks) - (0 if self.trick.cards else 1)

    @property
    def opens(self) -> bool:
        """Whether the opening lead is due, and nothing declared of its hand (CE-22)."""
        return not (self.trick.cards or self.tricks or self.declared)

    @property
    def barred(self) -> str:
        """The suits of which no card may be laid now: at the opening lead (CE-22)."""
        return self.terms.bars if self.opens else ""

    @property
    def may_declare(self) -> bool:
        """Whether a hand may hold nothing but what is barred (CE-22)."""
        bars = len(self.terms.bars)
        return bars > 1 or (bars == 1 and self.trick.seats > 3)

    @property
    def may_name(self) -> tuple[str, ...]:
        """The suits that may be named with a led Coup card (CE-22, CE-24)."""
        bars = "" if self.tricks else self.terms.bars
        return tuple(suit for suit in SUITS if suit not in bars)

    @property
    def has_only_coup(self) -> bool:
        """Whether the player who is due played seven others, so that the Coup card is left."""
        if self.coup is None or len(self.tricks) < HAND - 1:
            return False
        return self.coup == self.trick.due

    @property
    def may_play(self) -> tuple[str, ...]:
        """The cards that the player who is due may lay down, as far as the table can tell."""
        if self.has_only_coup:
            return (COUP,)
        bars, cards = self.barred, self.unseen
        if bars:
            cards = tuple(card for card in cards if card[-1] not in bars)
        return (*cards, COUP) if self.coup == self.trick.due else cards

    @property
    def may_take_back(self) -> tuple[int, ...]:
        """Who did not follow in the last trick, before anybody leads again (CE-26)."""
        at = self.newest
        return tuple([fail.seat for fail in self.fails if fail.at == at and not fail.declared])

    @property
    def taken(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat took; the table card goes with the first trick (CE-25)."""
        piles: list[list[str]] = [[] for _ in range(self.trick.seats)]
        for number, (winner, trick) in enumerate(zip(self.winners, self.tricks, strict=True)):
            piles[winner] += trick.cards
            if self.table and not number:
                piles[winner].append(self.table)
        return tuple([tuple(pile) for pile in piles])

    @property
    def before_last(self) -> Tricks:
        """The deal before the card of the trick that was played last, as far as hands go."""
        trick, card = self.trick.until(len(self.trick.cards) - 1), self.trick.cards[-1]
        if card == COUP:
            return replace(self, trick=trick, coup=self.attempter)
        at = bisect(self.unseen, PLACE[card], key=PLACE.__getitem__)
        return replace(self, trick=trick, unseen=(*self.unseen[:at], card, *self.unseen[at:]))

    def plus(self, card: str, proof: str = "") -> Tricks:
        """Return the deal after one more card, which may fail to follow, or belie (CE-22, 26)."""
        trick = self.trick
        if card == COUP:
            return replace(self, trick=trick.plus(card, proof), coup=None)
        at, fails = self.unseen.index(card), self.fails
        if not trick.follows(card):
            fails = (*fails, Fail(trick.due, len(self.tricks), of_suits(trick.suit)))
        elif self.declared and not trick.cards and not self.tricks:
            bars = self.terms.bars
            if card[-1] in bars:
                rest = "".join(suit for suit in SUITS if suit not in bars)
                fails = (*fails, Fail(trick.due, 0, of_suits(rest), declared=True))
        unseen = self.unseen[:at] + self.unseen[at + 1 :]
        return replace(self, trick=trick.plus(card, proof), unseen=unseen, fails=fails)

    def until(self, at: int, place: int, anew: bool = False) -> Tricks:
        """Return the deal before a card of trick `at`; `anew` with its declaration too."""
        every, seats = self.every, self.trick.seats
        trick, kept = every[at].until(place), every[:at]
        seen = {card for one in (*kept, trick) for card in one.cards}
        table = self.table if kept else ""
        number = at * seats + place
        return replace(
            self,
            trick=trick,
            unseen=without(pack(seats), (*seen, table)),
            tricks=kept,
            coup=None if COUP in seen else self.attempter,
            table=table,
            declared=self.declared and not (anew and not number),
            booked=self.booked if kept else (),
            beside=tuple([one for one in self.beside if one.card in seen - set(trick.cards)]),
            fails=tuple(
                [
                    fail.before(number)
                    for fail in self.fails
                    if fail.at * seats + every[fail.at].place(fail.seat) < number
                ]
            ),
        )


class Rows(Deal, tag="rows", kw_only=True):
    """A deal of Dominoes: every turn, whose turn it is, and whether they go on after an ace.

    `laid` are the cards that were laid, in order, and `held` says how many each seat holds still.
    `left` are cards that were turned up after it, beside those that were laid.
    """

    turn: int
    held: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    laid: tuple[str, ...] = ()
    run: bool = False
    left: tuple[Turn, ...] = ()

    @property
    def lying(self) -> tuple[Turn, ...]:
        """All cards that lie there, with whose they were."""
        return (*[turn for turn in self.turns if turn.card], *self.left)

    @property
    def unlaid(self) -> tuple[str, ...]:
        """The cards that are in hands still."""
        return without(pack(len(self.held)), [turn.card for turn in self.lying])

    @property
    def may_lay(self) -> tuple[str, ...]:
        """The cards that fit, all of them in hands still."""
        return fitting(self.laid, len(self.held))

    @property
    def may_pass(self) -> bool:
        """Whether the player may pass: not as the first one, nor after an ace (CE-51, CE-52)."""
        return bool(self.turns) and not self.run

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that hold cards still."""
        return tuple([seat for seat, many in enumerate(self.held) if many])

    @property
    def is_ended(self) -> bool:
        """Whether one holds cards, or in an attempt one has none."""
        return len(self.holders) == (1 if self.attempter is None else len(self.held) - 1)

    @property
    def last(self) -> int:
        """The number of the turn that was the last."""
        return len(self.turns) - 1

    @property
    def suspected(self) -> tuple[int, tuple[str, ...]] | None:
        """Who may be left with cards that show a pass while able, and those (CE-51).

        The first of several to the left of who had the last turn; None where there is nobody.
        """
        left = self.unlaid
        for seat in in_turn(self.turn, len(self.held))[1:]:
            open_ = (one.shows for one in self.fails if one.seat == seat and one.stood is None)
            telling = set(chain.from_iterable(open_))
            cards = tuple(card for card in left if card in telling)
            if cards and self.held[seat]:
                return seat, cards
        return None

    def plus(self, turn: Turn, run: bool = False) -> Rows:
        """Return the rows after one more turn; `run` says whether its player goes on."""
        held, laid = self.held, self.laid
        if turn.card:
            held = replaced(held, turn.player, held[turn.player] - 1)
            laid = (*laid, turn.card)
        return replace(self, held=held, turns=(*self.turns, turn), laid=laid, run=run)

    def next(self) -> Rows:
        """Return the rows with the turn of the next who holds cards still, who may have had it."""
        order = in_turn(self.turn, len(self.held))
        turn = next(seat for seat in (*order[1:], self.turn) if self.held[seat])
        return replace(self, turn=turn, run=False)

    def until(self, at: int) -> Rows:
        """Return the rows before the turn `at`, which is its player's anew."""
        fails = tuple(fail.before(at) for fail in self.fails if fail.at < at)
        rows = replace(
            self,
            turn=self.turns[at].player,
            held=(HAND,) * len(self.held),
            turns=(),
            laid=(),
            left=(),
            fails=fails,
        )
        for turn in self.turns[:at]:
            rows = rows.plus(turn)
        return rows


AnyDeal = Tricks | Rows
