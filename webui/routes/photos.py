"""Pictures that phones send, and where their cards lie where only a person knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from flask import Blueprint, Response, request

from webui.access.guard import Form, Refused, read_body, takes_picture
from webui.access.hosts import credentials
from webui.access.uploads import MOST_BYTES
from webui.page.photo import count_sheet, photo_sheet
from webui.port import GridReading
from webui.routes.commands import require_at_table
from webui.routes.web import web

photos = Blueprint("photos", __name__, url_prefix="/api")


class PhotoState(Form):
    """The state on which a picture was taken."""

    seen: int


class PhotoZone(Form):
    """The zone in which the cards of a picture lie."""

    photo: str
    zone: str


class NamedCard(Form):
    """A person's word on one card of a count; None: it is no card."""

    photo: str
    item: str
    card: str | None


@photos.post("/photo")
@takes_picture
def send() -> Response:
    """Read a picture of the table: for the seats, and the host."""
    by = require_at_table()
    try:
        taken = msgspec.convert(request.args.to_dict(), PhotoState, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from error
    with _picture() as data:
        sent = web().table.send(data, taken.seen, by)
    return _json_answer(photo_sheet(web().voice(), sent))


@photos.post("/count")
@takes_picture
def count() -> Response:
    """Count what lies before a seat, on a picture or several: for the seats, and the host."""
    by = require_at_table()
    with _picture() as data:
        beside, table = request.args.get("beside"), web().table
        counted = table.count_more(data, beside, by) if beside else table.count(data, by)
    return _count_answer(counted)


@photos.post("/count/card")
def name() -> Response:
    """Name a card of one's last count."""
    said = read_body(NamedCard)
    try:
        counted = web().table.count_again(said.photo, said.item, said.card, require_at_table())
    except ValueError as error:
        raise Refused(409, "page.error.cannot_be") from error
    return _count_answer(counted)


@photos.post("/photo/zone")
def place() -> Response:
    """Say where the cards of a picture lie."""
    said = read_body(PhotoZone)
    return _json_answer(
        photo_sheet(
            web().voice(), web().table.place_photo(said.photo, said.zone, require_at_table())
        )
    )


@photos.get("/photo/<photo>")
def asked(photo: str) -> Response:
    """Return the picture that is asked about: for the seats, and the host."""
    require_at_table()
    return _json_answer(photo_sheet(web().voice(), web().table.photo(photo)))


@contextmanager
def _picture() -> Iterator[bytes]:
    """Yield the picture of this request, the only one in memory; raises `Refused`."""
    here = web()
    here.uploads.check_rate(here.uploads.sender_of(credentials()))
    request.max_content_length = MOST_BYTES
    with here.uploads.turn():
        yield request.get_data(cache=False)


def _count_answer(counted: GridReading) -> Response:
    table = web().table
    return _json_answer(count_sheet(web().voice(), counted, table.face_svg, table.plan().card_mm))


def _json_answer(shown: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(shown), mimetype="application/json")
