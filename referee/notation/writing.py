"""Writes values in the notation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
from msgspec import Struct

from referee.contract import Cell, Message
from referee.notation.places import CELL, FIXED, NUMBER, WORD, ZONE, Place, fields_of, place_of
from referee.table import Zone


def line(value: Struct, complete: bool = False) -> str:
    """Return the tag and the fields of a record."""
    config, named = value.__struct_config__, False
    parts = [str(config.tag)] if config.tag else []
    for name, field in fields_of(type(value)).items():
        given = getattr(value, name)
        named = named or not field.required
        if complete or given != field.default:
            text = written(given, field.place)
            parts.append(f"{name}={text}" if named else text)
    return " ".join(parts)


def written(value: Any, place: Place) -> str:
    """Return a value as it is written in its place."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return written(value.value, place)
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value, place)
        case Struct():
            short = "" if str in place.simple else _short_form(value)
            return short or f"({line(value)})"
        case Mapping():
            key, item = map(place_of, place.pairs or (Any, Any))
            pairs = (f"{written(entry, key)}={written(value[entry], item)}" for entry in value)
            return "{" + " ".join(pairs) + "}"
        case tuple() | list() | set() | frozenset():
            return "[" + " ".join(map(written, value, place.item_places())) + "]"
    return written(msgspec.to_builtins(value), place)  # Such as a date, which is a text there.


def _quoted(text: str, place: Place) -> str:
    """Return a word, in quotation marks if it would otherwise be read as something else."""
    number = place.simple & {int, float} and re.fullmatch(NUMBER, text)
    if _is_bare(text) and not number:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _is_bare(text: str) -> bool:
    return text not in FIXED and text.isprintable() and re.fullmatch(WORD, text) is not None


def _short_form(value: Struct) -> str:
    """Return a record in its short form, or "" if it has none."""
    match value:
        case Message(key=key, params=params):
            place = fields_of(Message)["params"].place
            return (key + written(params, place) if params else key) * _is_bare(key)
        case Zone():
            text = str(value)
            same = re.fullmatch(ZONE, text) and Zone.parse(text) == value
            return text if same and _is_bare(text) else ""
        case Cell(card=card, row=row, column=column):
            text = f"{card}@{row},{column}"
            return text if re.fullmatch(CELL, text) and _is_bare(text) else ""
    return ""
