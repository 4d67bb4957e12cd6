"""Matches of Plenty Coups in the middle of play, and shortcuts for moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library, words
from referee.contract import AskCards, By, IllegalMove, Offer, Ruling
from referee.plenty_coups import GAME
from referee.plenty_coups.rules.changes import add_used, play_cards
from referee.plenty_coups.state import phases
from referee.plenty_coups.state import state as game
from referee.plenty_coups.state.cards import COUNTS
from referee.table import Zone
from tests.referee.plenty_coups.public_state import Bond, Proposal, PublicState, Raid

PHASES = {
    "market": lambda _: phases.Turning(),
    "sweep": lambda _: phases.Sweeping(),
    "take": lambda actions: phases.Taking(actions.left),
    "act": phases.Acting,
}


def raid(tribe: int, *cards: str, turned: bool = False) -> Raid:
    """Return a raid of a tribe."""
    return Raid(tribe, cards, turned)


def takes(round_: int) -> int:
    """Return how many cards a tribe takes from the market in a round (PC-5, PC-50)."""
    return 2 if round_ <= 9 else 1 if round_ == 10 else 0


def hidden(state: game.State, used: Mapping[str, int]) -> game.State:
    """Return a state whose unseen cards and pile are the rest of all 54."""
    shown = PublicState(state)
    held = Counter(card for cards in shown.known for card in cards)
    lies = held + Counter(used) + shown.open
    assert not lies - Counter(COUNTS), lies - Counter(COUNTS)
    unseen = Counter(COUNTS) - lies
    pile = unseen.total() - sum(shown.hands) + held.total()
    deck = replace(state.deck, unseen=dict(unseen), used=dict(used), pile=pile)
    return replace(state, deck=deck)


class Match(PublicState):
    """A match in the middle of a tribe's turn, after it took cards and before its actions.

    `raids`, `bonds`, `known`, `prestige`, `horses` and `sticks` are by camp. `left`, `done` and
    `returned` are of the turn. Other fields are those of the state.
    """

    def __init__(
        self,
        seats: int = 3,
        turn: int = 0,
        raids: Mapping[int, Raid] | None = None,
        bonds: Mapping[int, Bond] | None = None,
        known: Mapping[int, tuple[str, ...]] | None = None,
        elder: int = 0,
        phase: str = "act",
        hands: tuple[int, ...] = (),
        horses: tuple[int, ...] = (),
        prestige: tuple[int, ...] = (),
        sticks: tuple[Zone | None, ...] = (),
        left: int | None = None,
        done: int = 0,
        returned: tuple[int, ...] = (),
        used: Mapping[str, int] | None = None,
        proposals: tuple[Proposal, ...] = (),
        moved: bool = False,
        **fields: Any,
    ) -> None:
        begun: game.State = GAME.rules.begin(library.options(GAME, {"elder": elder}), seats)
        round_ = fields.get("round", 1)
        hand = 3 + takes(round_) - max(0, round_ - 11)
        taken = 0 if phase == "take" else takes(round_)
        raids, bonds, known = raids or {}, bonds or {}, known or {}
        tribes = tuple(
            game.Tribe(
                hands[camp] if hands else hand if camp == turn else 3,
                known.get(camp, ()),
                horses[camp] if horses else 1,
                prestige[camp] if prestige else 0,
                game.Raid(*raids[camp]) if camp in raids else None,
                game.Bond(*bonds[camp]) if camp in bonds else None,
                sticks[camp] if sticks else None,
            )
            for camp in range(len(begun.tribes))
        )
        owed = left if left is not None else 2 if round_ <= 9 else 1
        state = replace(
            begun,
            turn=turn,
            phase=PHASES[phase](phases.Actions(owed, done, returned)),
            tribes=tribes,
            proposals=tuple(game.Proposal(*item) for item in proposals),
            last=game.Event(game.What.OTHER if moved else game.What.NOTHING),
            **{"market": ("horse", "horse", "weapon_2", "weapon_3")[: 4 - taken], **fields},
        )
        super().__init__(hidden(state, used or {}))
        self.rulings: tuple[Ruling, ...] = ()

    def do(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> Any:
        """Make a move of the seat on turn, or of another seat. Return the state after it."""
        self.state, self.rulings = GAME.rules.apply(
            self.state, self.move(move, *cards, seat=seat, **fields)
        )
        return self.state

    def move(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> Any:
        """Return a move of the seat on turn, or of another seat."""
        plain: dict[str, Any] = {"move": move, **fields}
        if move not in ("market_read", "swept", "horses_set", "prestige_set", "hand_set"):
            plain["seat"] = self.turn if seat is None else seat
        if cards or move in ("market_read", "swept"):
            plain["cards"] = list(cards)
        return library.move(GAME, plain)

    def refused(self, move: str, *cards: str, seat: int | None = None, **fields: Any) -> str:
        """Make a move that must be refused. Return the rule and reason, such as ``PC-5 owes``."""
        made = self.move(move, *cards, seat=seat, **fields)
        assert made not in GAME.rules.offers(self.state)
        with pytest.raises(IllegalMove) as refusal:
            GAME.rules.apply(self.state, made)
        text = words.say(refusal.value.message)
        assert "plenty_coups." not in text
        assert "%(" not in text
        return f"{refusal.value.rule} {refusal.value.message.key.rpartition('.')[2]}"

    def says(self, rule: str) -> list[str]:
        """Return the rulings by a rule, in English."""
        return [words.say(ruling.message) for ruling in self.rulings if ruling.rule == rule]

    def fill(self, *cards: str) -> None:
        """Fill the market up with cards."""
        self.do("market_read", *self.market, *cards)

    def offered(self, move: str, by: By = By.SEAT, **given: Any) -> Offer | None:
        """Return the offer of a move with these fields."""
        for offer in GAME.rules.offers(self.state):
            same = all(offer.given.get(name) == value for name, value in given.items())
            if offer.move == move and offer.by is by and same:
                return offer
        return None

    def cards_for(self, move: str, by: By = By.SEAT, **given: Any) -> set[str]:
        """Return the cards that a move may be made with."""
        offer = self.offered(move, by, **given)
        if offer is None:
            return set()
        if not offer.ask:
            return set(offer.given["cards"])
        (ask,) = offer.ask
        assert isinstance(ask, AskCards)
        return set(ask.possible)


def gather(match: Match) -> None:
    """Make the discards unseen again, so that the same cards may be used again."""
    match.state = hidden(match.state, {})


def thinned(state: game.State, tribe: int, *cards: str) -> game.State:
    """Return a state in which cards of a hand were discarded."""
    return add_used(play_cards(state, tribe, *cards), *cards)


def proposal(tribe: int, target: int, card: str) -> Proposal:
    """Return a proposal."""
    return Proposal(tribe, target, card)
