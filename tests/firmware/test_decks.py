"""Which deck a game is played with, and the faces of its cards."""

from __future__ import annotations

import pytest

from firmware.decks import Decks
from referee.match.desk import Desk
from vision.art import face_svg


def test_a_games_usual_faces_need_no_match(desk: Desk) -> None:
    decks = Decks(desk)
    assert decks.usual_face_svg("coup", None, "duke") == face_svg("coup", "duke")
    assert decks.usual_face_svg("coyote", "kidult", "0") == face_svg("coyote-kidult", "0")
    own = Decks(desk, "coyote-oliphante")
    assert own.usual_face_svg("coyote", "kidult", "20") == face_svg("coyote-oliphante", "20")
    for game, card in (("coup", "joker"), ("chess", "duke")):
        with pytest.raises(LookupError):
            decks.usual_face_svg(game, None, card)
    with pytest.raises(LookupError):
        decks.face_svg("duke")
