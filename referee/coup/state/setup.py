"""The start of a match of Coup."""

from __future__ import annotations

from msgspec.structs import replace

from referee.coup.state.cards import DRAWN, INFLUENCE, deck_counts
from referee.coup.state.moves import refuse
from referee.coup.state.phases import TURN
from referee.coup.state.state import MOST_S, Options, State

SEATS = range(2, 7)
PURSE = 2  # Number of coins that each player has at the start (CP-1).


def begin(options: Options, seats: int) -> State:
    """Return the state before the first action; raise `BadOptions`."""
    if seats not in SEATS:
        refuse.bad_options("CP-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.starter < seats:
        refuse.bad_options("CP-3", "starter", given=options.starter + 1, most=seats)
    least_s, most_s = options.least_s, options.most_s
    if not 0 <= least_s <= MOST_S or not 0 <= most_s <= MOST_S:
        refuse.bad_options("CP-22", "times", least_s=least_s, most_s=most_s, most=MOST_S)
    if most_s and least_s > most_s:
        refuse.bad_options("CP-22", "least_after_most", least_s=least_s, most_s=most_s)
    deck = deck_counts(options.deck)
    size, least = sum(deck.values()), INFLUENCE * seats + DRAWN
    if size < least:
        refuse.bad_options("CP-1", "too_few_cards", given=size, least=least, players=seats)
    coins = [PURSE] * seats
    if seats == 2 and options.two_players != "sheet":
        coins[options.starter] -= 1
    settled = replace(options, deck=deck)
    return State(settled, TURN, 1, options.starter, tuple(coins), ((),) * seats)
