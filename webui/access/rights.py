"""The rights of strangers, seats, hosts and directors: one table, read before every request.

A move or another command depends on the match as well: `webui.routes.commands` says who gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from flask import Flask, request

from webui.access.guard import Refused


class Right(Enum):
    """The least that a browser must be. The value is the key of the refusal."""

    STRANGER = ""
    SEAT = "page.error.no_seat"  # A phone at a seat, or a host.
    HOST = "page.error.not_host"
    DIRECTOR = "hub.not_director"


# By blueprint or route; a route's own row counts. Strangers may ask for everything else.
RIGHTS = {
    "amending": Right.HOST,
    "club.begin": Right.HOST,
    "club.join": Right.HOST,
    "club.leave": Right.HOST,
    "club.order": Right.HOST,
    "forgetting": Right.HOST,
    "history": Right.SEAT,
    "history.confirm_delete": Right.HOST,
    "history.delete": Right.HOST,
    "history.same_player": Right.HOST,
    "hosting": Right.HOST,
    "hosting.become": Right.STRANGER,
    "hub_directing": Right.DIRECTOR,
    "hub_directing.become": Right.STRANGER,
    "hub_directing.director": Right.STRANGER,
    "keeps": Right.HOST,
    "new_match": Right.HOST,
    "keeps.page": Right.STRANGER,  # Asks for the host's code.
    "pages.camera": Right.SEAT,
    "pages.cards_seen": Right.SEAT,
    "safe.journal": Right.HOST,
    "safe.repair": Right.HOST,
    "settings.change": Right.HOST,
    "settings.done": Right.HOST,
    "workbench": Right.HOST,
}


def right_for(endpoint: str) -> Right:
    """Return the right that a route asks for."""
    return RIGHTS.get(endpoint) or RIGHTS.get(endpoint.partition(".")[0]) or Right.STRANGER


def install(app: Flask, has: Mapping[Right, Callable[[], bool]]) -> None:
    """Let `app` refuse each request of a browser without the route's right."""

    @app.before_request
    def check() -> None:
        right = right_for(request.endpoint or "")
        if right in has and not has[right]():
            raise Refused(403, right.value)
