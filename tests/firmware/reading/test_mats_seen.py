"""What a page is told and shown of the mats that the camera sees."""

from __future__ import annotations

import re

import pytest

from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import MatchDeck
from firmware.mats import Mats, load_mats, mat_names, mat_of_markers, other_mat
from firmware.reading.watcher import Watcher
from referee.match.commands import Begin
from referee.match.desk import Desk
from referee.words import has_key, say
from tests.firmware.cameras.still import Still
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene


def test_the_mat_of_another_game_is_said_in_one_sentence(desk: Desk) -> None:
    (other,) = load_mats("coup_detat")
    picture = Renderer(PinholeCamera.above(other.size_mm, 960, 540), other).render(Scene()).image
    desk.do(Begin("coup", {}, 3))
    watcher = Watcher(
        desk,
        (Reconnecting(lambda: Still(picture)),),
        Mats().mats_for,
        lambda _: MatchDeck("coup"),
        lambda: None,
        other_mat=other_mat,
    )
    watcher.step()
    (answer,) = [part.message for part in watcher.parts() if not part.well]
    assert say(answer, "en").startswith("This is the mat of Coup d’État")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_mat_of_the_project_can_be_named(locale: str) -> None:
    for name in mat_names():
        for mat in load_mats(name):
            assert mat_of_markers(frozenset(mat.markers)) == name
            message = other_mat(frozenset(mat.markers))
            assert message is not None
            (games,) = message.params.values()
            assert isinstance(games, tuple)
            assert all(has_key(str(key), locale) for key in games)
    table = other_mat(frozenset(load_mats("table")[0].markers))
    assert table is not None
    assert re.search("Coyote.*Coup", say(table, locale))
    assert mat_of_markers(frozenset({0, 1, 4, 40})) is None
