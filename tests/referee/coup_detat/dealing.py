"""A table with real cards: hands are dealt and held here, and the referee sees what is laid down.

It plays by the rules but for what is injected: revokes, passes while able, false declarations.
Each is noted as it happens, from the hands, which the referee never knows.
"""

from __future__ import annotations

from random import Random
from typing import Any

from referee import library
from referee.contract import Ruling
from referee.coup_detat.cards import CONTRACT_CARDS, COUP, pack
from referee.coup_detat.rows import cell, fitting
from referee.coup_detat.state import Phase, State, answering
from tests.bench.rules.randomplay import Transition, fill
from tests.referee.asks import places

GAME = library.game("coup_detat")


def settings(random: Random) -> tuple[dict[str, Any], int]:
    """Options and seats as a table might choose them."""
    first, second = random.sample(CONTRACT_CARDS, 2)
    return {
        "simpler": random.random() < 0.4,
        "first_out": first,
        "second_out": second,
        "coup_names_suit": random.random() < 0.7,
        "secret_coup": random.random() < 0.6,
        "revoke_price": random.choice([0, 0, 300, 2000]),
        "loans": random.random() < 0.6,
        "analysis": random.random() < 0.5,
    }, random.choice([3, 4])


def short_settings(random: Random) -> tuple[dict[str, Any], int]:
    """The same, of matches that are over soon: nine deals."""
    plain, _ = settings(random)
    return {**plain, "simpler": True}, 3


