"""Coup: earn fast, tell the truth mostly, strike the strongest, and doubt who claims too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from referee.contract import Game
from referee.coup.state.cards import AMBASSADOR, ASSASSIN, ASSASSINATE, CAPTAIN, CONTESSA, DUKE
from referee.coup.state.moves import Block, CardTurned, Challenge, Declare, Exchanged, Pass
from referee.coup.state.phases import ActionPhase
from referee.coup.state.state import EventKind, State, hidden_cards, influence
from referee.determinization import Action, KnownHands

WORTH = {DUKE: 5, CAPTAIN: 4, ASSASSIN: 4, CONTESSA: 3, AMBASSADOR: 2}  # as a card to keep
BLUFFS = 0.2  # how often the Duke is claimed without one
DOUBTS = 0.05  # how often a claim is challenged that nothing speaks against
EXTORTED = 2


def liking(
    _game: Game[Any, Any, Any], state: State, seat: int, own: KnownHands, random: Random
) -> Callable[[Action], float]:
    """Return how much each act is liked."""
    hand = own[seat]
    hidden = Counter(hidden_cards(state)) - Counter(hand)
    bluffs = random.random() < BLUFFS and bool(hidden[DUKE])
    doubts = random.random() < DOUBTS and influence(state, seat) > 1

    def like(act: Action) -> float:
        match act.move:
            case Declare():
                return declared(act.move)
            case Challenge():
                return 2.0 if doubts or doubtful(state, seat, hidden) else 0.0
            case Block(card=card):
                return 3.0 if card in hand else bluffed(card)
            case Pass():
                return 1.0
            case CardTurned(cards=cards):
                turned = Counter(cards) - Counter(state.faces[seat])
                return worth((Counter(hand) - turned).elements())
            case Exchanged():
                return worth(act.kept)
        return 0.0

    def declared(move: Declare) -> float:
        target = move.target
        strength = 0.0 if target is None else influence(state, target) + state.coins[target] / 100
        match move.action:
            case "coup":
                return 90 + strength
            case "assassinate" if ASSASSIN in hand:
                return 80 + strength
            case "tax" if DUKE in hand or bluffs:
                return 70
            case "extort" if CAPTAIN in hand and target is not None:
                return 60 + strength if state.coins[target] >= EXTORTED else 0
            case "exchange" if AMBASSADOR in hand:
                return 50
            case "foreign_aid" if not any(DUKE in claimed(state, one) for one in rivals):
                return 40
            case "income":
                return 30
        return 0

    def bluffed(card: str) -> float:
        """Claim the Contessa without one where all would be lost else."""
        return 3.0 if card == CONTESSA and influence(state, seat) == 1 and hidden[card] else 0.0

    rivals = [one for one in range(len(state.coins)) if one != seat]
    return like


def worth(cards: Iterable[str]) -> float:
    """Return how good it is to hold some cards: different ones, the best of them."""
    return sum(WORTH[card] for card in set(cards))


def claimed(state: State, seat: int) -> set[str]:
    """Return what a seat claimed to have since it last took new cards."""
    claims = set[str]()
    for event in reversed(state.history):
        if event.seat == seat and event.what in (EventKind.EXCHANGED, EventKind.REPLACED):
            break
        if event.seat == seat and event.what is EventKind.CLAIMED and len(event.cards) == 1:
            claims.update(event.cards)
    return claims


def doubtful(state: State, seat: int, hidden: Counter[str]) -> bool:
    """Tell whether a claim is rather a bluff: few such cards are left, or it is one too many."""
    if not isinstance(state.phase, ActionPhase):
        return False
    play = state.phase.play
    claimer = play.claimer(state.turn)
    there = sum(hidden[card] for card in play.claims)
    if not there:
        return True
    saved = influence(state, seat) == 1
    if saved and play.name == ASSASSINATE and play.target == seat and play.block is None:
        return False  # a Contessa may be claimed still
    few = there == 1 and not saved
    return few or len(claimed(state, claimer)) > influence(state, claimer)
