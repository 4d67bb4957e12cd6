"""The questions that a form can ask about a game's options. The types of `Options` define them.

A field has the type `Seat`, `Annotated[int, whole(0, 60, unit="s")]`, `bool` or a `Literal` of
words. A form cannot ask for other types, such as a deck. Nothing is validated here: the game does
that in its own words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import Meta, inspect, structs

from referee.contract import Frozen, Game

EDITION = "edition"  # The name of the option for the edition.
MOST = 999


class AsksSeat(Frozen, tag_field="kind", tag="seat"):
    """A question for a seat."""

    name: str


class AsksYes(Frozen, tag_field="kind", tag="yes"):
    """A yes-or-no question."""

    name: str


class AsksWhole(Frozen, omit_defaults=False, tag_field="kind", tag="number"):
    """A question for a number from `least` to `most`, in steps. `unit` follows the number.

    If there are `usual` values, a form offers only these, each with a text of its own.
    """

    name: str
    least: int = 0
    most: int = MOST
    step: int = 1
    unit: str = ""
    usual: tuple[int, ...] = ()


class AsksChoice(Frozen, tag_field="kind", tag="choice"):
    """A question for one of several words."""

    name: str
    values: tuple[str, ...]


Asks = AsksSeat | AsksYes | AsksWhole | AsksChoice

Seat = Annotated[int, Meta(extra={"kind": "seat"})]


def whole(
    least: int, most: int, step: int = 1, unit: str = "", usual: tuple[int, ...] = ()
) -> Meta:
    """Return the annotation for a whole number: its range, step, unit and usual values."""
    return Meta(extra={"least": least, "most": most, "step": step, "unit": unit, "usual": usual})


def option_questions(game: Game[Any, Any, Any], editions: tuple[str, ...]) -> tuple[Asks, ...]:
    """Return the questions that a form can ask about a game's options.

    The answer about the edition is one of `editions`.
    """
    found = (_asks(field.name, field.type, editions) for field in structs.fields(game.options))
    return tuple(asks for asks in found if asks is not None)


def _asks(name: str, kind: Any, editions: tuple[str, ...]) -> Asks | None:
    if name == EDITION and editions:
        return AsksChoice(name, editions)
    if kind is bool:
        return AsksYes(name)
    if get_origin(kind) is Literal:
        return AsksChoice(name, get_args(kind))
    described = inspect.type_info(kind)
    if isinstance(described, inspect.Metadata):
        extra = described.extra or {}
        return AsksSeat(name) if extra.get("kind") == "seat" else AsksWhole(name, **extra)
    return AsksWhole(name) if isinstance(described, inspect.IntType) else None