class Table:
    """A match whose players hold cards; `slips` is how often they play against the rules."""

    def __init__(self, plain: dict[str, Any], seats: int, random: Random, slips: float = 0.0):
        self.options = library.options(GAME, plain)
        self.seats, self.random, self.slips = seats, random, slips
        self.state: State = GAME.begin(self.options, seats)
        self.moves: list[dict[str, Any]] = []
        self.rulings: tuple[Ruling, ...] = ()
        self.dealt: list[list[str]] = []
        self.table = ""
        self.deal = 0
        self.drawn: list[str] = []
        self.open: list[tuple[int, int, str]] = []  # slips: seat, trick, suit to follow
        self.stood: list[tuple[int, int, str, int]] = []  # and after how many cards they stood
        self.slipped = self.showed = 0

    def do(self, move: str, **fields: Any) -> Transition:
        """Make a move."""
        plain = {"move": move, **fields}
        before = self.state
        made = library.move(GAME, plain)
        self.state, self.rulings = GAME.apply(before, made)
        self.moves.append(plain)
        return Transition(before, made, self.state, self.rulings)

    # -- hands ----------------------------------------------------------------------------

    def shuffle(self) -> None:
        cards = [*pack(self.seats), COUP]
        self.random.shuffle(cards)
        self.dealt = [cards[8 * seat : 8 * seat + 8] for seat in range(self.seats)]
        self.table = cards[-1]
        self.deal = self.state.deals
        self.open, self.stood = [], []

    def holder(self) -> int | None:
        return next((seat for seat, hand in enumerate(self.dealt) if COUP in hand), None)

    def swap(self) -> None:
        """Have the holder of the Coup card take the table card for it."""
        for hand in self.dealt:
            if COUP in hand:
                hand[hand.index(COUP)] = self.table

    def hand(self, seat: int) -> list[str]:
        """Return what a seat holds now: what it was dealt, but what it laid down."""
        gone: set[str] = set()
        if self.state.play is not None:
            gone = {trick.card(seat, self.seats) for trick in self.state.play.all()}
        elif self.state.rows is not None:
            gone = {turn.card for turn in self.state.rows.turns if turn.player == seat}
        return [card for card in self.dealt[seat] if card not in gone]

    # -- what is done next --------------------------------------------------------------------

    def step(self) -> Transition:
        """Do what is due."""
        state, random = self.state, self.random
        match state.phase:
            case Phase.DRAW:
                self.drawn = [card for card in state.drawn if card]
                seat = next(seat for seat in state.drawing if not state.drawn[seat])
                left = [card for card in pack(self.seats) if card not in self.drawn]
                return self.do("card_drawn", player=seat, cards=[random.choice(left)])
            case Phase.CLEAR:
                return self._cleared()
            case Phase.COUP:
                return self._coup()
            case Phase.CLAIM:
                return self.do("mine", seat=self.holder())
            case Phase.NAME:
                return self._name()
            case Phase.PLAY:
                return self._play()
            case Phase.SUIT:
                return self._any("name_suit", "name_colour")
            case Phase.TABLE:
                assert state.play is not None
                own = state.play.trick.card(state.play.trick.winner(self.seats), self.seats)
                return self.do("table_card_turned", cards=[own, self.table])
            case Phase.ROWS:
                return self._lay()
            case Phase.LEFT:
                return self._left()
            case Phase.REVOKE:
                return self._judge()
        return self._any("lend", "refuse")

    def _any(self, *moves: str) -> Transition:
        offers = [offer for offer in GAME.offers(self.state) if offer.move in moves]
        plain = fill(self.random.choice(offers), self.random)
        return self.do(plain.pop("move"), **plain)

    def _cleared(self) -> Transition:
        backs = [offer for offer in GAME.offers(self.state) if offer.move == "take_back"]
        if backs and self.slips and self.random.random() < 0.1:
            done = self._any("take_back")
            self._forget()
            return done
        return self.do("cleared")

    def _coup(self) -> Transition:
        state, random = self.state, self.random
        if self.deal != state.deals:
            self.shuffle()
        rich = sum(cash >= 100 for cash in state.accounts.cash) > 1
        if state.setup.loans and rich and random.random() < 0.05:
            return self._any("borrow")
        seat = self.holder()
        if seat is None:
            return self.do("on_table", seat=state.president)
        kind = random.random()
        if kind < 0.6:
            self.swap()
            return self.do("decline", seat=seat)
        if kind < 0.8:
            return self.do("attempt", seat=seat)
        if kind < 0.9:
            return self.do("coup_shown", cards=[COUP])
        return self.do("coup_shown", cards=[COUP], player=seat)

    def _name(self) -> Transition:
        done = self._any("name_contract", "contract_read")
        if done.after.phase is Phase.ROWS and done.after.attempter is not None:
            self.swap()  # CE-53
        return done

    def _play(self) -> Transition:
        state, random = self.state, self.random
        play = state.play
        assert play is not None
        asked = answering(state)
        waits = len(play.trick.cards) == self.seats - 1
        if asked and (waits or random.random() < 0.3):
            return self.do("answer", seat=random.choice(asked), lodge=random.random() < 0.3)
        trick, number = play.trick, len(play.tricks)
        seat = trick.due(self.seats)
        hand = self.hand(seat)
        may = hand
        if trick.cards:
            may = [card for card in hand if card[-1] == trick.suit] or hand
            if trick.suit and COUP in hand:
                may = [*may, COUP]
            if self.slips and random.random() < self.slips:
                wrong = [c for c in hand if c not in may]
                if wrong and trick.suit:
                    return self._slip(seat, number, random.choice(wrong), trick.suit)
        elif not number and not play.declared:
            bars = {"barbu": "H", "siege": "S", "guillotine": "HS"}.get(state.contract, "")
            may = [card for card in hand if card == COUP or card[-1] not in bars]
            if not [card for card in may if card != COUP]:
                return self.do("declare_only", seat=seat)
        return self._lays(seat, random.choice(may))

    def _slip(self, seat: int, number: int, card: str, suit: str) -> Transition:
        done = self._lays(seat, card)
        self.slipped += 1
        self.open.append((seat, number, suit))
        return done

    def _lays(self, seat: int, card: str) -> Transition:
        """Lay a card; every slip of its player that it shows must be named at once."""
        due = {at for one, at, suit in self.open if one == seat and suit == card[-1]}
        done = self.do("card_played", player=seat, cards=[card])
        shown = {fail.at for fail in self.state.shown}
        assert shown == due, (due, shown)
        named = [ruling for ruling in self.rulings if ruling.message.key == "coup_detat.revoked"]
        assert len(named) == len(due)
        self.showed += len(due)
        return done

    def _judge(self) -> Transition:
        done = self._any("correct", "let_stand")
        if done.move.__struct_config__.tag == "let_stand":
            gone = {(fail.seat, fail.at) for fail in done.before.shown}
            self.stood += [(*one, self._laid()) for one in self.open if one[:2] in gone]
            self.open = [one for one in self.open if one[:2] not in gone]
        else:
            self._forget()
        return done

    def _forget(self) -> None:
        """Forget slips that were taken back; what stood since a card taken back is open again."""
        if self.state.play is not None:
            self.open += [one[:3] for one in self.stood if one[3] > self._laid()]
            self.stood = [one for one in self.stood if one[3] <= self._laid()]
            tricks = self.state.play.all()
            self.open = [
                one
                for one in self.open
                if one[1] < len(tricks) and tricks[one[1]].card(one[0], self.seats)
            ]

    def _laid(self) -> int:
        """Return how many cards were played in this deal."""
        play = self.state.play
        return 0 if play is None else sum(len(trick.cards) for trick in play.all())

    def _lay(self) -> Transition:
        rows = self.state.rows
        assert rows is not None
        seat = rows.turn
        hand = self.hand(seat)
        fits = [card for card in hand if card in fitting(rows.laid, self.seats)]
        if rows.run and (not fits or self.random.random() < 0.3):
            return self.do("done", seat=seat)
        slips = rows.turns and self.random.random() < self.slips
        if not fits or (slips and not rows.run):
            return self.do("pass", seat=seat)
        return self.do("card_laid", player=seat, laid=_placed(self.random.choice(fits)))

    def _left(self) -> Transition:
        """Turn up what is left to the one in question: a card that fitted at a pass, or none."""
        ((offer, ask),) = places(GAME.offers(self.state))
        seat = offer.given["player"]
        telling = [card for card in self.hand(seat) if card in ask.places]
        if not telling:
            return self._any("nothing_left")
        return self.do("card_left", player=seat, laid=_placed(self.random.choice(telling)))


def _placed(card: str) -> dict[str, Any]:
    place = cell(card)
    return {"card": card, "row": place.row, "column": place.column}
