"""The description of the API (OpenAPI 3.1), built from the types of requests and answers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from webui.page.state import PageState

TAG, SEEN, AS = "do", "seen", "as"
REF, ANSWER = "#/components/schemas/{name}", "#/components/responses/"


class Done(msgspec.Struct):
    """The command was carried out, or it `waits` for approval. `seq` is the newest log entry."""

    done: bool
    seq: int | None = None
    waits: bool = False


class Refusal(msgspec.Struct):
    """A refusal: a sentence in the user's language, its message key, and the rule behind it."""

    error: str
    key: str
    rule: str | None = None
    page: str | None = None


def openapi_json(
    posted: Mapping[str, tuple[type, dict[str, Any]]], played: tuple[type, ...]
) -> bytes:
    """Return the description of the API as JSON.

    `posted` has the type of each command and an example, by path. In the requests for the types in
    `played`, the client also says whether a seat or the host acts.
    """
    whole = tomllib.loads(Path(__file__).with_name("openapi.toml").read_text(encoding="utf-8"))
    kinds = [PageState, Done, Refusal, *dict.fromkeys(kind for kind, _ in posted.values())]
    _, forms = msgspec.json.schema_components(kinds, ref_template=REF)
    whole["components"]["schemas"] = forms
    answers = {status: {"$ref": ANSWER + status} for status in whole["components"]["responses"]}
    for kind in {kind for kind, _ in posted.values()}:
        _describe_as_sent(forms[kind.__name__], kind in played)
    for path, (kind, example) in posted.items():
        sent = {"schema": {"$ref": REF.format(name=kind.__name__)}, "example": example}
        operation = {
            "operationId": kind.__name__,
            "summary": (kind.__doc__ or "").partition("\n")[0],
            "requestBody": {"required": True, "content": {"application/json": sent}},
            "responses": answers,
        }
        whole["paths"][f"/api{path}"] = {"post": operation}
    return msgspec.json.encode(whole)


def _describe_as_sent(form: dict[str, Any], is_played: bool) -> None:
    """Describe a command as clients send it: without its tag; moves require `seen`."""
    form["properties"].pop(TAG)
    needed = [name for name in form.pop("required", ()) if name != TAG]
    needed += [SEEN] if SEEN in form["properties"] else []
    if needed:
        form["required"] = needed
    if is_played:
        form["properties"][AS] = {"enum": ["seat", "host"], "default": "seat"}
