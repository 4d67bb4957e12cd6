"""The options of a match of Ogallala."""

from __future__ import annotations

from referee.contract import Frozen
from referee.options import Seat

SEATS = range(2, 6)


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options on which the table agrees before a match; ``options.toml`` has the defaults.

    `starter` is the seat that begins. With `tribes` all Indians of a canoe have the same colour.
    With `amigo` nobody draws from the hunting grounds, which are shuffled into new piles once.
    """

    starter: Seat = 0
    tribes: bool = False
    amigo: bool = False
