"""What kind of thing each option of a game is, told by its type: how a form asks for it.

A game's `Options` name the type of each field: `Seat`, `Annotated[int, whole(0, 60, unit="s")]`,
`bool`, a `Literal` of words, or what a form cannot ask for, such as a deck. None of it refuses
anything: that is the game's, in its own words.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import Meta, inspect, structs

from referee.contract import Frozen, Game

EDITION = "edition"  # the option that chooses among a game's editions
MOST = 999


class AsksSeat(Frozen, tag_field="kind", tag="seat"):
    """A seat is chosen."""

    name: str


class AsksYes(Frozen, tag_field="kind", tag="yes"):
    """Yes or no."""

    name: str


class AsksWhole(Frozen, omit_defaults=False, tag_field="kind", tag="number"):
    """A number from `least` to `most`, in steps; `unit` follows it where it is shown.

    Where some are `usual`, a form offers these alone, each in words.
    """

    name: str
    least: int = 0
    most: int = MOST
    step: int = 1
    unit: str = ""
    usual: tuple[int, ...] = ()


class AsksChoice(Frozen, tag_field="kind", tag="choice"):
    """One of some words."""

    name: str
    values: tuple[str, ...]


Asks = AsksSeat | AsksYes | AsksWhole | AsksChoice

Seat = Annotated[int, Meta(extra={"kind": "seat"})]


def whole(
    least: int, most: int, step: int = 1, unit: str = "", usual: tuple[int, ...] = ()
) -> Meta:
    """Return what a whole number is annotated with: its range, steps, unit and usual values."""
    return Meta(extra={"least": least, "most": most, "step": step, "unit": unit, "usual": usual})


def option_questions(game: Game[Any, Any, Any], editions: tuple[str, ...]) -> tuple[Asks, ...]:
    """Return what a form can ask for of a game's options; an edition is one of `editions`."""
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
