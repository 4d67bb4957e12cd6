"""A game's data files: introduction, options, rules, teach-in, example, banners and player aid."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from referee.contract import Frozen
from referee.disk.textfiles import read_toml


class RuleEntry(Frozen, forbid_unknown_fields=True):
    """A rule on the rules page: its id, the name of its action, its cards and its editions."""

    id: str
    name: str = ""
    cards: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


class RulePart(Frozen, forbid_unknown_fields=True):
    """Rules under a common title. `title` is a message key."""

    title: str
    rules: tuple[RuleEntry, ...]
    editions: tuple[str, ...] = ()


class Rules(Frozen, forbid_unknown_fields=True):
    """``rules.toml``: the rules page. Its parts come in the order in which players ask."""

    sections: tuple[RulePart, ...] = ()


class ExampleStep(Frozen, forbid_unknown_fields=True):
    """A step of the example turn: the seat that acts, the `cards` then seen, and the moves."""

    text: str
    seat: int
    cards: tuple[str, ...] = ()
    moves: tuple[dict[str, Any], ...] = ()


class Example(Frozen, forbid_unknown_fields=True):
    """``example.toml``: the example turn, its number of players, and the moves `before` it."""

    players: int = 0
    before: tuple[dict[str, Any], ...] = ()
    steps: tuple[ExampleStep, ...] = ()


class LessonStep(Frozen, forbid_unknown_fields=True):
    """A text of the teach-in. It is shown in certain `phases` of the game's view.

    The text appears once a move `after` was made, or at once if `after` is empty. The step of the
    `deal` appears before the first move, until the cards are dealt. The `last` step ends the
    teach-in.
    """

    text: str
    phases: tuple[str, ...]
    after: str = ""
    deal: bool = False
    last: bool = False


class Lesson(Frozen, forbid_unknown_fields=True):
    """``lesson.toml``: the steps of a teach-in, and the options of its match."""

    steps: tuple[LessonStep, ...] = ()
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class AidLine(Frozen, forbid_unknown_fields=True):
    """A line of a player aid. It has the key of its text, and the key of the `name` before it.

    The line is left out in editions that are not among its `editions`, and in decks without its
    `card`.
    """

    text: str
    name: str = ""
    card: str = ""
    editions: tuple[str, ...] = ()


class AidPart(Frozen, forbid_unknown_fields=True):
    """Lines under a common title. `title` is a message key."""

    title: str
    lines: tuple[AidLine, ...]


class Aid(Frozen, forbid_unknown_fields=True):
    """``aid.toml``: the player aid. Other pages use the same texts."""

    sections: tuple[AidPart, ...] = ()


TokenShape = Literal["cards", "hand", "money", "horseshoe", "shield", "sword"]


class About(Frozen, forbid_unknown_fields=True):
    """``about.toml``: the introduction for newcomers.

    The sentence about the game is in the catalogue, as ``about.<name>``, and the number of players
    in `Game.seats`. `minutes` has the shortest and the longest time of a match. `picture` is the
    name of an SVG file in the game's folder, and empty if there is none. `pictures` has other
    pictures for some values of an option, by the option's name.
    `tokens` has the shapes of the counters that pages do not draw as coins or dots, by their kind.
    """

    minutes: tuple[int, int] | None = None
    picture: str = ""
    pictures: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    tokens: dict[str, TokenShape] = msgspec.field(default_factory=dict)

    def files(self) -> tuple[str, ...]:
        """Return the file names of all pictures."""
        shown = [file for values in self.pictures.values() for file in values.values()]
        return tuple(file for file in (self.picture, *shown) if file)


Occasion = Literal["calls", "caught", "doubted", "dares"]  # On these, a bot says a word.


class BannerSpec(Frozen, forbid_unknown_fields=True):
    """A banner: what every screen shows in large type after one of these `rulings` (message keys).

    - `who` does it to `whom`; these and `cards` are names of parameters of the ruling. The cards
      are turned over. A `reveal` without `cards` turns over the cards of the ruling's own
      arithmetic.
    - The large `words`, the `line` below them, and the text `under` the opponent are message keys,
      with the ruling's parameters. If the move has a ruling of `below`, its text follows the line.
    - On the occasion `says`, a bot at the seat of the parameter `speaker` says a word.
    - An `end` shows the winners. Its key may be that of the outcome.
    """

    rulings: tuple[str, ...]
    kind: Literal["call", "clash", "reveal", "success", "failure", "out", "end"]
    words: str
    who: str = ""
    whom: str = ""
    under: str = ""
    line: str = ""
    below: tuple[str, ...] = ()
    cards: str = ""
    says: Occasion | None = None
    speaker: str = ""


class Banners(Frozen, forbid_unknown_fields=True):
    """``banners.toml``: the rulings with a banner, and the `pauses` after which bots also wait."""

    banners: tuple[BannerSpec, ...] = ()
    pauses: tuple[str, ...] = ()

    def for_ruling(self, ruling: str) -> BannerSpec | None:
        """Return the banner of the ruling with this key, or None."""
        return next((banner for banner in self.banners if ruling in banner.rulings), None)

    def takes_time(self, ruling: str) -> bool:
        """Whether people need time to follow the ruling with this key."""
        return ruling in self.pauses or self.for_ruling(ruling) is not None


class Data(Frozen):
    """All data files of a game. A missing file counts as empty; the table's own games have all."""

    about: About
    defaults: Mapping[str, Any]
    rules: Rules
    lesson: Lesson
    example: Example
    banners: Banners
    aid: Aid

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions of the game. A game with only one edition has none here."""
        return tuple(self.defaults.get("editions", {}))

    def complete(
        self, plain: Mapping[str, Any], carried_over: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return complete options: given values, else carried-over ones, else ``options.toml``.

        In that file, the values of an edition have priority over the general ones. Options that it
        lists as `withdrawn` are left out.
        """
        defaults = dict(self.defaults)
        left_out = defaults.pop("withdrawn", ())
        given = plain.items()
        values = {
            name: value for name, value in given if value is not None and name not in left_out
        }
        if not values.get("deck", True):
            del values["deck"]  # an empty deck counts as a missing one
        editions = defaults.pop("editions", {})
        edition = values.get("edition", defaults.get("edition"))
        own = editions.get(edition, {}) if isinstance(edition, str) else {}
        return {**defaults, **own, **(carried_over or {}), **values}


