"""Read what a request brings as a typed value, and answer with JSON or a file."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from flask import Response, request
from werkzeug.datastructures import MultiDict

from webui.access.guard import Refused

T = TypeVar("T")


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """Base class of request bodies in JSON that are not commands."""


class Nothing(Form):
    """An empty JSON body."""


class OneSeat(Form):
    """The seat that a request is about."""

    seat: int


def read_body(form: type[T]) -> T:
    """Return the JSON of this request as a `form`; raise `Refused` if it does not fit."""
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=form)
    except UnicodeDecodeError:
        raise Refused(400, "page.error.garbage", reason="not UTF-8") from None
    except msgspec.DecodeError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from None
    except RecursionError:
        raise Refused(400, "page.error.garbage", reason="too deeply nested") from None


def read_fields(form: type[T], fields: MultiDict[str, str]) -> T:
    """Return the fields of an address or of an HTML form as a `form`.

    Raises `Refused` if they do not fit; no page has a link with such an address.
    """
    try:
        return msgspec.convert(fields.to_dict(), form, strict=False)
    except msgspec.ValidationError as error:
        if request.method == "GET":
            raise Refused(404, "page.error.not_found") from error
        raise Refused(400, "page.error.garbage", reason=str(error)) from error


def json_answer(value: Any) -> Response:
    """Return a value as the JSON that answers a request."""
    return Response(msgspec.json.encode(value), mimetype="application/json")


def download(data: bytes, kind: str, name: str) -> Response:
    """Return a file that the browser saves under a name; `kind` is its media type."""
    answer = Response(data, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
