"""The options of a match, and the rules that differ between the editions.

The decks are data in ``options.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, NamedTuple

from msgspec import field

from referee.contract import Frozen
from referee.coyote.state.cards import NIGHT, ZERO, deck_counts
from referee.coyote.state.moves import refuse
from referee.options import Seat, Some, some, whole

MOST_STRIKES = 9


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match.

    `strikes` is the number of strikes that eliminates a player, and `starter` is the seat that
    announces first. `deck` has the number of copies of each card. If it is empty, the deck of the
    edition in ``options.toml`` is used. `actions` are the optional actions that players may use:
    the named ones, none, or all in `tokens` (CY-69). The number of tokens is 1 for each action, but
    `oliphante` may have several tokens of one kind.
    """

    edition: str = "tomahawk"
    strikes: Annotated[int, whole(1, MOST_STRIKES)] = 3
    starter: Seat = 0
    deck: dict[str, int] = field(default_factory=dict)
    actions: Annotated[Some, some("tokens", "action", "effect")] = False
    tokens: dict[str, int] = field(default_factory=dict)


class Doubles(StrEnum):
    """The effect of ×2: it doubles cards or the total (CY-24)."""

    POSITIVES = "positives"  # Every card that still counts as positive.
    TOTAL = "total"  # The final total, including negative cards.


class Starts(StrEnum):
    """The player of the challenge who starts the next round."""

    LOSER = "loser"  # The other player starts if this strike eliminated the loser.
    WINNER = "winner"


class Limit(NamedTuple):
    """How often the optional actions may be used in a round, according to `rule`.

    `one_a_seat` limits each seat to one action. According to `tokens_rule`, there are at most
    `most` tokens in all and `of_each` of each kind. `for_two` says whether the actions may be used
    when only two players are left. `turn_rule`, if there is one, allows one action in a turn.
    """

    rule: str
    tokens_rule: str
    one_a_seat: bool
    most: int
    of_each: int
    for_two: bool
    turn_rule: str = ""


class Edition(NamedTuple):
    """The rules of one edition.

    `limits` maps a number of seats to the numbers of strikes from which the players may choose. The
    key 0 stands for all other numbers of seats. `actions` maps each optional action to its rule id.
    `instead` maps the name of a card that the edition lacks to the card that it means there.
    """

    name: str
    doubles: Doubles
    starts: Starts
    seats: range
    limits: dict[int, range]
    actions: dict[str, str]
    limit: Limit
    instead: Mapping[str, str] = {ZERO: NIGHT}  # The only card that shows a 0.

    def strikes(self, seats: int) -> range:
        """Return the numbers of strikes from which `seats` players may choose."""
        return self.limits.get(seats, self.limits[0])


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition(
            "kidult",
            Doubles.POSITIVES,
            Starts.LOSER,
            seats=range(2, 7),
            limits={0: range(3, 4), 3: range(3, 6), 4: range(3, 5)},
            actions={
                "approve": "CY-40",
                "double": "CY-41",
                "reverse": "CY-42",
                "extra": "CY-43",
                "again": "CY-44",
                "next_is": "CY-45",
            },
            limit=Limit("CY-46", "CY-46", one_a_seat=True, most=6, of_each=1, for_two=True),
            instead={},
        ),
        Edition(
            "tomahawk",
            Doubles.TOTAL,
            Starts.LOSER,
            seats=range(2, 7),
            limits={0: range(1, MOST_STRIKES + 1)},
            actions={
                "approve": "CY-50",
                "hand_back": "CY-51",
                "extra": "CY-52",
                "double": "CY-53",
                "again": "CY-54",
                "next_is": "CY-55",
            },
            limit=Limit("CY-56", "CY-56", one_a_seat=False, most=6, of_each=1, for_two=True),
        ),
        Edition(
            "oliphante",
            Doubles.POSITIVES,
            Starts.WINNER,
            seats=range(3, 13),  # from 7 players on, with the tokens of a second box
            limits={0: range(3, 4), 3: range(3, 6), 4: range(3, 6)},
            actions={
                "open": "CY-60",
                "reverse": "CY-61",
                "skip": "CY-62",
                "swap": "CY-63",
                "know": "CY-64",
            },
            limit=Limit(
                "CY-65",
                "CY-67",
                one_a_seat=False,
                most=8,
                of_each=8,
                for_two=False,
                turn_rule="CY-68",
            ),
        ),
    )
}


def edition_of(options: Options) -> Edition:
    """Return the edition that the options name. Raise `BadOptions`."""
    edition = EDITIONS.get(options.edition)
    if edition is None:
        refuse.bad_options("CY-1", "edition", given=options.edition, editions=tuple(EDITIONS))
    return edition


def deck_of(options: Options) -> dict[str, int]:
    """Return the number of copies of each card in the deck. Raise `BadOptions`."""
    return deck_counts(options.deck, edition_of(options).instead)


def tokens_of(options: Options) -> dict[str, int]:
    """Return the optional actions in use and their numbers of tokens. Raise `BadOptions`.

    An action that is named in `actions` has at least one token.
    """
    edition = edition_of(options)
    limit = edition.limit
    named = () if isinstance(options.actions, bool) else options.actions
    for name in (*options.tokens, *named):
        if name not in edition.actions:
            names = tuple(edition.actions)
            refuse.bad_options(
                limit.tokens_rule, "token", edition=edition.name, given=name, names=names
            )
    for name, number in options.tokens.items():
        if not 0 <= number <= limit.of_each:
            word = f"coyote.action.{name}"
            refuse.bad_options(
                limit.tokens_rule, "token_number", word=word, given=number, most=limit.of_each
            )
    there = sum(options.tokens.values())
    if there > limit.most:
        refuse.bad_options(limit.tokens_rule, "tokens", given=there, most=limit.most)
    if isinstance(options.actions, bool):
        return {
            name: number for name, number in options.tokens.items() if number and options.actions
        }
    order = (*options.tokens, *edition.actions)
    return {name: options.tokens.get(name) or 1 for name in order if name in named}
