"""A viewer, the state of the table for them now, and the sections made from it so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from referee.contract import View
from referee.match.running import Snapshot
from referee.reports.status import Status
from referee.reports.tabletop import Tabletop
from webui.page.border import Shape, Words
from webui.page.leaves import tell
from webui.serving.events import EncodedState

P = ParamSpec("P")
S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class Viewer:
    """The viewer of a state: a seat (None: a stranger), perhaps a host, and a language.

    * `seats`: all seats of the phone; a shared phone has no `seat` until a player opens one.
    * `requested_seat`: the seat that the phone requests.
    * `waits`: the place at which the phone's player waits for the next match.
    * `is_host_phone`: whether the viewer is a phone that is also a host.
    * `big_screen`: whether the viewer is the screen that everyone sees.
    * `noted`: the hash of the phone's token if the phone has notices, or else empty.
    """

    locale: str
    seat: int | None = None
    host: bool = False
    scene: bool = False
    requested_seat: int | None = None
    waits: int | None = None
    is_host_phone: bool = False
    seats: tuple[int, ...] = ()
    big_screen: bool = False
    noted: str = ""

    @property
    def shared(self) -> tuple[int, ...]:
        """The seats of a shared phone if no seat is open, otherwise nothing."""
        return self.seats if self.seat is None else ()

    @property
    def decides(self) -> bool:
        """Whether the viewer is a host."""
        return self.host or self.is_host_phone

    @property
    def corrects(self) -> bool:
        """Whether the viewer may correct cards, perhaps with somebody's approval."""
        return self.decides or self.seat is not None

    @property
    def at_table(self) -> bool:
        """Whether the viewer is a phone at a seat, or a host."""
        return bool(self.seats) or self.decides


@dataclass(frozen=True)
class DealDue:
    """The pending deal in words; empty if there is none. The match may wait until it is `seen`.

    `seen` is None if the table cannot see the deal.
    """

    text: str = ""
    seen: bool | None = None

    @property
    def waits(self) -> bool:
        """Whether the match waits for the deal."""
        return self.seen is False


@dataclass(frozen=True)
class Moment:
    """The table at this moment, as one viewer may see it.

    * `public`: the view that the focus shows. The big screen keeps a count until the next move,
      when the others already see the next deal.
    * `bots`: the bots whose hands nobody may see; `tabletop`: the virtual table, if there is one.
    * `untried`: whether nobody has ever played on this table.
    """

    viewer: Viewer
    words: Words
    snapshot: Snapshot | None
    status: Status
    view: View | None
    public: View | None
    deal: DealDue
    bots: frozenset[int]
    tabletop: Tabletop | None
    untried: bool


class SectionCache:
    """The sections of one viewer's page, and their JSON (`encoded`) by the name of their type.

    `state` is made of the sections, and is that of a `version` of the table.
    """

    def __init__(self) -> None:
        self.version = 0
        self.state = EncodedState({})
        self.encoded: dict[str, bytes] = {}
        self._rests_on: dict[Any, Any] = {}
        self._sections: dict[Any, Any] = {}

    def make(
        self,
        maker: Callable[Concatenate[Words, P], S],
        words: Words,
        *args: P.args,
        **more: P.kwargs,
    ) -> S:
        """Return the section that `maker` makes, or the last one if the arguments are the same.

        A maker sees nothing else, so a section that is not made again cannot be out of date.
        """
        given = words, args, more
        if self._rests_on.get(maker) != given:
            self._sections[maker] = self.keep(maker(words, *args, **more), words)
            self._rests_on[maker] = given
        section: S = self._sections[maker]
        return section

    def keep(self, section: S, words: Words) -> S:
        """Return a section, and tell it again if it or the words are not those of last time."""
        kind = type(section)
        if self._rests_on.get(kind) != (section, words):
            self.encoded[kind.__name__] = msgspec.json.encode(tell(section, words))[1:-1]
            self._rests_on[kind] = section, words
        return section
