"""The sections of a page, each told again only if what it rests on has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar, get_type_hints

import msgspec

from webui.page.actions import ActionsSection
from webui.page.border import Shape, Words
from webui.page.leaves import form, tell
from webui.page.log import LogSection
from webui.page.match import MatchSection
from webui.page.phone import PhoneSection
from webui.page.scene import SceneSection
from webui.page.seats import SeatsSection
from webui.page.tabletop.table import TableSection

P = ParamSpec("P")
S = TypeVar("S", bound=Shape)


@dataclass(frozen=True)
class Page:
    """All sections of a viewer's page, and the `words` in which they are told."""

    words: Words
    match: MatchSection
    seats: SeatsSection
    table: TableSection
    actions: ActionsSection
    log: LogSection
    phone: PhoneSection
    scene: SceneSection


def _page_fields() -> Iterator[tuple[str, Any]]:
    sections = (kind for kind in get_type_hints(Page).values() if issubclass(kind, Shape))
    for section in sections:
        for one in msgspec.structs.fields(form(section)):
            yield one.name, one.type


# All that a page shows, as its script receives it: the fields of all sections side by side.
# A section with a type that may not leave raises `TypeError` here, so no table starts with it.
PageState = msgspec.defstruct("PageState", list(_page_fields()), rename="camel", frozen=True)


class Language(Shape):
    tag: str
    name: str


class Served(Shape):
    """The data inside a page's HTML, besides its first `state`: its words by key, and more.

    * `code`: the host's code, for hosts.
    * `address`, `name`: the phones' address by number and by name; or `unreached`: why not.
    * `theme`: light, dark or system; `clock` is in milliseconds.
    """

    words: dict[str, str]
    host: bool
    code: str | None
    address: str
    others: tuple[str, ...]
    unreached: str
    name: str
    virtual: bool
    workshop: bool
    languages: tuple[Language, ...]
    theme: str
    clock: int


class SectionCache:
    """The sections of one viewer's page, and their JSON (`told`) by the name of their type."""

    def __init__(self) -> None:
        self.told: dict[str, bytes] = {}
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
            self.told[kind.__name__] = msgspec.json.encode(tell(section, words))[1:-1]
            self._rests_on[kind] = section, words
        return section
