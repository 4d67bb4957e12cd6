"""Become a host with the code, make a phone a host, and revoke other hosts."""

from __future__ import annotations

from flask import Blueprint, Response

from webui.access.credentials import credentials
from webui.access.forms import Nothing, OneSeat, read_body
from webui.routes.api import done, new_code
from webui.routes.web import updates_pages, web

host_api = updates_pages(Blueprint("hosting", __name__, url_prefix="/api/host"))


@host_api.post("")
def become() -> Response:
    """Make this browser a host with the host's code."""
    return web().hosts.become(asks=web().approvals.request_of(web().token()) is not None)


@host_api.post("/leave")
def leave() -> Response:
    """Remove this browser from the hosts."""
    read_body(Nothing)
    return _no_longer()


@host_api.post("/hand")
def hand() -> Response:
    """Make a seat's phone a host instead of this browser."""
    parts, seat = web(), read_body(OneSeat).seat
    parts.phones.make_host(seat, credentials())
    return _no_longer()


@host_api.post("/revoke")
def revoke() -> Response:
    """Remove all other browsers from the hosts and change the code."""
    read_body(Nothing)
    parts = web()
    for phone in parts.hosts.revoke(credentials()):
        parts.approvals.notices.say(phone, "page.note.host_no")
    return new_code()


def _no_longer() -> Response:
    web().hosts.leave(credentials())
    return done()
