"""What a player of the table's own thinks of a match of Ogallala: that it comes to an end."""

from __future__ import annotations

from random import Random

from referee import library
from referee.bots.levels import Level, choose_action
from referee.contract import Cell
from referee.determinization import Action
from referee.ogallala.state import moves
from referee.ogallala.table.determinization import Determinization, sample_hidden

GAME = library.game("ogallala")
PRIZES = ("tent", "cannon_left", "cannon_right", "soldier", "eagle", "fur", "tobacco")
CANOE = ("empty_bow", *PRIZES, "empty_stern")


def world(*done: moves.Move, drawn: str = "") -> Determinization:
    """Return a match of two after some moves, with the card that was drawn since."""
    state = GAME.rules.begin(library.options(GAME, {}), 2)
    for move in done:
        state, _ = GAME.rules.apply(state, move)
    return sample_hidden(state, state.turn, {state.turn: (drawn,)} if drawn else {}, Random(1))


def laid(*cards: str) -> list[moves.Move]:
    return [moves.Place(0, "pile", Cell(card, 1, n)) for n, card in enumerate(cards)]


def test_nobody_who_means_to_win_lays_a_card_back_while_one_can_be_drawn() -> None:
    """Two who waited for each other so took the top card and laid it back without end."""
    full, back = world(moves.Discard(0, ("mad_axe",))), Action(moves.LayBack(1))
    assert back not in full.legal_actions()
    assert back in full._replace(pile=()).legal_actions()


def test_a_card_that_completes_a_rich_canoe_is_laid_there() -> None:
    *before, last = laid(*CANOE)
    state = world(*before).state
    own = {0: (CANOE[-1],)}
    assert choose_action(GAME, state, 0, own, Level.KEEN, Random(1)).move == last
