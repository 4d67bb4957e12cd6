"""The data inside a page's HTML, which its script reads first."""

from __future__ import annotations

from webui.page.fields import Shape
from webui.page.schema import PageState


class Language(Shape):
    tag: str
    name: str


class Served(Shape):
    """The data inside a page's HTML: its words by key, and its first state.

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
    state: PageState
