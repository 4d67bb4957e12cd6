"""The shape of all that pages are told, as TypeScript: what has left the table (`webui.page`).

``python -m tests.webui.typescript`` writes ``webui/state.d.ts`` again, as ``make types`` does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from msgspec import NODEFAULT, defstruct, inspect

import webui
from referee.reports.picture import CameraView
from webui.page.leaves import form
from webui.page.state import PageState, Served
from webui.page.tabletop.count import CountSheet

FILE = Path(webui.__file__).parent / "state.d.ts"
HEAD = "// Written from webui/page/ by `python -m tests.webui.typescript`: do not edit.\n"
VIRTUAL = "\ntype VirtualState = PageState & { scene: VirtualScene };\n"
SERVED = defstruct("Served", [("state", PageState)], bases=(Served,), rename="camel", kw_only=True)
GIVEN = (SERVED, *map(form, (CountSheet, CameraView)))


SIMPLE: dict[type[inspect.Type], str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "any",
}


def declarations() -> str:
    """Return the text of `FILE`: an interface for each shape that a page is given."""
    struct_types: dict[str, inspect.StructType] = {}
    for given in GIVEN:
        for shape in _shapes(inspect.type_info(given)):
            struct_types.setdefault(shape.cls.__name__, shape)
    shapes = (_interface(name, shape) for name, shape in sorted(struct_types.items()))
    return HEAD + VIRTUAL + "".join(shapes)


def _shapes(type_: inspect.Type) -> Iterator[inspect.StructType]:
    match type_:
        case inspect.StructType():
            yield type_
            for field in type_.fields:
                yield from _shapes(field.type)
        case inspect.UnionType(types) | inspect.TupleType(types):
            for part in types:
                yield from _shapes(part)
        case inspect.VarTupleType(item) | inspect.DictType(_, item):
            yield from _shapes(item)


def _interface(name: str, shape: inspect.StructType) -> str:
    about = " ".join((shape.cls.__doc__ or "").split("\n\n")[0].split())
    lines = [f"  {shape.tag_field}: {json.dumps(shape.tag)};"] if shape.tag_field else []
    for field in shape.fields:
        unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
        left_out = unset or shape.cls.__struct_config__.omit_defaults
        mark = "?" if left_out and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {_text(field.type)};")
    return "\n".join([f"\n/** {about} */", f"interface {name} {{", *lines, "}\n"])


def _text(type_: inspect.Type) -> str:
    match type_:
        case inspect.StructType():
            return type_.cls.__name__
        case inspect.UnionType(types):
            return " | ".join(_text(item) for item in types)
        case inspect.TupleType(types):
            return f"[{', '.join(_text(item) for item in types)}]"
        case inspect.VarTupleType(item):
            text = _text(item)
            return f"({text})[]" if "|" in text else f"{text}[]"
        case inspect.DictType(_, values):
            return f"Record<string, {_text(values)}>"
        case inspect.LiteralType(values):
            return " | ".join(map(json.dumps, values))
        case inspect.EnumType(cls):
            return " | ".join(json.dumps(enum.value) for enum in cls)
    return SIMPLE[type(type_)]


if __name__ == "__main__":
    FILE.write_text(declarations(), encoding="utf-8")
