"""Whole matches of the model of Plenty Coups: what must hold after every move."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.referee.models.plenty_coups import STICK, Card, pack
from tests.referee.models.plenty_coups_actions import RULES
from tests.referee.models.plenty_coups_match import Match, Refused
from tests.referee.models.plenty_coups_random import chosen, dealt, tastes


def census(game: Match) -> Counter[Card]:
    """Return every card on the table and in the hands."""
    table = game.table
    cards = [*table.pile, *table.discards, *table.market]
    for tribe in table.tribes:
        cards += [*tribe.hand, *tribe.proposals, *[STICK] * tribe.stick]
        cards += [tribe.camp] if tribe.camp else []
    for raid in table.raids:
        cards += raid.warriors
    return Counter(cards)


def sound(game: Match) -> None:
    """Hold a table to what must always be so."""
    table = game.table
    assert census(game) == Counter(pack())
    herds = table.plain + sum(tribe.horses for tribe in table.tribes)
    assert herds == (18 if table.players == 2 else 6 * table.players)
    for seat, tribe in enumerate(table.tribes):
        out = sum(raid.by == seat for raid in table.raids)
        assert tribe.raid_markers + tribe.prestige_markers + out == 4
        assert min(tribe.raid_markers, tribe.prestige_markers, tribe.horses) >= 0
        assert 0 <= table.prestige(seat) <= 4
        assert tribe.ally is None or table.tribes[tribe.ally].ally == seat
        assert tribe.ally is None or not tribe.proposals
        assert tribe.ally is None or not table.attacks(seat, tribe.ally)
    assert len({raid.on for raid in table.raids}) == len(table.raids)
    assert {raid.by == raid.on for raid in table.raids} <= {False}


def test_random_matches_are_sound() -> None:
    rng, met = Random(1), Counter[str]()
    for players in [2, 3, 4, 5, 6] * 3:
        game, taste = dealt(rng, players), tastes(rng)
        with pytest.raises(Refused):
            game.play(("end",))
        while game.moment:
            sound(game)
            if game.moment.what == "take":
                assert game.table.winter or len(game.table.tribes[game.moment.seat].hand) == 3
            move = chosen(rng, taste, game.legal)
            met[move[0]] += 1
            game.play(move)
        sound(game)
        seats = sorted(seat for rank in game.ranking for seat in rank)
        assert seats == ([0, 2] if players == 2 else list(range(players)))
    assert {*RULES, "take", "end", "give", "keep", "prove", "bear", "exchange"} == {*met}


def test_each_action_costs_one_card_net() -> None:
    rng = Random(9)
    for _ in range(3):
        game = dealt(rng, 4)
        while game.moment:
            turn, left = game.turn, game.turn.left
            hand = game.table.tribes[turn.who].hand
            cards, double = len(hand), False
            while game.moment and game.turn is turn and left == turn.left:
                move = rng.choice(game.legal)
                cards += len(move[1]) if move[0] == "take" else 0
                double = move[0] in ("raid", "defend") and len(move[-1]) == 2
                game.play(move)
            while game.moment and game.moment.what in ("give", "keep", "prove"):
                game.play(rng.choice(game.legal))
            spent = 0 if left == turn.left else 2 if double else 1
            assert len(game.table.tribes[turn.who].hand) == cards - spent or turn is not game.turn
