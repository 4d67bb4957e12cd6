"""Phones that send pictures of real cards: by their own requests, and by a page's button."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import quote

from playwright.sync_api import FilePayload, Page

from tests.photos import jpeg
from tests.played.home import Home
from tests.process import PATIENCE_S
from vision.reading import Image


class Phone:
    """A phone at a seat, or the host's without one, by its own requests to a real server."""

    def __init__(self, home: Home, seat: int | None = None) -> None:
        self._home = home
        self._cookie = ""
        if seat is not None:
            self._post("/api/seat/take", json.dumps({"seat": seat}).encode(), "application/json")

    def send(self, picture: Image | bytes) -> Any:
        """Send a picture, as the page does."""
        return self._post(f"/api/photo?seen={self._home.match.seq}", picture)

    def say(self, photo: Any, way: str) -> Any:
        """Tap the way of that label."""
        zone = next(entry["zone"] for entry in photo["zones"] if way in entry["label"])
        asked = json.dumps({"photo": photo["id"], "zone": zone}).encode()
        return self._post("/api/photo/zone", asked, "application/json")

    def count(self, picture: Image, beside: str = "") -> Any:
        """Have what lies before the seat counted, perhaps beside what was counted last."""
        return self._post(f"/api/count?beside={quote(beside)}" if beside else "/api/count", picture)

    def _post(self, path: str, body: Image | bytes, kind: str = "image/jpeg") -> Any:
        data = body if isinstance(body, bytes) else jpeg(body)
        link = http.client.HTTPConnection("127.0.0.1", self._home.server.port, timeout=PATIENCE_S)
        headers = {"Content-Type": kind, "Accept-Language": "en", "Cookie": self._cookie}
        link.request("POST", path, data, headers)
        response = link.getresponse()
        answer = json.loads(response.read())
        self._cookie = (response.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        link.close()
        return answer


def choose(page: Page, key: str, image: Image) -> None:
    """Take a picture by a button of the page."""
    with page.expect_file_chooser() as chooser:
        page.click(f"[data-key={key}]:visible")
    chooser.value.set_files([FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=jpeg(image))])
