"""The data page for hosts: backups, updates, and files for bug reports."""

from __future__ import annotations

import io
import time
import zipfile

from flask import Blueprint, Response, render_template, request, send_file
from werkzeug.wrappers import Response as Redirect

from referee.contract import Message
from webui.access.guard import Refused, form_pages, required, takes_file
from webui.maintenance import Maintenance
from webui.page.times import mark_time
from webui.routes.pages import locked_page
from webui.routes.web import back_to, web

data_pages = form_pages(Blueprint("keeps", __name__, url_prefix="/data"))

LOG = "log.txt"  # The name of the log file in a bug report.
UPLOAD_BYTES = 2_000_000_000  # Maximum size of a backup; past matches may use a quarter of this.


def _keeping() -> Maintenance:
    return required(web().maintenance)


@data_pages.get("")
def page() -> str:
    """Return the page; a stranger can enter the host's code on it."""
    return _page() if web().hosts.is_host() else locked_page("page.data")


@data_pages.post("/newer")
def newer() -> str:
    """Return the page after asking for a newer release."""
    return _page(asked=True)


@data_pages.get("/newer")
def without_answer() -> Redirect:
    """Lead to the page itself: a browser that opens this address again asks for nothing."""
    return back_to("/data")


def _page(asked: bool = False) -> str:
    keeping = _keeping()
    ready = keeping.pending_restore()
    club = web().club
    standing = None if club is None else club.status()
    return render_template(
        "data.html",
        can_join=club is not None,
        club="" if standing is None else standing.club,
        ready="" if ready is None else _dated(ready),
        version=keeping.version,
        asked=asked,
        newer=keeping.newer() if asked else None,
    )


def _dated(ready: Message) -> str:
    """Return a message about a backup with its date marked as a time."""
    voice, when = web().voice(), ready.params["when"]
    assert isinstance(when, int | float), "a Unix time"
    return mark_time(voice.say(ready), when, voice.locale)


@data_pages.get("/backup")
def backup() -> Response:
    """Return a backup of all the table's data as a single file."""
    name = time.strftime("coyote-table-%Y-%m-%d.zip")
    with _keeping().backup() as file:  # An open file remains readable after its deletion.
        return send_file(file.open("rb"), "application/zip", as_attachment=True, download_name=name)


@data_pages.post("/backup")
@takes_file
def restore() -> Redirect:
    """Store an uploaded backup; the table restores it at its next start."""
    request.max_content_length = UPLOAD_BYTES
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused(400, "page.data.no_file")
    _keeping().restore(file.stream, file.filename)
    return back_to("/data")


@data_pages.post("/forget")
def forget() -> Redirect:
    """Discard the backup that would be restored at the next start."""
    _keeping().discard_restore()
    return back_to("/data")


@data_pages.get("/bundle")
def bundle() -> Response:
    """Return the zip file for a bug report."""
    data, name = io.BytesIO(_keeping().bundle()), "coyote-bug.zip"
    return send_file(data, "application/zip", as_attachment=True, download_name=name)


@data_pages.get("/log")
def log() -> Response:
    """Return the last part of the log, without private data, as a bug report contains it."""
    with zipfile.ZipFile(io.BytesIO(_keeping().bundle())) as made:
        return Response(made.read(LOG), mimetype="text/plain")
