"""The description of the API (OpenAPI 3.1), built from the types of requests and answers."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from webui.page.state import PageState

# An example of each request, by path. A test sends all these examples to a real server.
EXAMPLES: dict[str, dict[str, Any]] = {
    "/match": {"game": "coyote", "seats": 3, "names": ["Ada", "Bo", "Cy"]},
    "/move": {"move": {"move": "announce", "player": 0, "number": 12}, "seen": 1, "as": "host"},
    "/undo": {"seen": 1, "as": "host"},
    "/redo": {"seen": 1, "as": "host"},
    "/back": {"to": 40, "seen": 52},
    "/deal_anew": {"seen": 40},
    "/misdeal": {"seat": 0, "wrong": "too_few", "seen": 40},
    "/answer": {"question": "seat:0", "item": "4f2a-7", "card": "10"},
    "/way": {"question": "seat:0", "way": "0"},
    "/again": {"seen": 40},
    "/lesson": {"seats": 3},
    "/pause": {},
    "/resume": {},
    "/stop": {"seat": None, "seen": 40},
    "/more_time": {},
    "/sound": {"voice": True},
    "/photo/away": {"photo": "4f2a"},
}
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


@cache
def openapi_json(posted: tuple[tuple[str, type], ...], played: tuple[type, ...]) -> bytes:
    """Return the description of the API as JSON.

    `posted` has the path and the type of each command. In the requests for the types in `played`,
    the client also says whether a seat or the host acts.
    """
    kinds = [PageState, Done, Refusal, *dict.fromkeys(kind for _, kind in posted)]
    _, forms = msgspec.json.schema_components(kinds, ref_template=REF)
    for _, kind in posted:
        _describe_as_sent(forms[kind.__name__], kind in played)
    paths: dict[str, Any] = {"/api/state": {"get": _state_operation()}}
    for path, kind in posted:
        paths[f"/api{path}"] = {"post": _post_operation(path, kind)}
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


def _post_operation(path: str, kind: type) -> dict[str, Any]:
    example = {"schema": _ref(kind), "example": EXAMPLES[path]}
    return {
        "operationId": kind.__name__,
        "summary": (kind.__doc__ or "").partition("\n")[0],
        "requestBody": {"required": True, "content": {"application/json": example}},
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
