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


def read_places(seats: int, *, ties: bool = True) -> tuple[tuple[int, ...], ...]:
    """Return the seats at each place, best place first, from the fields ``seat<n>``.

    After two who share place 1 comes place 3; people also write place 2. Raise `Refused` if a field
    is not a number, if a place is left out, or if players share a place though there are no `ties`.
    """
    by_place: dict[int, list[int]] = {}
    for seat in range(seats):
        place = request.form.get(f"seat{seat}", "")
        if not place.isdecimal() or len(place) > 3:
            raise Refused(400, "club.no_places")
        by_place.setdefault(int(place), []).append(seat)
    places = tuple(tuple(by_place[place]) for place in sorted(by_place))
    if not ties and (shared := [place for place in by_place if len(by_place[place]) > 1]):
        raise Refused(400, "club.places_shared", place=shared[0])
    counted = [1 + sum(map(len, places[:at])) for at in range(len(places))]
    if sorted(by_place) not in (counted, [*range(1, len(places) + 1)]):
        given = {*sorted(by_place)}
        missing = next(place for place in range(1, seats + 1) if place not in given)
        raise Refused(400, "club.places_gap", place=missing)
    return places


def json_answer(value: Any) -> Response:
    """Return a value as the JSON that answers a request."""
    return Response(msgspec.json.encode(value), mimetype="application/json")


def download(data: bytes, kind: str, name: str) -> Response:
    """Return a file that the browser saves under a name; `kind` is its media type."""
    answer = Response(data, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
