"""What a host takes away from the table as a file, or brings back, and a newer release."""

from __future__ import annotations

import io
import time
import zipfile

from flask import Blueprint, Response, redirect, render_template, request, send_file
from werkzeug.wrappers import Response as Redirect

from webui.access.guard import Refused, locale, takes_file, takes_form
from webui.port import Maintenance
from webui.preferences import came_from
from webui.routes.pages import GAMING
from webui.routes.web import web

data_pages = Blueprint("keeps", __name__, url_prefix="/data")

LOG = "log.txt"  # in the bundle
UPLOAD_BYTES = 2_000_000_000  # of a backup: four times what past matches may take


def _keeping() -> Maintenance:
    found = web().maintenance
    if found is None:
        raise Refused(404, "page.error.not_found")
    return found


@data_pages.before_request
def check() -> None:
    """Let only the host in."""
    if not web().hosts.is_host():
        raise Refused(403, "page.error.not_host")


@data_pages.get("")
def page() -> str:
    """Return the page of backups, of a newer release, and of what a bug report needs."""
    return _page()


@data_pages.post("/newer")
@takes_form
def newer() -> str:
    """Return the page once it was asked for a newer release."""
    return _page(asked=True)


def _page(asked: bool = False) -> str:
    keeping = _keeping()
    ready = keeping.ready()
    club = web().club
    standing = None if club is None else club.status()
    return render_template(
        "data.html",
        locale=locale(),
        can_join=club is not None,
        club="" if standing is None else standing.club,
        ready="" if ready is None else web().voice().say(ready),
        back=came_from(GAMING),
        version=keeping.version,
        asked=asked,
        newer=keeping.newer() if asked else None,
    )


@data_pages.get("/backup")
def backup() -> Response:
    """Return the table's data in one file."""
    name = time.strftime("coyote-table-%Y-%m-%d.zip")
    with _keeping().backup() as file:  # open it stays readable once its name is gone
        return send_file(file.open("rb"), "application/zip", as_attachment=True, download_name=name)


@data_pages.post("/backup")
@takes_file
def restore() -> Redirect:
    """Lay a backup ready for the table's next start."""
    request.max_content_length = UPLOAD_BYTES
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refused(400, "page.data.no_file")
    _keeping().restore(file.stream)
    return redirect(f"/data?from={came_from(GAMING)}", 303)


@data_pages.post("/forget")
@takes_form
def forget() -> Redirect:
    """Let what lies ready not be taken over."""
    _keeping().forget()
    return redirect(f"/data?from={came_from(GAMING)}", 303)


@data_pages.get("/bundle")
def bundle() -> Response:
    """Return the zip for a bug report."""
    data, name = io.BytesIO(_keeping().bundle()), "coyote-bug.zip"
    return send_file(data, "application/zip", as_attachment=True, download_name=name)


@data_pages.get("/log")
def log() -> Response:
    """Return the end of the log as a bug report has it, with nothing private in it."""
    with zipfile.ZipFile(io.BytesIO(_keeping().bundle())) as made:
        return Response(made.read(LOG), mimetype="text/plain")
