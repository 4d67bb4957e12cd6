"""The network's outputs: one for each move, and one for the chance to win."""

from __future__ import annotations

from referee.coup.state import moves
from referee.coup.state.cards import ACTIONS, CHARACTERS
from referee.coup.state.setup import SEATS

TARGETS = SEATS[-1] - 1  # The possible targets, clockwise from the seat that acts.
CARDS = {card: at for at, card in enumerate(CHARACTERS)}
# Actions without a target come first. Each other action has one output for each target.
ALONE = tuple(name for name, action in ACTIONS.items() if not action.targets)
AIMED = tuple(name for name, action in ACTIONS.items() if action.targets)
DECLARE = {name: at for at, name in enumerate(ALONE)} | {
    name: len(ALONE) + TARGETS * at for at, name in enumerate(AIMED)
}
PASS = len(ALONE) + TARGETS * len(AIMED)
CHALLENGE = PASS + 1
# Each of these has one output for each card.
BLOCK = CHALLENGE + 1
TURN_UP = BLOCK + len(CARDS)
KEEP = TURN_UP + len(CARDS)


def output(move: moves.Move, seats: int) -> int:
    """Return the output for a move at a table of `seats`.

    Exchanges are chosen card by card, and thus have none. Raise `LookupError` for other moves that
    need no thought.
    """
    match move:
        case moves.Declare(seat, action, target):
            return DECLARE[action] + (0 if target is None else (target - seat - 1) % seats)
        case moves.Pass():
            return PASS
        case moves.Challenge():
            return CHALLENGE
        case moves.Block(card=card) | moves.NameCard(card=card):
            return BLOCK + CARDS[card]
        case moves.CardTurned(cards=(*_, card)):
            return TURN_UP + CARDS[card]
    raise LookupError(move)
