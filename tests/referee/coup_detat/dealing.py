"""Tables with real cards: hands are dealt here, and the referee sees only the cards laid down.

The players follow the rules, except for slips: revokes, and passes while able.
"""

from __future__ import annotations

from random import Random
from typing import Any

from referee import library
from referee.coup_detat.state.cards import CONTRACT_CARDS, COUP, pack
from referee.coup_detat.state.rows import fitting_cards, grid_cell
from referee.coup_detat.state.state import State
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.bench.rules.randomplay import Transition, fill
from tests.matches import match_of
from tests.referee.asks import places, reads
from tests.referee.coup_detat import summary

GAME = library.game("coup_detat")


def settings(random: Random) -> tuple[dict[str, Any], int]:
    """Return random options and a number of seats."""
    first, second = random.sample(CONTRACT_CARDS, 2)
    return {
        "simpler": random.random() < 0.4,
        "first_out": first,
        "second_out": second,
        "coup_names_suit": random.random() < 0.7,
        "secret_coup": random.random() < 0.6,
        "revoke_price": random.choice([0, 0, 300, 2000]),
        "loans": random.random() < 0.6,
    }, random.choice([3, 4])


def short_settings(random: Random) -> tuple[dict[str, Any], int]:
    """Return random options for short matches of nine deals."""
    plain, _ = settings(random)
    return {**plain, "simpler": True}, 3


def play_until_decided(desk: Desk) -> None:
    """Begin a short match, and play its first deal until nothing can change its result."""
    options, seats = short_settings(Random(1))
    desk.do(Begin("coup_detat", options, seats))
    cards = Table(options, seats, Random(1))
    while not any(offer.move == "end_deal" for offer in match_of(desk).offers):
        desk.do(Move(library.to_plain(cards.step().move)))


class Table:
    """A match whose players hold cards. `slips` is how often they break the rules."""

    def __init__(self, plain: dict[str, Any], seats: int, random: Random, slips: float = 0.0):
        self.options = library.options(GAME, plain)
        self.seats, self.random, self.slips = seats, random, slips
        self.state: State = GAME.rules.begin(self.options, seats)
        self.dealt: list[list[str]] = []
        self.table = ""
        self.deal = 0

    def do(self, move: str, **fields: Any) -> Transition:
        before, made = self.state, library.move(GAME, {"move": move, **fields})
        self.state, rulings = GAME.rules.apply(before, made)
        return Transition(before, made, self.state, rulings)

    # -- hands ----------------------------------------------------------------------------

    def shuffle(self) -> None:
        cards = [*pack(self.seats), COUP]
        self.random.shuffle(cards)
        self.dealt = [cards[8 * seat : 8 * seat + 8] for seat in range(self.seats)]
        self.table = cards[-1]
        self.deal = self.deals

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.state.phase)

    @property
    def deals(self) -> int:
        """How often cards were dealt."""
        due = GAME.shown.view(self.state, None).deal
        return self.deal if due is None else due.round

    def holder(self) -> int | None:
        return next((seat for seat, hand in enumerate(self.dealt) if COUP in hand), None)

    def swap(self) -> None:
        """Give the holder of the Coup card the table card for it."""
        for hand in self.dealt:
            if COUP in hand:
                hand[hand.index(COUP)] = self.table

    def hand(self, seat: int) -> list[str]:
        """Return a seat's hand: its dealt cards without those it laid down."""
        gone = {cards.get(seat) for cards in summary.laid(self.state)}
        return [card for card in self.dealt[seat] if card not in gone]

    # -- what is done next --------------------------------------------------------------------

    def step(self) -> Transition:
        """Do the next pending action."""
        match self.phase:
            case "draw":
                offer, ask = reads(GAME.rules.offers(self.state))[0]
                card = self.random.choice(list(ask.possible))
                return self.do("card_drawn", player=offer.given["player"], cards=[card])
            case "clear":
                return self._cleared()
            case "coup":
                return self._coup()
            case "claim":
                return self.do("mine", seat=self.holder())
            case "name":
                return self._name()
            case "play":
                return self._play()
            case "suit":
                return self._any("name_suit", "name_colour")
            case "table":
                ((_, ask),) = reads(GAME.rules.offers(self.state))
                return self.do("table_card_turned", cards=[*ask.known, self.table])
            case "rows":
                return self._lay()
            case "left":
                return self._left()
            case "revoke":
                return self._any("correct", "let_stand")
        return self._any("lend", "refuse")

    def _any(self, *moves: str) -> Transition:
        offers = [offer for offer in GAME.rules.offers(self.state) if offer.move in moves]
        plain = fill(self.random.choice(offers), self.random)
        return self.do(plain.pop("move"), **plain)

    def _cleared(self) -> Transition:
        backs = [offer for offer in GAME.rules.offers(self.state) if offer.move == "take_back"]
        if backs and self.slips and self.random.random() < 0.1:
            return self._any("take_back")
        return self.do("cleared")

    def _coup(self) -> Transition:
        state, random = self.state, self.random
        if self.deal != self.deals:
            self.shuffle()
        rich = sum(cash >= 100 for cash in state.accounts.cash) > 1
        if self.options.loans and rich and random.random() < 0.05:
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
        if self.phase == "rows" and summary.noted(self.state, "attempts") is not None:
            self.swap()  # CE-53
        return done

    def _play(self) -> Transition:
        state, random = self.state, self.random
        play = summary.tricks(state)
        asked = play.answers.unanswered
        waits = len(play.trick.cards) == self.seats - 1
        if asked and (waits or random.random() < 0.3):
            return self.do("answer", seat=random.choice(asked), lodge=random.random() < 0.3)
        trick = play.trick
        seat = trick.next_player
        hand = self.hand(seat)
        may = hand
        if trick.cards:
            may = [card for card in hand if card[-1] == trick.suit] or hand
            if trick.suit and COUP in hand:
                may = [*may, COUP]
            if self.slips and random.random() < self.slips:
                wrong = [c for c in hand if c not in may]
                if wrong and trick.suit:
                    may = wrong
        elif not play.tricks and not play.declared:
            bars = {"barbu": "H", "siege": "S", "guillotine": "HS"}.get(play.contract, "")
            may = [card for card in hand if card == COUP or card[-1] not in bars]
            if not [card for card in may if card != COUP]:
                return self.do("declare_only", seat=seat)
        return self.do("card_played", player=seat, cards=[random.choice(may)])

    def _lay(self) -> Transition:
        rows = summary.rows(self.state)
        assert rows is not None
        seat = rows.turn
        hand = self.hand(seat)
        fits = [card for card in hand if card in fitting_cards(rows.laid, self.seats)]
        if rows.run and (not fits or self.random.random() < 0.3):
            return self.do("done", seat=seat)
        slips = rows.turns and self.random.random() < self.slips
        if not fits or (slips and not rows.run):
            return self.do("pass", seat=seat)
        return self.do("card_laid", player=seat, laid=_placed(self.random.choice(fits)))

    def _left(self) -> Transition:
        """Turn up the rest of the suspected hand: a card that fitted at a pass, or none."""
        ((offer, ask),) = places(GAME.rules.offers(self.state))
        seat = offer.given["player"]
        telling = [card for card in self.hand(seat) if card in ask.places]
        if not telling:
            return self._any("nothing_left")
        return self.do("card_left", player=seat, laid=_placed(self.random.choice(telling)))


def _placed(card: str) -> dict[str, Any]:
    place = grid_cell(card)
    return {"card": card, "row": place.row, "column": place.column}
