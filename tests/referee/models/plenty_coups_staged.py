"""Matches of the model of Plenty Coups set up by hand: black begins, then yellow, green, red."""

from __future__ import annotations

from random import Random

from tests.referee.models.plenty_coups import COLOURS, Card, pack, warrior
from tests.referee.models.plenty_coups_actions import Action
from tests.referee.models.plenty_coups_match import Match

BLACK, YELLOW, GREEN, RED = range(4)


def match(players: int, *hands: list[Card], seed: int = 0) -> Match:
    """Return a match in which some hands are set; the cards come out of the pile."""
    rng, rest = Random(seed), pack()
    for card in (card for hand in hands for card in hand):
        rest.remove(card)
    rng.shuffle(rest)
    tribes = 3 if players == 2 else players
    dealt = [list(hand) for hand in hands]
    dealt += [[] for _ in range(tribes - len(hands))]
    for hand in dealt:
        hand += [rest.pop() for _ in range(3 - len(hand))]
    pile = rest + [card for hand in reversed(dealt) for card in reversed(hand)]
    return Match(players, COLOURS[:tribes], pile, rng)


def play(game: Match, *moves: Action) -> None:
    for move in moves:
        game.play(move)


def take(game: Match) -> None:
    """Take any two cards that leave nothing to wish for: the first that may be taken."""
    game.play(next(move for move in game.legal if move[0] == "take"))


def hold(game: Match, seat: int, *cards: Card) -> None:
    """Give a tribe a hand; what it held goes under the pile, and each card is fetched."""
    table, tribe = game.table, game.table.tribes[seat]
    table.pile[:0] = tribe.hand
    tribe.hand = []
    hands = [other.hand for other in table.tribes if other is not tribe]
    for card in cards:
        place = next(
            place for place in (table.pile, table.discards, table.market, *hands) if card in place
        )
        place[place.index(card)] = table.pile.pop(0)
        tribe.hand.append(card)
    game.again()


def finish(game: Match) -> None:
    """End the turn that is on by hunts, keeping what was there."""
    who = game.turn.who
    while game.moment and game.moment.seat == who and game.turn.who == who:
        hunts = [move for move in game.legal if move[0] in ("hunt", "keep", "end")]
        game.play(hunts[0])


def may(game: Match, what: str) -> list[Action]:
    return [move for move in game.legal if move[0] == what]


def allied(one: int = 3, other: int = 3) -> Match:
    """Return the sheet's match: black and yellow sealed by warriors of 3."""
    game = match(4, [warrior("yellow", one)], [warrior("black", other)])
    take(game)
    game.play(("propose", warrior("yellow", one)))
    finish(game)
    take(game)
    game.play(("accept", warrior("black", other)))
    return game
