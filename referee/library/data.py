"""What stands beside a game's code as data: what it is, its defaults, rules, teach-in, moments."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from referee.contract import Frozen


class RuleEntry(Frozen, forbid_unknown_fields=True):
    """A rule on the page: its id, the name of its action, its cards, the editions that have it."""

    id: str
    name: str = ""
    cards: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


class RulePart(Frozen, forbid_unknown_fields=True):
    """Rules that belong together, under the key of a title."""

    title: str
    rules: tuple[RuleEntry, ...]
    editions: tuple[str, ...] = ()


class Rules(Frozen, forbid_unknown_fields=True):
    """``rules.toml``: the page of rules, in the order in which a table asks."""

    sections: tuple[RulePart, ...] = ()


class Scene(Frozen, forbid_unknown_fields=True):
    """What `seat` and others do in the example of a turn, the `cards` seen then, and the moves."""

    text: str
    seat: int
    cards: tuple[str, ...] = ()
    moves: tuple[dict[str, Any], ...] = ()


class Example(Frozen, forbid_unknown_fields=True):
    """``example.toml``: a turn to be told, of so many players, after the moves `before`."""

    players: int = 0
    before: tuple[dict[str, Any], ...] = ()
    steps: tuple[Scene, ...] = ()


class Step(Frozen, forbid_unknown_fields=True):
    """What is said in `phases` of the game's view, once a move `after` was made (empty: at once).

    The step of the `deal` is said before the first move, until the cards are dealt. The `last`
    one says that this was it.
    """

    text: str
    phases: tuple[str, ...]
    after: str = ""
    deal: bool = False
    last: bool = False


class Lesson(Frozen, forbid_unknown_fields=True):
    """``lesson.toml``: the steps of a teach-in, and the options that its match is played with."""

    steps: tuple[Step, ...] = ()
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class AidLine(Frozen, forbid_unknown_fields=True):
    """A line of an aid: words by their key, after a `name` by its own.

    Left out in editions that are not among its `editions`, or whose deck lacks its `card`.
    """

    text: str
    name: str = ""
    card: str = ""
    editions: tuple[str, ...] = ()


class AidPart(Frozen, forbid_unknown_fields=True):
    """Lines that belong together, under the words of a key."""

    title: str
    lines: tuple[AidLine, ...]


class Aid(Frozen, forbid_unknown_fields=True):
    """``aid.toml``: what a player has on a card of their own, all in words that are said anyway."""

    sections: tuple[AidPart, ...] = ()


class About(Frozen, forbid_unknown_fields=True):
    """``about.toml``: the game for who does not know it. How many play is `Game.seats`.

    `minutes` are those of a match, from and to. `picture` is an SVG, and `pictures` has one for
    values of options, by the option's name: files in the game's folder, empty where there is none.
    """

    minutes: tuple[int, int] | None = None
    picture: str = ""
    pictures: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)

    def files(self) -> tuple[str, ...]:
        """Return all pictures, as they are named here."""
        shown = [file for values in self.pictures.values() for file in values.values()]
        return tuple(file for file in (self.picture, *shown) if file)


class BannerSpec(Frozen, forbid_unknown_fields=True):
    """What every screen shows large when one of these `rulings` is made, by their keys.

    `who` does it to `whom`, by the names of the ruling's parameters; `cards` names those that are
    turned over. A `reveal` without any turns over the cards of the ruling's own arithmetic. The
    large `words`, the `line` below them and what stands `under` whom are keys of the catalogue,
    said with the ruling's parameters. The `end` is the winners', whose key may be that of the
    outcome.
    """

    rulings: tuple[str, ...]
    kind: Literal["call", "clash", "reveal", "success", "failure", "out", "end"]
    words: str
    who: str = ""
    whom: str = ""
    under: str = ""
    line: str = ""
    cards: str = ""


class Banners(Frozen, forbid_unknown_fields=True):
    """``banners.toml``: the rulings that are more than a line of the log."""

    banners: tuple[BannerSpec, ...] = ()

    def of(self, ruling: str) -> BannerSpec | None:
        """Return the moment of a ruling by its key, or None where it is none."""
        return next((one for one in self.banners if ruling in one.rulings), None)


class Data(Frozen):
    """All of it; what a game has no file of is empty."""

    about: About
    defaults: Mapping[str, Any]
    rules: Rules
    lesson: Lesson
    example: Example
    banners: Banners
    aid: Aid

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions of the game; none where it is played in one way only."""
        return tuple(self.defaults.get("editions", {}))

    def complete(
        self, plain: Mapping[str, Any], carried_over: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return options with what is not said of them, as ``options.toml`` has it.

        First comes what stands there for the edition, then what stands there for all; and before
        both `carried_over`, what the match takes over from the one before it.
        """
        said = {name: value for name, value in plain.items() if value is not None}
        if not said.get("deck", True):
            del said["deck"]  # an empty deck is none given
        defaults = dict(self.defaults)
        editions = defaults.pop("editions", {})
        edition = said.get("edition", defaults.get("edition"))
        own = editions.get(edition, {}) if isinstance(edition, str) else {}
        return {**defaults, **own, **(carried_over or {}), **said}


def read_data(folder: Path) -> Data:
    """Return what a game's folder holds; raises `ValueError` or `OSError`."""
    return Data(
        read_about(folder),
        _read(folder / "options.toml"),
        read_rules(folder),
        msgspec.convert(_read(folder / "lesson.toml"), Lesson),
        msgspec.convert(_read(folder / "example.toml"), Example),
        msgspec.convert(_read(folder / "banners.toml"), Banners),
        msgspec.convert(_read(folder / "aid.toml"), Aid),
    )


def read_about(folder: Path) -> About:
    """Return what a game is, as its folder says; raises `ValueError` or `OSError`."""
    about = msgspec.convert(_read(folder / "about.toml"), About)
    for file in about.files():
        if not (folder / file).is_file():
            raise FileNotFoundError(f"about.toml names {file}, which is not there")
    return about


def read_rules(folder: Path) -> Rules:
    """Return the page of rules that a folder holds; raises `ValueError` or `OSError`."""
    return msgspec.convert(_read(folder / "rules.toml"), Rules)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
