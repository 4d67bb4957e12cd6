"""Messages between a table and its club's hub.

A table offers versions of its results, and the hub asks for the missing ones. The table repeats the
offer until the hub has them all. So a result that was lost on the way, or at either end, arrives
later.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.club.own_results import MOST
from referee.club.results import Id, Mark, Name
from referee.reports.public_values import Values
from referee.values import MOST_SEATS, Frozen

MOST_OTHERS = 300  # Names of other players in a message. A larger event sends none.

TableId = Annotated[str, Meta(pattern="^t[0-9a-f]{12}$")]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Port = Annotated[int, Meta(ge=1, le=65535)]


class Version(Frozen, array_like=True):
    """The version of one result."""

    match: Id
    seq: int
    more: int = 0


class Offered(Frozen):
    """The newest version of each result that a table has. The answer repeats the `number`."""

    has: Annotated[tuple[Version, ...], Meta(max_length=MOST)]
    number: int = 0


class Wanted(Frozen):
    """The offered results that the hub does not have yet."""

    want: tuple[Id, ...]
    number: int = 0


class Live(Frozen, omit_defaults=False):
    """A stranger's view of the table now. `seq` rises with every event.

    `drawn` is the hub's mark of the running match, or empty.
    """

    seq: int
    values: Values
    drawn: Mark = ""


class Seated(Frozen, omit_defaults=False):
    """The next match at a table, from the drawn round. `players` are sorted by seat.

    The table returns the mark `drawn` with the match that it begins, and with its result. `others`
    are players who are not at this table, so that it knows their phones.
    """

    event: Annotated[str, Meta(max_length=100)]
    round: int
    number: int
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)]
    drawn: Mark = ""
    others: Annotated[tuple[Name, ...], Meta(max_length=MOST_OTHERS)] = ()


class Joined(Frozen, omit_defaults=False, kw_only=True):
    """The hub's answer to a table that joins: the club, the table's id and own key, and the broker.

    The broker must show `certificate` (PEM) and no other.
    """

    club: Annotated[str, Meta(max_length=100)]
    table: TableId
    key: Key
    port: Port
    certificate: str


class Membership(Joined, omit_defaults=False, kw_only=True):
    """The hub's answer as a table keeps it, with the hub's address and the table's name."""

    hub: str
    name: str
    broker: str
