"""The options and the start of a match of Coup."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from referee.contract import Frozen
from referee.coup.state.cards import INFLUENCE, deck_counts
from referee.coup.state.moves import refuse
from referee.coup.state.phases import TURN
from referee.coup.state.state import Setup, State
from referee.options import Seat, whole

SEATS = range(2, 7)
PURSE = 2  # Number of coins that each player has at the start (CP-1).
DRAWN = 2  # Number of cards that the Court needs for an exchange (CP-16).
MOST_S = 600
TIMES_S = (10, 20, 40, 0)  # Choices in the form, in seconds. New players find 20 s short.


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match; ``options.toml`` has the defaults.

    The active player may close a window after `least_s` seconds. The window closes by itself after
    `most_s` seconds (0: never). `deck` has the number of copies of each character.
    """

    starter: Seat = 0
    least_s: Annotated[int, whole(0, MOST_S)] = 3
    most_s: Annotated[int, whole(0, MOST_S, usual=TIMES_S)] = 20
    strict_contessa: bool = False
    named_block: bool = True
    two_players: Literal["sheet", "one_coin", "sets"] = "sheet"
    deck: dict[str, int] = field(default_factory=dict)


def begin(options: Options, seats: int) -> State:
    """Return the state before the first action; raise `BadOptions`."""
    if seats not in SEATS:
        refuse.bad_options("CP-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.starter < seats:
        refuse.bad_options("CP-3", "starter", given=options.starter, most=seats - 1)
    least_s, most_s = options.least_s, options.most_s
    if not 0 <= least_s <= MOST_S or not 0 <= most_s <= MOST_S:
        refuse.bad_options("CP-22", "times", least_s=least_s, most_s=most_s, most=MOST_S)
    if most_s and least_s > most_s:
        refuse.bad_options("CP-22", "least_after_most", least_s=least_s, most_s=most_s)
    deck = deck_counts(options.deck)
    size, least = sum(deck.values()), INFLUENCE * seats + DRAWN
    if size < least:
        refuse.bad_options("CP-1", "too_few_cards", given=size, least=least, players=seats)
    setup = Setup(
        deck,
        options.starter,
        least_s,
        most_s,
        options.strict_contessa,
        options.named_block,
        options.two_players == "sets" and seats == 2,
    )
    coins = [PURSE] * seats
    if seats == 2 and options.two_players != "sheet":
        coins[options.starter] -= 1
    return State(setup, TURN, 1, options.starter, tuple(coins), ((),) * seats)
