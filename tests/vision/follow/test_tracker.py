"""The tracker: a card counts once it lies still and reads alike, and an idle table is let be."""

from __future__ import annotations

import pytest

from tests.vision.scenes import deck, reader, renderer, strewn
from vision.find import on_mat
from vision.follow.schedule import RECENT_FRAMES, REREAD_AFTER
from vision.follow.tracker import Tracker
from vision.follow.tracks import AGREEING_READINGS
from vision.reading import CROWD
from vision.synthetic.scene import Scene


def test_a_card_settles_after_reading_alike_in_several_frames() -> None:
    scene = strewn(deck(), 3, seed=3)
    tracker = Tracker(reader())
    seen = [
        tracker.update(renderer().render(scene, seed=i).image) for i in range(RECENT_FRAMES + 1)
    ]
    assert [len(w.settled) for w in seen] == [0] * (AGREEING_READINGS - 1) + [3] * (
        RECENT_FRAMES + 2 - AGREEING_READINGS
    )
    assert sorted(t.reading.card or "" for t in seen[-1].settled) == sorted(
        c.card for c in scene.cards
    )
    assert seen[-1].idle


def test_far_more_than_cards_hides_what_is_known_as_a_hand_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = strewn(deck(), 2, seed=4)
    tracker = Tracker(reader())
    for i in range(AGREEING_READINGS):
        before = tracker.update(renderer().render(scene, seed=i).image)
    assert before.steady
    with monkeypatch.context() as crowded:
        crowded.setattr(on_mat, "MAX_ON_MAT", 0)
        for i in range(12):
            other = strewn(deck(), 3, seed=5)
            during = tracker.update(renderer().render(other, seed=20 + i).image)
        assert CROWD in during.quality.reasons
        assert {card.id for card in during.settled} == {card.id for card in before.settled}
        assert not during.steady
    for i in range(REREAD_AFTER):
        after = tracker.update(renderer().render(scene, seed=40 + i).image)
    assert {card.id for card in after.settled} == {card.id for card in before.settled}


def test_a_card_taken_away_is_gone_and_one_laid_down_gets_a_new_id() -> None:
    scene = strewn(deck(), 3, seed=5)
    tracker = Tracker(reader())
    for i in range(AGREEING_READINGS):
        before = tracker.update(renderer().render(Scene(scene.cards[:2]), seed=i).image)
    for i in range(12):
        after = tracker.update(renderer().render(Scene(scene.cards[1:]), seed=20 + i).image)
    assert sorted(c.reading.card or "" for c in after.settled) == sorted(
        c.card for c in scene.cards[1:]
    )
    was = {c.id: c.reading.card for c in before.settled}
    now = {c.id: c.reading.card for c in after.settled}
    assert [now[id_] for id_ in now.keys() & was.keys()] == [scene.cards[1].card]
    assert [now[id_] for id_ in now.keys() - was.keys()] == [scene.cards[2].card]
