"""Converts plain data to options or moves. A refusal names the wrong field in simple terms."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from referee.contract import Message

T = TypeVar("T")

FORM = "form"  # Rule to cite for malformed moves and options.
GIVEN_LENGTH = 60
LARGEST = 2**53 - 1  # Above this, a float cannot hold every whole number.
_NO_FORM = (msgspec.MsgspecError, OverflowError, UnicodeError)


class Refused(Exception):
    """Malformed data. `message` explains the fault."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message.key)


def options(plain: Mapping[str, Any], kind: type[T]) -> T:
    """Return options of the type `kind`. Raise `Refused` if the data is malformed."""
    try:
        return msgspec.convert(plain, kind)
    except _NO_FORM:
        raise Refused(
            _fault(plain, kind, lambda name: f"option.{name}") or Message("desk.bad_options")
        ) from None


def move(plain: Any, kinds: Mapping[str, type]) -> Any:
    """Return the move in plain data; `kinds` are the types of moves by tag. Raise `Refused`.

    Values that JSON cannot hold (NaN, half a character) are refused, because the journal could not
    store the move. A float may stand for a whole number: 6.0 is 6.
    """
    if not isinstance(plain, Mapping):
        raise Refused(Message("desk.bad_move"))
    tag = plain.get("move")
    kind = kinds.get(tag) if isinstance(tag, str) else None
    if kind is None:
        raise Refused(Message("desk.move_unknown", {"given": shown(tag), "names": tuple(kinds)}))
    try:
        # Do not convert to the union: msgspec would analyse its types at every call.
        made: Any = msgspec.convert(_whole(plain), kind)
        if _survives_json(made, kind):
            return made
    except _NO_FORM:
        pass
    fields = {name: plain[name] for name in plain if name != "move"}
    raise Refused(_fault(fields, kind, lambda name: f"field.{name}") or Message("desk.bad_move"))


def _whole(plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data with all whole floats as integers.

    A float stays as it is if it exceeds the largest number that every JSON reader keeps exact.
    """
    if not any(isinstance(value, float) for value in plain.values()):
        return plain
    return {
        name: int(value)
        if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST
        else value
        for name, value in plain.items()
    }


def _fault(plain: Mapping[str, Any], kind: Any, key_of: Callable[[str], str]) -> Message | None:
    """Return a message about the first field with a fault, or None.

    `key_of` returns the message key of a field's name.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in plain:
        if name not in fields:
            return Message("desk.field_unknown", {"given": shown(name), "names": tuple(fields)})
    for name, field in fields.items():
        word = key_of(name)
        if name not in plain:
            if field.required:
                return Message("desk.field_missing", {"word": word})
        elif not _fits(plain[name], field.type):
            given, type_ = shown(plain[name]), _bare(field.type)
            if isinstance(type_, inspect.VarTupleType) and isinstance(plain[name], list | tuple):
                given, type_ = _first_wrong(plain[name], type_.item_type) or (given, type_)
            if isinstance(type_, inspect.LiteralType):
                values = tuple(str(value) for value in type_.values)
                return Message(
                    "desk.field_choice", {"word": word, "given": given, "values": values}
                )
            expected = f"expected.{_expected(type_, plain[name])}"
            return Message(
                "desk.field_wrong", {"word": word, "given": given, "expected_word": expected}
            )
    return None


def _first_wrong(values: Sequence[Any], kind: inspect.Type) -> tuple[str, inspect.Type] | None:
    """Return the first value that is not a word of a type, as text with the type, or None."""
    if not isinstance(kind, inspect.LiteralType):
        return None
    wrong = (entry for entry in values if entry not in kind.values)
    return next(((shown(item), kind) for item in wrong), None)


def _bare(kind: Any) -> inspect.Type:
    described = inspect.type_info(kind)
    return described.type if isinstance(described, inspect.Metadata) else described


def _fits(value: Any, kind: Any) -> bool:
    try:
        return _survives_json(msgspec.convert(value, kind), kind)
    except _NO_FORM:
        return False


def _survives_json(value: Any, kind: Any) -> bool:
    """Whether a value stays the same in JSON. Raise the errors of `_NO_FORM`."""
    return bool(msgspec.json.decode(msgspec.json.encode(value), type=kind) == value)


def _expected(type_: inspect.Type, value: Any) -> str:
    """Return the last part of the message key that says what a field expects."""
    for item in type_.types if isinstance(type_, inspect.UnionType) else (type_,):
        match item:
            case inspect.IntType():
                return "smaller" if type(value) is int else "whole"
            case inspect.BoolType():
                return "yes_or_no"
            case inspect.StrType():
                return "name"
            case inspect.DictType():
                return "counts"
            case inspect.VarTupleType(inspect.StrType()):
                return "names"
    return "list"


def shown(value: Any) -> str:
    """Return a short and printable text for a given value."""
    try:
        text = value if isinstance(value, str) else reprlib.repr(value)
    except ValueError:  # Python refuses to convert a number with too many digits
        return "…"
    text = text if len(text) <= GIVEN_LENGTH else text[: GIVEN_LENGTH - 1] + "…"
    return text.encode("utf-8", "backslashreplace").decode()
