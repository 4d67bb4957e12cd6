"""Questions of the server to the application before a request's body has arrived."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from werkzeug.datastructures import Headers

# How many seconds a request may take to arrive. On a bad line, it takes one second. With half this
# time, a phone at the far end of the garden would be cut off. With twice this time, slow requests
# would occupy their place twice as long.
WHOLE_WITHIN_S = 10.0
# How many seconds a picture may take to arrive: 20 MB in two minutes need 1.3 Mbit/s. With half
# this time, a phone at the far end of the garden would be cut off. With twice this time, a stalled
# picture would occupy its place twice as long.
PICTURE_WITHIN_S = 120.0

PICTURES_AT = ("/api/photo", "/api/count")
UPLOAD_AT = "/data/backup"  # Only hosts may upload here.

HERE = ("127.0.0.1", "::1")  # Unlimited, because a proxy on this machine may serve many phones.
ADMISSION = "admission"  # app.extensions key: the `Admission` of the application
# Keys in a request's environment.
CLIENT = "webui.client"  # its connection
WAITS = "webui.waits"  # set by the application if the answer waits for events
REFUSED = "webui.refused"  # set by the server: the status and the message's key of a refusal


class Limit(NamedTuple):
    """How large a request may be, the refusal if it is larger, and how long it may take to arrive.

    If the request is a picture, `sender` sends it.
    """

    most_bytes: int
    too_large: str = "page.error.too_large"
    within_s: float | None = WHOLE_WITHIN_S
    sender: str | None = None


@dataclass
class Admission:
    """The application's answers about the sender of a request. Called in the server's threads.

    * `sender(address, headers)`: returns who sends a picture of up to `picture_bytes`, or None.
    * `host(address, headers)`: whether a host sends it, who may upload up to `upload_bytes`.
    * `is_proxy(address)`: whether it is a trusted proxy, which may serve many phones.
    """

    picture_bytes: int = 0
    upload_bytes: int = 0
    sender: Callable[[str, Headers], str | None] = lambda _address, _headers: None
    host: Callable[[str, Headers], bool] = lambda _address, _headers: False
    is_proxy: Callable[[str], bool] = lambda _address: False

    def serves_many(self, address: str) -> bool:
        """Whether many phones may share an address, which then has no limit."""
        return address in HERE or self.is_proxy(address)

    def large(self, path: str, address: str, headers: Headers) -> Limit | None:
        """Return the limit of a POST that may be larger than usual, or None if it may not."""
        if path in PICTURES_AT:
            sender = self.sender(address, headers)
            if sender is None:
                return Limit(0, "page.error.no_seat")
            too_large = "table.photo.too_large"
            return Limit(self.picture_bytes, too_large, PICTURE_WITHIN_S, sender)
        if path == UPLOAD_AT and self.host(address, headers):
            return Limit(self.upload_bytes, within_s=None)
        return None
