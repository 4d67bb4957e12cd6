"""Live updates for the pages, by event stream or by polling."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import ExitStack

from flask import Blueprint, Response, request

from webui.access.credentials import Credentials, credentials
from webui.access.guard import Refused, locale
from webui.routes.web import web
from webui.serving import packing
from webui.serving.admission import CLIENT, HERE, WAITS
from webui.serving.events import EncodedState, clock_ms, with_clock
from webui.serving.stream import events
from webui.serving.watchers import Follower, Watcher

updates = Blueprint("following", __name__)

CLOCK = "X-Table-Clock"  # Header with the table's clock in ms, also in answers with status 304.


@updates.get("/stream")
def stream() -> Response:
    """Return a page's state, and after every change its new sections, as server-sent events.

    The events are compressed if the browser accepts gzip and the request does not ask for
    ``plain``.
    """
    parts = web()
    view = request.args.get("view", "phone")
    parts.viewer(view)  # May raise Refused, so this comes before the stream takes a place.
    shown, language = credentials(), locale()
    follower, leave = _follower(view, shown)
    watcher = Watcher(follower, request.environ.get(CLIENT))
    with ExitStack() as ends:
        ends.callback(leave)
        if not parts.streams.take(watcher):
            if parts.streams.is_crowded(watcher):
                raise Refused(503, "page.error.many_pages", count=parts.streams.each)
            raise Refused(503, "page.error.no_place", count=parts.streams.most)
        ends.callback(parts.streams.free, watcher)
        if view == "phone":
            ends.callback(parts.presence.enter(shown.token))
            _tell_presence()

        def make() -> EncodedState:
            return parts.states.encoded(parts.viewer_for(view, shown, language))

        page = parts.updates.follow(make, kind=(view, shown, language))
        ends.callback(parts.updates.leave, page)
        packed = packing.accepts_gzip() and "plain" not in request.args
        sent = events(page, packed=packed)
        answer = Response(sent, mimetype="text/event-stream")
        answer.call_on_close(ends.pop_all().close)
    request.environ[WAITS] = True
    answer.vary.add("Accept-Encoding")
    if packed:
        answer.content_encoding = "gzip"
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@updates.get("/api/state")
def state() -> Response:
    """Return the page's state, or status 304 if the state has not changed.

    This is for programs, and for pages without a stream. Both answers contain the table's clock.
    """
    parts = web()
    view = request.args.get("view", "phone")
    if parts.approvals.drop_expired():
        parts.updates.touch()
    if view == "phone":
        parts.presence.note_poll(parts.token())
        _tell_presence()
    newest = parts.states.json(parts.viewer(view))
    answer = Response(with_clock(newest), mimetype="application/json")
    answer.set_etag(hashlib.sha256(newest).hexdigest()[:16], weak=True)  # Gzip changes the bytes.
    answer.headers[CLOCK] = str(clock_ms())
    answer.make_conditional(request)
    return answer


@updates.after_app_request
def note_reading(answer: Response) -> Response:
    """Record that this phone shows a page to read, which has no stream."""
    if answer.mimetype == "text/html" and request.blueprint != "pages":
        web().presence.note_reading(web().token())
        _tell_presence()
    return answer


def _tell_presence() -> None:
    """Tell all pages if this phone has come back."""
    parts = web()
    if parts.presence.has_changed():
        parts.updates.touch()


def _follower(view: str, shown: Credentials) -> tuple[Callable[[], Follower], Callable[[], None]]:
    """Return a function that tells the stream's follower, and one to call when the stream ends.

    A proxy on this machine may serve many phones, so the address does not count for its streams.
    """
    parts, address = web(), request.remote_addr
    group = None if address in HERE else address
    leave = None
    if view == "table" and group is not None and parts.reserved_follower(shown, group) is None:
        leave = parts.screens.enter(group)
    other = Follower(group, kept=leave is not None)
    return lambda: parts.reserved_follower(shown, group) or other, leave or (lambda: None)
