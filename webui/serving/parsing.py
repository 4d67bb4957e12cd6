"""Parse requests, and refuse requests that are too large before the application gets them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import RequestEntityTooLarge

from referee.contract import Message

# Number of requests that may wait on a connection. Browsers wait for an answer before they send the
# next request, but that one may arrive before Waitress has removed the first.
BEHIND = 1

PICTURE = ("/api/photo", "/api/count")
UPLOAD = "/data/backup"  # Only hosts may upload here.

TOO_LARGE = Message("page.error.too_large")
PICTURE_TOO_LARGE = Message("table.photo.too_large")
NO_SEAT = Message("page.error.no_seat")
BUSY = Message("table.photo.busy")

Headers = Mapping[str, str]  # The names of the headers are in lower case, with hyphens.


class Refusal:
    """A refusal by the server itself: a sentence as JSON, instead of Waitress's plain text."""

    def __init__(self, status: HTTPStatus, message: Message, said: str) -> None:
        self.status = status
        self.message = message
        self._said = said

    def to_response(self, _ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return the status line, the headers and the body of the answer."""
        body = json.dumps({"error": self._said, "key": self.message.key}).encode()
        kinds = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
        return f"{self.status.value} {self.status.phrase}", kinds, body


ADMISSION = "admission"  # app.extensions key: the `Admission` of the application


@dataclass
class Admission:
    """What the server asks the application about the sender of a request; in the server's thread.

    * `sender(address, headers)`: returns who sends a picture of up to `picture_bytes`, or None.
    * `host(address, headers)`: whether a host sends it, who may upload up to `upload_bytes`.
    * `is_proxy(address)`: whether it is a trusted proxy, which may serve many phones.
    * `say(message, headers)`: returns a refusal in the language of the request.
    """

    picture_bytes: int = 0
    upload_bytes: int = 0
    sender: Callable[[str, Headers], str | None] = lambda _address, _headers: None
    host: Callable[[str, Headers], bool] = lambda _address, _headers: False
    is_proxy: Callable[[str], bool] = lambda _address: False
    say: Callable[[Message, Headers], str] = lambda message, _headers: message.key


class Parser(HTTPRequestParser):  # type: ignore[misc]  # Waitress has no types
    """A request. Only a picture or a host's upload may be larger than usual.

    The headers show who sends a request; a stranger's request has the usual limit. Waitress itself
    has only one limit for all, and it raises an error if it cannot parse a request.
    `has_place(channel, sender)` tells whether a sender's picture may arrive on a channel now.
    """

    path = ""  # Waitress logs this if the client of an unreadable request hangs up
    sender: str | None = None  # Sender of the picture that is arriving.
    adj: Any

    def __init__(
        self,
        adj: Any,
        channel: Any,
        admission: Admission,
        has_place: Callable[[Any, str], bool],
    ) -> None:
        super().__init__(adj)
        self._channel = channel
        self._admission = admission
        self._has_place = has_place
        self._too_large = TOO_LARGE

    def received(self, data: bytes) -> int:
        """Parse new data; return how many of its bytes belong to this request.

        Data that follows a refusal is dropped. So are requests that arrive long before the earlier
        ones are answered. Without this rule, 200 requests sent at once would each need a parser,
        600 KB for a single connection.
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
        """Parse the headers and set the limit for the body's size; raise `ParsingError`."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # For example, the path `http://[` or a length of 5,000 digits.
            raise ParsingError("What came cannot be read") from error
        if self.command != "POST":
            return
        if self.path in PICTURE:
            self._take_picture()
        elif self.path == UPLOAD and self._admission.host(self._channel.address, self._headers()):
            self._set_limit(self._admission.upload_bytes)

    def _set_limit(self, most_bytes: int) -> None:
        """Allow a body of this many bytes. Waitress stores large bodies in a file."""
        adj: Any = copy(self.adj)
        adj.max_request_body_size = most_bytes + 1
        self.adj = adj

    def _take_picture(self) -> None:
        most_bytes = self._admission.picture_bytes
        sender = self._admission.sender(self._channel.address, self._headers())
        if sender is None:
            self._too_large = NO_SEAT
            return
        self._too_large = PICTURE_TOO_LARGE
        self._set_limit(most_bytes)
        if self._has_place(self._channel, sender):
            self.sender = sender
        elif self.content_length <= most_bytes:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, BUSY)

    def _refuse(self, status: HTTPStatus, message: Message) -> None:
        self.error = Refusal(status, message, self._admission.say(message, self._headers()))
        self.expect_continue = False  # The client need not send the rest.
        self.completed = self._channel.drops = True

    def _headers(self) -> Headers:
        return {name.lower().replace("_", "-"): value for name, value in self.headers.items()}
