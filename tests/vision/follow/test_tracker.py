"""The tracker: a card counts once it lies still and reads alike, and an idle table is let be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.scenes import deck, reader, renderer, strewn
from vision.find import on_mat
from vision.follow.schedule import RECENT_FRAMES, REREAD_AFTER
from vision.follow.tracker import Tracker
from vision.follow.tracks import AGREEING_READINGS
from vision.reading import CROWD
from vision.synthetic.scene import Hand, Scene


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


def test_a_hand_that_passes_over_a_card_loses_neither_it_nor_its_id() -> None:
    scene = strewn(deck(), 2, seed=4)
    card = scene.cards[0]
    tracker = Tracker(reader())
    for i in range(AGREEING_READINGS):
        before = tracker.update(renderer().render(scene, seed=i).image)
    assert before.steady
    for dy in (0.0, 25.0):
        hand = Hand(card.x_mm, card.y_mm + dy)
        during = tracker.update(renderer().render(Scene(scene.cards, hands=(hand,))).image)
        assert during.moving
        assert not during.steady
        assert {c.id: c.in_sight for c in during.settled} == {
            c.id: c.reading.card != card.card for c in before.settled
        }
    for i in range(2):
        after = tracker.update(renderer().render(scene, seed=9 + i).image)
    assert {c.id for c in after.settled} == {c.id for c in before.settled}
    assert after.steady


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


def test_a_card_whose_place_changed_settles_under_a_new_id() -> None:
    scene = strewn(deck(), 2, seed=4)
    first, second = scene.cards
    other = next(card for card in deck().names if card not in {first.card, second.card})
    swapped = Scene((replace(first, card=other), second))
    tracker = Tracker(reader())
    for i in range(AGREEING_READINGS):
        before = tracker.update(renderer().render(scene, seed=i).image)
    for i in range(AGREEING_READINGS + 2):
        after = tracker.update(renderer().render(swapped, seed=20 + i).image)
    was = {c.reading.card: c.id for c in before.settled}
    now = {c.reading.card: c.id for c in after.settled}
    assert now.keys() == {other, second.card}
    assert now[second.card] == was[second.card]
    assert now[other] not in was.values()


def test_no_two_trackers_give_the_same_id() -> None:
    pictures = [
        renderer().render(strewn(deck(), 2, seed=4), seed=i).image for i in range(AGREEING_READINGS)
    ]
    shared = reader()
    ids: set[str] = set()
    for tracker in (Tracker(shared), Tracker(shared)):
        for picture in pictures:
            seen = tracker.update(picture)
        ids |= {card.id for card in seen.settled}
    assert len(ids) == 4
