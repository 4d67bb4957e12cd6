"""Requests as they come: what no table takes is refused before the application hears of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import copy
from http import HTTPStatus
from typing import Any, Protocol

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

from referee.contract import Message

# No browser sends a second request before the first is answered; it may come before Waitress has
# put the first one away.
BEHIND = 1

PICTURE = ("/api/photo", "/api/count")
UPLOAD = "/data/backup"  # a host's

TOO_LARGE = Message("page.error.too_large")
PICTURE_TOO_LARGE = Message("table.photo.too_large")
NO_SEAT = Message("page.error.no_seat")
BUSY = Message("table.photo.busy")

Headers = Mapping[str, str]  # by name, in lower case and with hyphens


class Refusal:
    """An answer of the server's own, in place of Waitress's plain text: one sentence, as JSON."""

    def __init__(self, status: HTTPStatus, message: Message, said: str) -> None:
        self.status = status
        self.message = message
        self._said = said

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return the status, the headers and the body."""
        body = json.dumps({"error": self._said, "key": self.message.key}).encode()
        kinds = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        return f"{self.status.value} {self.status.phrase}", kinds, body


class Doorkeeper(Protocol):
    """What a request's parser asks about it, in the server's own thread."""

    picture_bytes: int
    upload_bytes: int
    say: Callable[[Message, Headers], str]

    def sender(self, address: str, headers: Headers, /) -> str | None:
        """Return who sends pictures with these headers, or None for who may not."""

    def host(self, address: str, headers: Headers, /) -> bool:
        """Tell whether a host sends with these headers."""

    def has_place(self, channel: Any, sender: str, /) -> bool:
        """Tell whether a picture of a sender's may come on a channel now."""


class Parser(HTTPRequestParser):  # type: ignore[misc]  # Waitress has no types
    """A request, which may be large where it is a picture of somebody who may send one.

    That is decided by its headers: of a stranger's no more is taken than of any request. Waitress's
    own limits are one for all requests, and it lets its caller have what it cannot parse.
    """

    path = ""  # of what cannot be read, too: Waitress logs it where such a one has hung up
    sender: str | None = None  # whose picture it is
    adj: Any

    def __init__(self, adj: Any, channel: Any, door: Doorkeeper | None) -> None:
        super().__init__(adj)
        self._channel = channel
        self._door = door
        self._too_large = TOO_LARGE

    def received(self, data: bytes) -> int:
        """Take what has come, and return how much of it is this request's.

        What follows a refused request, or is too far ahead of the answers, is dropped: 200 requests
        that came in one go had a parser each, 600 KB a connection.
        """
        if self._channel.drops or len(self._channel.requests) > BEHIND:
            self._channel.drops = True
            self.empty = self.completed = True
            return len(data)
        taken: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._too_large)
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the headers, and set the limit of what may follow; raises `ParsingError`."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # of `http://[`, or of a length with 5,000 digits
            raise ParsingError("What came cannot be read") from error
        if self._door is None or self.command != "POST":
            return
        if self.path in PICTURE:
            self._take_picture(self._door)
        elif self.path == UPLOAD and self._door.host(self._channel.address, self._headers()):
            self._set_limit(self._door.upload_bytes)

    def _set_limit(self, most_bytes: int) -> None:
        """Let this request have so many bytes; Waitress keeps what is large in a file."""
        adj: Any = copy(self.adj)
        adj.max_request_body_size = most_bytes + 1
        self.adj = adj

    def _take_picture(self, door: Doorkeeper) -> None:
        sender = door.sender(self._channel.address, self._headers())
        if sender is None:
            self._too_large = NO_SEAT
            return
        self._too_large = PICTURE_TOO_LARGE
        self._set_limit(door.picture_bytes)
        if door.has_place(self._channel, sender):
            self.sender = sender
        elif self.content_length <= door.picture_bytes:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, BUSY)

    def _refuse(self, status: HTTPStatus, message: Message) -> None:
        said = message.key if self._door is None else self._door.say(message, self._headers())
        self.error = Refusal(status, message, said)
        self.expect_continue = False  # nobody waits for the rest
        self.completed = self._channel.drops = True

    def _headers(self) -> Headers:
        return {name.lower().replace("_", "-"): value for name, value in self.headers.items()}
