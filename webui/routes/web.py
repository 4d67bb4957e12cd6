"""The objects that all routes share, and the viewer of a request."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, Response, current_app, redirect, request
from werkzeug.wrappers import Response as Redirect

from referee.actor import HOST
from referee.match.desk import JournalError, Snapshot
from referee.reports.commands import Speak
from referee.words import Voice
from webui.access.credentials import Credentials, credentials
from webui.access.forms import json_answer
from webui.access.guard import Refused, locale
from webui.access.holders import Holders, hashed
from webui.access.hosts import Hosts
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import player_names
from webui.access.seats.phones import Phones
from webui.access.seats.presence import Presence
from webui.access.seats.shared_phones import SharedPhones
from webui.access.uploads import PictureUploads
from webui.maintenance import Maintenance
from webui.page.border import Words
from webui.page.leaves import tell
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.port import Club, Table, Virtual
from webui.preferences import came_from
from webui.serving.places import Places
from webui.serving.stream import LiveUpdates
from webui.serving.watchers import Follower, Screens, Watcher
from webui.settings import SettingsPort
from webui.workshop import Workshop

# the pages that a script draws, each with the path of its script in `static`
VIEWS = {
    "phone": "phone/phone.js",
    "table": "table/table.js",
    "virtual": "virtual/virtual.js",
    "calibrate": "workshop/workshop.js",
    "teach": "workshop/workshop.js",
    "locked": "host/locked.js",
}
DIGITS = 15  # Maximum length of a number in an address.


@dataclass(frozen=True)
class Web:
    """The objects that the routes of a web server work with."""

    table: Table
    virtual: Virtual | None
    holders: Holders
    phones: Phones
    shared_phones: SharedPhones
    approvals: Approvals
    presence: Presence
    hosts: Hosts
    updates: LiveUpdates
    streams: Places[Watcher]
    screens: Screens
    states: PageStates
    uploads: PictureUploads
    workshop: Workshop | None = None
    maintenance: Maintenance | None = None
    club: Club | None = None
    settings: SettingsPort | None = None

    @property
    def seats(self) -> int:
        """The number of seats in the match or, before the first match, at the table."""
        snapshot = self.snapshot()
        return snapshot.seats if snapshot else self.table.seats

    def snapshot(self) -> Snapshot | None:
        """Return the match at this moment, or None before the first match."""
        return self.table.desk.snapshot()

    def token(self) -> str | None:
        """Return the seat token of this request's phone."""
        return credentials().token

    def phone_seats(self) -> tuple[int, ...]:
        """Return the seats that this request's phone has in this match, in table order."""
        return self._held_by(self.token())

    def seat(self) -> int | None:
        """Return the open seat of this request's phone, or None."""
        return self.shared_phones.open_seat(self.phone_seats())

    def voice(self, seat: int | None = None) -> Voice:
        """Return a voice in the language of this request, with the players' names."""
        return Voice(locale(), player_names(self.holders, self.snapshot()), seat)

    def words(self, seat: int | None = None) -> Words:
        """Return what puts values into words for this request."""
        return Words(self.voice(seat), self.table.face_svg)

    def viewer(self, view: str) -> Viewer:
        """Return the viewer of this request; raise `Refused` for an unknown page."""
        return self.viewer_for(view, credentials(), locale())

    def viewer_for(self, view: str, shown: Credentials, language: str) -> Viewer:
        """Return the viewer with these credentials, even after the end of the request."""
        if view not in VIEWS:
            raise Refused(404, "page.error.not_found")
        host, phone = self.hosts.admits(shown), hashed(shown.token or "")
        noted = phone if self.approvals.notices.notes_for(phone) else ""
        if view == "phone":
            held, asks = self._held_by(shown.token), self.approvals.request_of(shown.token)
            places = self.holders.places_by_hash(phone)
            seat = self.shared_phones.open_seat(held)
            return Viewer(
                language,
                seat=seat,
                requested_seat=asks.seat if asks else None,
                is_host_phone=host,
                seats=held,
                waits=next((place for place in places if place >= self.seats), None),
                noted=noted,
            )
        scene, big = host and view == "virtual", view == "table"
        return Viewer(
            language, host=host, is_host_phone=host, scene=scene, big_screen=big, noted=noted
        )

    def reserved_follower(self, shown: Credentials, group: str | None) -> Follower | None:
        """Return a follower with reserved streams if this is a seat's phone or a host, else None.

        The streams of this machine count for its `group`, and those of a phone count for its token.
        """
        if shown.local:
            return Follower(group, kept=True)
        if self._held_by(shown.token) or self.hosts.admits(shown):
            return Follower(hashed(shown.token or ""), kept=True)
        return None

    def _held_by(self, token: str | None) -> tuple[int, ...]:
        return tuple(seat for seat in self.holders.seats_of(token) if seat < self.seats)


def web() -> Web:
    """Return the objects of the server that answers this request."""
    return cast(Web, current_app.extensions["web"])


def require_host() -> None:
    """Raise `Refused` unless this browser is a host."""
    if not web().hosts.is_host():
        raise Refused(403, "page.error.not_host")


def updates_pages(routes: Blueprint) -> Blueprint:
    """Let every successful POST to these routes update all pages."""

    @routes.after_request
    def touch(answer: Response) -> Response:
        if request.method == "POST" and answer.status_code == 200:
            web().updates.touch()
        return answer

    return routes


def parse_number(text: str) -> int:
    """Return the number in an address; raise `Refused` if it is not one."""
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise Refused(404, "page.error.not_found")
    return int(text)


def back_to(path: str) -> Redirect:
    """Return the answer that leads on to another page with the same way back."""
    return redirect(f"{path}?from={came_from()}", 303)


def told_answer(value: Any) -> Response:
    """Return a value that may leave the table, in the words of this request, as JSON."""
    return json_answer(tell(value, web().words()))


def set_console_language(tag: str, page: bool = False) -> None:
    """Set the console to the language of a host's page, unless a link on another site chose it.

    If `page` is true, this happens only as long as no host has chosen a language.
    """
    parts, site = web(), request.headers.get("Sec-Fetch-Site")
    if parts.hosts.admits(credentials()) and site != "cross-site":
        with suppress(JournalError, OSError):  # The page works anyway.
            parts.table.do(Speak(tag, page), HOST)
