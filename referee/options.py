"""The questions that a form can ask about a game's options. The types of `Options` define them.

A field has the type `Seat`, `Annotated[int, whole(0, 60, unit="s")]`, `bool`, a `Literal` of
words, `Annotated[Some, some("tokens", "token", "effect")]`, or
`Annotated[tuple[Clan, ...], each_seat("clan")]`. A form cannot ask for other types, such as a deck.
Nothing is validated here: the game does that in its own words.
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

    If there are `usual` values, a form offers only these, each with its own text.
    """

    name: str
    least: int = 0
    most: int = MOST
    step: int = 1
    unit: str = ""
    usual: tuple[int, ...] = ()


class AsksChoice(Frozen, tag_field="kind", tag="choice"):
    """A question for one of several words. It has an effect only if the option `needs` is on."""

    name: str
    values: tuple[str, ...]
    needs: str = ""


class AsksSome(Frozen, tag_field="kind", tag="some"):
    """A question which of several things are in use: all, none or some of them.

    The option `of` has their names, each with a number; its default depends on the edition. The
    message key of a name is ``<game>.<words>.<name>``, that of its effect
    ``<game>.<effects>.<name>``.
    """

    name: str
    of: str
    words: str
    effects: str


class AsksEach(Frozen, tag_field="kind", tag="each"):
    """A question for one of several words for each seat. No two seats may have the same.

    The answer is a list in the order of seats. It may have more words than there are seats. The
    message key of a word is ``<game>.<words>.<word>``.
    """

    name: str
    values: tuple[str, ...]
    words: str


Asks = AsksSeat | AsksYes | AsksWhole | AsksChoice | AsksSome | AsksEach

Some = bool | tuple[str, ...]  # True stands for all, False for none.
Seat = Annotated[int, Meta(extra={"kind": "seat"})]


def whole(
    least: int, most: int, step: int = 1, unit: str = "", usual: tuple[int, ...] = ()
) -> Meta:
    """Return the annotation for a whole number: its range, step, unit and usual values."""
    return Meta(extra={"least": least, "most": most, "step": step, "unit": unit, "usual": usual})


def needing(option: str) -> Meta:
    """Return the annotation for a `Literal` that has an effect only if another option is on."""
    return Meta(extra={"kind": "choice", "needs": option})


def some(of: str, words: str, effects: str) -> Meta:
    """Return the annotation for a selection of the things that option `of` names."""
    return Meta(extra={"kind": "some", "of": of, "words": words, "effects": effects})


def each_seat(words: str) -> Meta:
    """Return the annotation for a tuple of a `Literal`: a different word for each seat."""
    return Meta(extra={"kind": "each", "words": words})


def option_questions(game: Game[Any, Any, Any], editions: tuple[str, ...]) -> tuple[Asks, ...]:
    """Return the questions that a form can ask about a game's options.

    The answer about the edition is one of `editions`.
    """
    result = (
        _asks(field.name, field.type, editions) for field in structs.fields(game.rules.options)
    )
    return tuple(asks for asks in result if asks is not None)


def _asks(name: str, kind: Any, editions: tuple[str, ...]) -> Asks | None:
    if name == EDITION and editions:
        return AsksChoice(name, editions)
    if kind is bool:
        return AsksYes(name)
    if get_origin(kind) is Literal:
        return AsksChoice(name, get_args(kind))
    described = inspect.type_info(kind)
    if isinstance(described, inspect.Metadata):
        extra = dict(described.extra or {})
        match extra.pop("kind", "number"):
            case "seat":
                return AsksSeat(name)
            case "choice":
                return AsksChoice(name, get_args(get_args(kind)[0]), **extra)
            case "some":
                return AsksSome(name, **extra)
            case "each":
                return AsksEach(name, _item_values(kind), **extra)
        return AsksWhole(name, **extra)
    return AsksWhole(name) if isinstance(described, inspect.IntType) else None


def _item_values(kind: Any) -> tuple[str, ...]:
    """Return the words of an annotated tuple of a `Literal`, in their order."""
    words, *_ = get_args(get_args(kind)[0])
    return get_args(words)
