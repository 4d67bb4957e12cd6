"""Drawings and pictures in place of the deck's art, the mat's and the camera's."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from msgspec.structs import replace

from firmware.mats import load_mats
from firmware.plans import plan_of
from referee.contract import Message
from referee.reports.picture import PhotoOutcome, ReadPhoto, Spot
from referee.reports.tabletop import Plan
from vision.art import art_names


def drawn(card: str) -> str:
    """Return a card's face, in place of the deck's art."""
    name = card.replace("&", "").replace("<", "")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        '<rect width="63" height="88" rx="4" fill="#e9dcc3"/>'
        f'<text x="31" y="52" font-size="22" text-anchor="middle">{name}</text></svg>'
    )


def mat() -> str:
    """Return an empty mat."""
    ground = '<rect width="594" height="420" fill="#2a3a36"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 594 420">{ground}</svg>'


def png(shade: int, width: int = 63, height: int = 88) -> bytes:
    """Return a plain grey PNG, in place of a crop."""
    return _encoded(".png", shade, width, height)


def _encoded(kind: str, shade: int, width: int, height: int) -> bytes:
    done, data = cv2.imencode(kind, np.full((height, width), shade, np.uint8))
    assert done
    return data.tobytes()


@cache
def planned(game: str, seats: int | None) -> Plan:
    """Return the plan of a game's own mats, which are drawn with another hand."""
    deck = {"coyote": "coyote-tomahawk"}.get(game, game)
    drawn_by = deck if deck in art_names() else None
    return replace(plan_of(load_mats(game, seats), drawn_by), drawing=mat())


def seen_as(came: PhotoOutcome, *messages: Message, **more: Any) -> ReadPhoto:
    """Return a grey picture with one card, and what came of it."""
    spot = Spot(((0.2, 0.2), (0.5, 0.2), (0.5, 0.7), (0.2, 0.7)), "certain", "15")
    return ReadPhoto(
        "photo-1", _encoded(".jpg", 120, 80, 60), (80, 60), (spot,), came, messages, **more
    )
