"""The tracker: a card counts once it lies still and reads alike, and an idle table is let be."""

from __future__ import annotations

from tests.vision.scenes import deck, mat, renderer, strewn
from vision.reader import Reader
from vision.synthetic.scene import Hand, Scene
from vision.tracker import ALIKE, Tracker


def test_a_card_settles_after_reading_alike_in_several_frames() -> None:
    scene = strewn(deck(), 3, seed=3)
    tracker = Tracker(Reader(deck(), mat()))
    seen = [tracker.update(renderer().render(scene, seed=i).image) for i in range(ALIKE + 1)]
    assert [len(w.settled) for w in seen] == [0] * (ALIKE - 1) + [3, 3]
    assert sorted(t.reading.card or "" for t in seen[-1].settled) == sorted(
        c.card for c in scene.cards
    )
    assert seen[-1].idle


def test_a_hand_that_passes_over_a_card_loses_neither_it_nor_its_id() -> None:
    scene = strewn(deck(), 2, seed=4)
    card = scene.cards[0]
    tracker = Tracker(Reader(deck(), mat()))
    for i in range(ALIKE):
        before = tracker.update(renderer().render(scene, seed=i).image)
    for dy in (0.0, 25.0):
        hand = Hand(card.x_mm, card.y_mm + dy)
        during = tracker.update(renderer().render(Scene(scene.cards, hands=(hand,))).image)
        assert during.moving
        assert {t.id for t in during.settled} == {t.id for t in before.settled}
    for i in range(2):
        after = tracker.update(renderer().render(scene, seed=9 + i).image)
    assert {t.id for t in after.settled} == {t.id for t in before.settled}


def test_a_card_taken_away_is_gone_and_one_laid_down_gets_a_new_id() -> None:
    scene = strewn(deck(), 3, seed=5)
    tracker = Tracker(Reader(deck(), mat()))
    for i in range(ALIKE):
        tracker.update(renderer().render(Scene(scene.cards[:2]), seed=i).image)
    for i in range(12):
        after = tracker.update(renderer().render(Scene(scene.cards[1:]), seed=20 + i).image)
    assert sorted(t.reading.card or "" for t in after.settled) == sorted(
        c.card for c in scene.cards[1:]
    )
    assert {t.id for t in after.settled} == {2, 3} or {t.id for t in after.settled} == {1, 3}
