"""The model of Plenty Coups against examples from the rule file and the sheet."""

from __future__ import annotations

from collections import Counter

from tests.referee.models.plenty_coups import (
    COLOURS,
    HORSE,
    STICK,
    Card,
    alike,
    pack,
    warrior,
    weapon,
)
from tests.referee.models.plenty_coups_match import Match
from tests.referee.models.plenty_coups_ranking import Final, ranking
from tests.referee.models.plenty_coups_staged import (
    BLACK,
    GREEN,
    YELLOW,
    finish,
    hold,
    match,
    may,
    play,
    take,
)

# Set-up and rounds


def test_pc_2_pack_and_set_up() -> None:
    assert Counter(card.kind for card in pack()) == {
        "warrior": 24,
        "weapon": 12,
        "horse": 10,
        "stick": 8,
    }
    for players, plain in ((2, 15), (3, 15), (4, 20), (5, 25), (6, 30)):
        game = match(players)
        assert game.table.plain == plain
        assert [tribe.horses for tribe in game.table.tribes] == [1] * max(3, players)


def test_pc_4_three_alike() -> None:
    three = [warrior(tribe, 2) for tribe in COLOURS[:3]]
    assert alike([*three, weapon(2)])
    assert not alike([*three[:2], weapon(2), weapon(2)])
    assert alike([HORSE, STICK, HORSE, HORSE])
    assert alike([weapon(3), weapon(3), weapon(3), STICK])
    game = match(3)
    game.table.market = [HORSE, HORSE, HORSE]
    game.table.pile[-1:] = [STICK, warrior("red", 1), warrior("red", 2), weapon(2), HORSE]
    assert game.table.turn_market() == 1
    assert game.table.market == [weapon(2), warrior("red", 2), warrior("red", 1), STICK]
    assert game.table.discards == [HORSE] * 4


def test_pc_5_two_cards_two_actions_three_in_hand() -> None:
    game = match(3)
    take(game)
    assert len(game.table.tribes[0].hand) == 5
    assert not may(game, "end")
    finish(game)
    assert (game.turn.who, len(game.table.tribes[0].hand)) == (1, 3)


def test_pc_6_the_pile_is_made_anew() -> None:
    game = match(3)
    game.table.discards, game.table.pile = game.table.pile, []
    count = len(game.table.discards)
    assert game.table.draw()
    assert (len(game.table.pile), game.table.discards) == (count - 1, [])


def test_pc_7_gains_and_losses() -> None:
    table = match(3).table
    table.lose(0)
    assert table.prestige(0) == 0
    for _ in range(3):
        table.gain(0)
    table.send(0, 1, (warrior("red", 1),))
    table.gain(0)
    assert table.raids[0].prestige_up
    assert table.prestige(0) == 4
    table.gain(0)
    assert table.prestige(0) == 4
    table.bring_home(table.raids[0])
    assert table.tribes[0].prestige_markers == 4


# Raids


def raided(strong: Card, *hand: Card) -> Match:
    """Return a match of three in which black has raided yellow, who holds some cards."""
    game = match(3, [strong])
    take(game)
    play(game, ("raid", YELLOW, (strong,)))
    finish(game)
    take(game)
    hold(game, YELLOW, *hand)
    return game


def test_pc_11_the_own_tribe_is_worth_one_more() -> None:
    own = raided(warrior("black", 2), weapon(2), weapon(3))
    assert may(own, "defend") == [("defend", (weapon(2), weapon(3))), ("defend", (weapon(3),))]
    other = raided(warrior("red", 2), weapon(2), weapon(3))
    assert len(may(other, "defend")) == 2  # either will do: both are not needed


def test_pc_12_pc_17_a_raid_comes_home_and_marks_a_coup() -> None:
    game = match(3, [warrior("red", 1), STICK, STICK])
    take(game)
    play(game, ("raid", YELLOW, (warrior("red", 1),)))
    finish(game)
    for _ in range(2):
        take(game)
        finish(game)
    take(game)
    assert [tribe.horses for tribe in game.table.tribes] == [2, 0, 1]
    hold(game, BLACK, STICK, STICK, HORSE, HORSE, weapon(2))
    assert may(game, "coup") == [("coup", YELLOW)]
    play(game, ("coup", YELLOW))
    assert game.table.prestige(BLACK) == 1
    assert not may(game, "coup")


def test_pc_17_a_coup_comes_before_every_other_action() -> None:
    game = match(3, [warrior("red", 1), STICK, STICK])
    take(game)
    play(game, ("raid", YELLOW, (warrior("red", 1),)))
    finish(game)
    for _ in range(2):
        take(game)
        finish(game)
    take(game)
    hold(game, BLACK, STICK, HORSE, HORSE, weapon(2), weapon(3))
    play(game, ("breed",))
    assert not may(game, "coup")


