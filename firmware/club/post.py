"""What goes between a table and its club's hub, over a broker (MQTT): the topics and the forms.

A table offers the versions of its results; the hub says which it wants, and is sent those. It is
asked again until it wants none: whatever was lost on the way, or by either of them, comes again.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club.own import MOST
from referee.club.results import MOST_SEATS, Id, Name
from referee.values import Frozen

ROOT = "coyote-club"
HUB = f"{ROOT}/hub"  # retained: a number of its own for each start of the hub, empty once it ended
AT_LEAST_ONCE = 1  # QoS
OFFER, RESULT, LIVE, HERE = "offer", "result", "live", "here"
WANT, SEATED = "want", "seated"

TableId = Annotated[str, Meta(pattern="^t[0-9a-f]{12}$")]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Port = Annotated[int, Meta(ge=1, le=65535)]


def up(table: str, what: str) -> str:
    """Return the topic of what a table says."""
    return f"{ROOT}/{table}/up/{what}"


def down(table: str, what: str) -> str:
    """Return the topic of what a table is told."""
    return f"{ROOT}/{table}/down/{what}"


class Version(Frozen, array_like=True):
    """Which version of a result there is."""

    match: Id
    seq: int
    stated: int


class Offered(Frozen):
    """The newest versions that a table has."""

    has: Annotated[tuple[Version, ...], Meta(max_length=MOST)]


class Wanted(Frozen):
    """Which of the offered results the hub has not."""

    want: tuple[Id, ...]


class Seated(Frozen, omit_defaults=False):
    """Who is to play what at a table: a round that the hub has drawn; `players` are by seat."""

    event: Annotated[str, Meta(max_length=100)]
    round: int
    number: int
    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)]


class Membership(msgspec.Struct, frozen=True, kw_only=True):
    """What a table got when it joined: where its hub is, and the key that is its own.

    `certificate` (PEM) is the only one that the hub's broker may show.
    """

    hub: str
    club: str
    table: TableId
    name: str
    key: Key
    broker: str
    port: Port
    certificate: str
