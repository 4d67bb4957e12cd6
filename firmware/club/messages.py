"""The topics and messages between a table and its club's hub, over MQTT.

A table offers versions of its results, and the hub asks for the missing ones. The table repeats the
offer until the hub has them all. So a result that was lost on the way, or at either end, arrives
later.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club.own_results import MOST
from referee.club.results import MOST_SEATS, Id, Mark, Name
from referee.values import Frozen

ROOT = "coyote-club"
HUB = f"{ROOT}/hub"  # retained; it is new at each start of the hub, and empty while it is off
AT_LEAST_ONCE = 1  # QoS
OFFER, RESULT, LIVE, HERE, RUN, FORGET = "offer", "result", "live", "here", "run", "forget"
WANT, SEATED, TWIN, FORGOT = "want", "seated", "twin", "forgot"
UP = (OFFER, RESULT, LIVE, HERE, RUN, FORGET)  # All topics to which a table writes,
DOWN = (WANT, SEATED, TWIN, FORGOT)  # and all that it reads.

MOST_OTHERS = 300  # Names of other players in a message. A larger event sends none.

TableId = Annotated[str, Meta(pattern="^t[0-9a-f]{12}$")]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Port = Annotated[int, Meta(ge=1, le=65535)]


def up(table: str, what: str) -> str:
    """Return the topic of a message from the table."""
    return f"{ROOT}/{table}/up/{what}"


def down(table: str, what: str) -> str:
    """Return the topic of a message to the table."""
    return f"{ROOT}/{table}/down/{what}"


class Version(Frozen, array_like=True):
    """The version of one result."""

    match: Id
    seq: int
    stated: int


class Offered(Frozen):
    """The newest version of each result that a table has."""

    has: Annotated[tuple[Version, ...], Meta(max_length=MOST)]


class Wanted(Frozen):
    """The offered results that the hub does not have yet."""

    want: tuple[Id, ...]


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


class Membership(msgspec.Struct, frozen=True, kw_only=True):
    """What a table receives when it joins: the hub's address and the table's own key.

    The hub's broker must show `certificate` (PEM) and no other.
    """

    hub: str
    club: str
    table: TableId
    name: str
    key: Key
    broker: str
    port: Port
    certificate: str
