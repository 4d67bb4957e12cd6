"""The description of the API (OpenAPI 3.1), built from the types of requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from webui.page.state import PageState

TAG, SEEN, AS = "do", "seen", "as"
REF = "#/components/schemas/{name}"


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
    kinds = [PageState, Done, Refusal, *dict.fromkeys(kind for kind, _ in posted.values())]
    _, forms = msgspec.json.schema_components(kinds, ref_template=REF)
    for kind, _ in posted.values():
        _describe_as_sent(forms[kind.__name__], kind in played)
    paths: dict[str, Any] = {"/api/state": {"get": _state_operation()}}
    for path, (kind, example) in posted.items():
        paths[f"/api{path}"] = {"post": _post_operation(kind, example)}
    whole = {
        "openapi": "3.1.0",
        "info": {"title": "Coyote Table", "version": "1", "description": SAYS},
        "paths": paths,
        "components": {"schemas": forms, "securitySchemes": SECURITY},
        "security": [{"seat": []}, {"host": []}, {}],
    }
    return msgspec.json.encode(whole)


SAYS = (
    "Everything that pages can do in a match. A phone is known by its cookies; a program on the"
    " table's machine is a host. Every request needs the Origin of the table's pages. The first"
    " event of /stream is a whole state; each later one has only the fields that may have changed."
)
SECURITY = {name: {"type": "apiKey", "in": "cookie", "name": name} for name in ("seat", "host")}


def _describe_as_sent(form: dict[str, Any], is_played: bool) -> None:
    """Describe a command as clients send it: without its tag; moves require `seen`."""
    form["properties"].pop(TAG)
    needed = [name for name in form.pop("required", ()) if name != TAG]
    needed += [SEEN] if SEEN in form["properties"] else []
    if needed:
        form["required"] = needed
    if is_played:
        form["properties"][AS] = {"enum": ["seat", "host"], "default": "seat"}


def _post_operation(kind: type, example: dict[str, Any]) -> dict[str, Any]:
    sent = {"schema": _ref(kind), "example": example}
    return {
        "operationId": kind.__name__,
        "summary": (kind.__doc__ or "").partition("\n")[0],
        "requestBody": {"required": True, "content": {"application/json": sent}},
        "responses": {
            "200": _response("The command was carried out, or waits for approval.", Done),
            "400": _response("The request does not fit the schema.", Refusal),
            "403": _response("The sender is not allowed to do this.", Refusal),
            "409": _response("A rule forbids it, or the match has moved on.", Refusal),
        },
    }


def _state_operation() -> dict[str, Any]:
    view = {"enum": ["phone", "table"], "default": "phone"}
    return {
        "operationId": "State",
        "summary": "Everything that the sender's page shows.",
        "parameters": [{"name": "view", "in": "query", "schema": view}],
        "responses": {
            "200": _response("The newest state.", PageState),
            "304": {"description": "Unchanged since the state in If-None-Match."},
        },
    }


def _response(says: str, kind: type) -> dict[str, Any]:
    return {"description": says, "content": {"application/json": {"schema": _ref(kind)}}}


def _ref(kind: type) -> dict[str, str]:
    return {"$ref": REF.format(name=kind.__name__)}