FILES = ("about", "aid", "banners", "example", "lesson", "options", "rules")  # each `.toml`


def read_data(folder: Path) -> Data:
    """Return the data files in a game's folder. Raise `ValueError` or `OSError`."""
    return Data(
        read_about(folder),
        _read(folder / "options.toml"),
        msgspec.convert(_read(folder / "rules.toml"), Rules),
        msgspec.convert(_read(folder / "lesson.toml"), Lesson),
        msgspec.convert(_read(folder / "example.toml"), Example),
        msgspec.convert(_read(folder / "banners.toml"), Banners),
        msgspec.convert(_read(folder / "aid.toml"), Aid),
    )


def check_complete(folder: Path) -> None:
    """Raise `FileNotFoundError` if a game's folder lacks one of the data files."""
    for name in FILES:
        if not (folder / f"{name}.toml").is_file():
            raise FileNotFoundError(f"there is no {folder.name}/{name}.toml")


def read_about(folder: Path) -> About:
    """Return the introduction in a game's folder. Raise `ValueError` or `OSError`."""
    about = msgspec.convert(_read(folder / "about.toml"), About)
    for file in about.files():
        if not (folder / file).is_file():
            raise FileNotFoundError(f"about.toml names {file}, which is not there")
    return about


def read_rules(folder: Path) -> Rules:
    """Return the rules page in a folder, which must have one. Raise `ValueError` or `OSError`."""
    return msgspec.convert(read_toml(folder / "rules.toml"), Rules)


def _read(path: Path) -> dict[str, Any]:
    return read_toml(path) if path.exists() else {}
