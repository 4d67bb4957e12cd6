"""Matches of Plenty Coups amid play: a turn in which some things stand, moves in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library, words
from referee.contract import AskCards, By, IllegalMove, Offer, Ruling
from referee.plenty_coups import GAME
from referee.plenty_coups.state.cards import COUNTS
from referee.plenty_coups.state.state import Bond, Phase, Proposal, Raid, State, on_table, takes


def raid(tribe: int, *cards: str, turned: bool = False) -> Raid:
    """Return a raid of a tribe."""
    return Raid(tribe, cards, turned)


def hidden(state: State) -> State:
    """Return a state whose unseen cards and pile are what is left of all 54."""
    held = Counter(card for cards in state.known for card in cards)
    lies = held + Counter(state.used) + Counter(state.market) + on_table(state)
    unseen = dict(Counter(COUNTS) - lies)
    assert not lies - Counter(COUNTS), lies - Counter(COUNTS)
    return replace(
        state, unseen=unseen, pile=sum(unseen.values()) - sum(state.hands) + held.total()
    )


class Match:
    """A match amid the turn of a tribe, which has taken its cards and owes its actions.

    `raids`, `bonds`, `known` and `sticks` are by camp; other fields are those of the state.
    """

    def __init__(
        self,
        seats: int = 3,
        turn: int = 0,
        raids: Mapping[int, Raid] | None = None,
        bonds: Mapping[int, Bond] | None = None,
        known: Mapping[int, tuple[str, ...]] | None = None,
        elder: int = 0,
        **fields: Any,
    ) -> None:
        begun: State = GAME.begin(library.options(GAME, {"elder": elder}), seats)
        camps = range(len(begun.hands))
        round_ = fields.get("round", 1)
        hand = 3 + takes(round_) - max(0, round_ - 11)
        taken = 0 if fields.get("phase") is Phase.TAKE else takes(round_)
        market = ("horse", "horse", "weapon_2", "weapon_3")[: 4 - taken]
        staged = {
            "phase": Phase.ACT,
            "turn": turn,
            "market": market,
            "left": 2 if round_ <= 9 else 1,
            "hands": tuple(hand if camp == turn else 3 for camp in camps),
            "raids": tuple((raids or {}).get(camp) for camp in camps),
            "bonds": tuple((bonds or {}).get(camp) for camp in camps),
            "known": tuple(tuple((known or {}).get(camp, ())) for camp in camps),
            **fields,
        }
        self.state = hidden(replace(begun, **staged))
        self.rulings: tuple[Ruling, ...] = ()

    def do(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> State:
        """Make a move of whose turn it is, or of a seat; return the state after it."""
        self.state, self.rulings = GAME.apply(
            self.state, self.move(move, *cards, seat=seat, **fields)
        )
        return self.state

    def move(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> Any:
        """Return a move of whose turn it is, or of a seat."""
        plain: dict[str, Any] = {"move": move, **fields}
        if move not in ("market_read", "swept", "horses_set", "prestige_set", "hand_set"):
            plain["seat"] = self.state.turn if seat is None else seat
        if cards or move in ("market_read", "swept"):
            plain["cards"] = list(cards)
        return library.move(GAME, plain)

    def refused(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> str:
        """Make a move that must be refused; return the rule and the reason, as ``PC-5 owes``."""
        made = self.move(move, *cards, seat=seat, **fields)
        assert made not in GAME.offers(self.state)
        with pytest.raises(IllegalMove) as refusal:
            GAME.apply(self.state, made)
        text = words.say(refusal.value.message)
        assert "plenty_coups." not in text
        assert "%(" not in text
        return f"{refusal.value.rule} {refusal.value.message.key.rpartition('.')[2]}"

    def says(self, rule: str) -> list[str]:
        """Return what was ruled by a rule, in English."""
        return [words.say(one.message) for one in self.rulings if one.rule == rule]

    def market(self, *cards: str) -> State:
        """Fill the market up with cards."""
        return self.do("market_read", *self.state.market, *cards)

    def offered(self, move: str, by: By = By.SEAT, **given: Any) -> Offer | None:
        """Return the offer of a move with these fields."""
        for offer in GAME.offers(self.state):
            same = all(offer.given.get(name) == value for name, value in given.items())
            if offer.move == move and offer.by is by and same:
                return offer
        return None

    def cards_for(self, move: str, by: By = By.SEAT, **given: Any) -> set[str]:
        """Return the cards with which a move may be made."""
        offer = self.offered(move, by, **given)
        if offer is None:
            return set()
        if not offer.ask:
            return set(offer.given["cards"])
        (ask,) = offer.ask
        assert isinstance(ask, AskCards)
        return set(ask.possible)


def worn(state: State, pile: int, *keep: str) -> State:
    """Return a state with so many cards left in the pile; the others were discarded."""
    unseen, used = Counter(state.unseen), Counter(state.used)
    for card in unseen.copy().elements():
        if state.pile - (used.total() - sum(state.used.values())) > pile and card not in keep:
            unseen[card] -= 1
            used[card] += 1
    return replace(state, unseen=dict(+unseen), used=dict(used), pile=pile)


def proposal(tribe: int, target: int, card: str) -> Proposal:
    """Return a proposal that stands."""
    return Proposal(tribe, target, card)
