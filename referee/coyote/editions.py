"""What a table agrees on before a match, and where the editions differ in their rules.

Their decks are data, in ``options.toml``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec import field

from referee.contract import Frozen
from referee.coyote.moves import refuse


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """What the table agrees on before a match.

    `strikes` eliminate, `starter` announces first, `deck` says how many there are of each
    card (empty: the edition's own, see ``options.toml``).
    """

    edition: str = "tomahawk"
    strikes: int = 3
    starter: int = 0
    deck: dict[str, int] = field(default_factory=dict)


class Doubles(StrEnum):
    """What ×2 doubles (CY-24)."""

    POSITIVES = "positives"  # each card that still counts as positive
    TOTAL = "total"  # the final total, negatives included


class Starts(StrEnum):
    """Which party of the challenge starts the next round."""

    LOSER = "loser"  # or the other party, where the loser is just out
    WINNER = "winner"


class Edition(NamedTuple):
    """The rules of one edition; `limits` are the strikes that eliminate, by seats."""

    name: str
    doubles: Doubles
    starts: Starts
    seats: range
    limits: dict[int, range]

    def strikes(self, seats: int) -> range:
        """Return the numbers of strikes at which `seats` players may agree to be out."""
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
        ),
        Edition(
            "tomahawk",
            Doubles.TOTAL,
            Starts.LOSER,
            seats=range(2, 7),
            limits={0: range(1, 10)},
        ),
        Edition(
            "oliphante",
            Doubles.POSITIVES,
            Starts.WINNER,
            seats=range(3, 13),  # 7 and more with the tokens of a second box
            limits={0: range(3, 4), 3: range(3, 6), 4: range(3, 6)},
        ),
    )
}


def edition_of(options: Options) -> Edition:
    """Return the edition that the options name; raises `BadOptions`."""
    edition = EDITIONS.get(options.edition)
    if edition is None:
        refuse.options("CY-1", "edition", given=options.edition, editions=tuple(EDITIONS))
    return edition