def test_pc_13_a_stronger_raid_drives_an_earlier_one_off() -> None:
    game = match(3, [warrior("red", 3)], [], [warrior("green", 2), warrior("green", 3)])
    take(game)
    play(game, ("raid", YELLOW, (warrior("red", 3),)))
    finish(game)
    take(game)
    finish(game)
    take(game)
    raids = [move for move in may(game, "raid") if move[1] == YELLOW and len(move[2]) == 1]
    assert ("raid", YELLOW, (warrior("green", 2),)) not in raids  # 3 against 3
    play(game, ("raid", YELLOW, (warrior("green", 3),)))
    assert [raid.by for raid in game.table.raids] == [GREEN]
    assert game.table.tribes[BLACK].raid_markers == 4


def test_pc_14_a_double_attack_takes_the_whole_turn() -> None:
    pair = (warrior("black", 1), warrior("black", 2))
    game = match(3, [*pair])
    take(game)
    play(game, ("raid", YELLOW, pair))
    assert game.turn.who == YELLOW
    assert game.table.strength(BLACK, pair) == 4


def test_pc_16_pc_18_no_coup_after_two_weapons() -> None:
    game = raided(warrior("red", 4), weapon(2), weapon(4), STICK)
    assert [len(move[1]) for move in may(game, "defend")] == [2, 1]
    game.play(("defend", (weapon(4),)))
    assert not may(game, "coup in defence")  # 4 is not above 4
    game = raided(warrior("red", 4), weapon(2), weapon(3), STICK)
    game.play(("defend", (weapon(2), weapon(3))))
    assert game.turn.who == GREEN


def test_pc_18_a_coup_in_defence() -> None:
    game = raided(warrior("red", 2), weapon(3), STICK, HORSE)
    game.play(("defend", (weapon(3),)))
    game.play(("coup in defence",))
    assert game.table.prestige(YELLOW) == 1
    game = raided(warrior("red", 1), weapon(3), STICK, HORSE)
    game.play(("defend", (weapon(3),)))
    assert not may(game, "coup in defence")  # a young warrior


# Gifts, hunts, disdain


def test_pc_19_the_other_gives_first() -> None:
    game = match(3, [HORSE, weapon(4)], [STICK, STICK, STICK])
    take(game)
    game.play(("gift", YELLOW, HORSE, weapon(4)))
    assert game.moment
    assert (game.moment.what, game.moment.seat, game.legal) == ("give", YELLOW, [("give", STICK)])
    game.play(("give", STICK))
    assert weapon(4) in game.table.tribes[YELLOW].hand


def test_pc_20_two_horses_for_prestige() -> None:
    game = match(3)
    game.table.tribes[BLACK].horses = 2
    take(game)
    card = game.table.tribes[BLACK].hand[0]
    game.play(("horses", GREEN, card))
    assert [tribe.horses for tribe in game.table.tribes] == [0, 1, 3]
    assert game.table.prestige(BLACK) == 1
    assert not may(game, "horses")


def test_pc_22_disdain_and_its_answer() -> None:
    game = match(3, [STICK, STICK], [weapon(4), HORSE, HORSE], [HORSE, HORSE, HORSE])
    game.table.gain(GREEN)
    take(game)
    game.play(("disdain", YELLOW))
    assert game.legal == [("prove", weapon(4)), ("bear",)]
    game.play(("prove", weapon(4)))
    assert may(game, "disdain") == [("disdain", GREEN)]
    game.play(("disdain", GREEN))
    assert game.legal == [("bear",)]
    game.play(("bear",))
    assert game.table.prestige(GREEN) == 0
    assert len(game.table.tribes[YELLOW].hand) == 3  # its turn has come: drawn back


# Winter and the end


def test_pc_50_winter() -> None:
    game = match(3)
    while game.table.round < 12:
        if game.moment and game.moment.what == "take":
            assert game.table.round < 11
            assert {len(move[1]) for move in game.legal} == {1 if game.table.round == 10 else 2}
            take(game)
        elif game.table.winter:
            assert not may(game, "disdain")
            game.play(("end",))
        else:
            finish(game)


def test_pc_52_ties() -> None:
    assert ranking([Final(3, 5), Final(2, 6), Final(3, 5)]) == [[0, 2], [1]]
    assert ranking([Final(3, 3), Final(3, 4), Final(1, 0)]) == [[1], [0], [2]]


def test_pc_36_allies_add_after_the_loss() -> None:
    pair = [Final(2, 6, 1), Final(2, 0, 0), Final(3, 5), Final(4, 1)]
    assert ranking(pair) == [[3], [2], [0], [1]]  # 1 and 1: nothing is added
    assert ranking([Final(2, 6, 1), Final(2, 1, 0), *pair[2:]]) == [[0, 1], [3], [2]]


def test_pc_53_the_neutral_tribe_wins_nothing() -> None:
    assert ranking([Final(1, 1), Final(4, 9), Final(2, 1)], neutral=1) == [[2], [0]]
    game = match(2)
    owners = []
    while game.table.round < 3:
        take(game)
        owners.append(game.played_by(game.turn.who))
        finish(game)
    assert owners == [0, 0, 2, 0, 2, 2]
