"""Pictures that phones send, and where their cards lie where only a person knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from flask import Blueprint, Response, request

from webui.access.guard import Form, Refused, body, takes_picture
from webui.access.hosts import credentials
from webui.access.uploads import MOST_BYTES
from webui.page.photo import shown_count, shown_photo
from webui.port import Counted
from webui.routes.commands import anybody
from webui.routes.web import web

photos = Blueprint("photos", __name__, url_prefix="/api")


class Taken(Form):
    """The state on which a picture was taken."""

    seen: int


class Lies(Form):
    """The zone in which the cards of a picture lie."""

    photo: str
    zone: str


class Named(Form):
    """A person's word on one card of a count; None: it is no card."""

    photo: str
    item: str
    card: str | None


@photos.post("/photo")
@takes_picture
def send() -> Response:
    """Read a picture of the table: for the seats, and the host."""
    by = anybody()
    try:
        taken = msgspec.convert(request.args.to_dict(), Taken, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from error
    with _picture() as data:
        sent = web().table.send(data, taken.seen, by)
    return _json_answer(shown_photo(web().voice(), sent))


@photos.post("/count")
@takes_picture
def count() -> Response:
    """Count what lies before a seat, on a picture or several: for the seats, and the host."""
    by = anybody()
    with _picture() as data:
        beside, table = request.args.get("beside"), web().table
        counted = table.count_more(data, beside, by) if beside else table.count(data, by)
    return _count_answer(counted)


@photos.post("/count/card")
def name() -> Response:
    """Name a card of one's last count."""
    said = body(Named)
    try:
        counted = web().table.count_again(said.photo, said.item, said.card, anybody())
    except ValueError as error:
        raise Refused(409, "page.error.cannot_be") from error
    return _count_answer(counted)


@photos.post("/photo/zone")
def lie() -> Response:
    """Say where the cards of a picture lie."""
    said = body(Lies)
    return _json_answer(
        shown_photo(web().voice(), web().table.lie(said.photo, said.zone, anybody()))
    )


@photos.get("/photo/<photo>")
def asked(photo: str) -> Response:
    """Return the picture that is asked about: for the seats, and the host."""
    anybody()
    return _json_answer(shown_photo(web().voice(), web().table.photo(photo)))


@contextmanager
def _picture() -> Iterator[bytes]:
    """Yield the picture of this request, the only one in memory; raises `Refused`."""
    here = web()
    here.sending.count(here.sending.of(credentials()))
    request.max_content_length = MOST_BYTES
    with here.sending.turn():
        yield request.get_data(cache=False)


def _count_answer(counted: Counted) -> Response:
    table = web().table
    return _json_answer(shown_count(web().voice(), counted, table.face_svg, table.plan().card_mm))


def _json_answer(shown: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(shown), mimetype="application/json")
