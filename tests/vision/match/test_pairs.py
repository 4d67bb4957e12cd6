"""A card that nobody taught is not read as its twin, whatever the cards are called."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from vision.decks.deck import Card, Deck, load_deck
from vision.enrol.selftest import MILD, Wear, worn
from vision.find.select import select
from vision.match.decide import Agreement, Evidence, Limits, Tint, decide
from vision.match.matcher import Match, Matcher
from vision.match.verifiers.pairs import PairVerifier
from vision.reading import CardReading, Found, Image, Verdict

SIGN_AT = (30, 40)  # x and y of a sign's middle, pixels of a card 240 high
ART = load_deck("coyote-kidult")
FAINT = Wear(height_px=240, blur_px=1.0, noise=4.0, gradient=0.2, askew=0.01, ink=1.0)


def card(body: str, sign: str) -> Image:
    """Return a card that is alike both ways up: a body, and a small sign in two corners."""
    image = cv2.resize(ART.templates[body], (172, 240), interpolation=cv2.INTER_AREA)
    image[:60, :60] = 255
    x, y = SIGN_AT
    if sign == "disc":
        cv2.circle(image, (x, y), 8, (20, 20, 20), -1, cv2.LINE_AA)
    elif sign == "triangle":
        points = np.array([(x, y - 11), (x + 10, y + 8), (x - 10, y + 8)])
        cv2.fillPoly(image, [points], (20, 20, 20), cv2.LINE_AA)
    else:
        cv2.rectangle(image, (x - 5, y - 10), (x + 5, y + 10), (20, 20, 20), -1)
    image[120:] = image[119::-1, ::-1]
    return np.asarray(image, np.uint8)


def deck_of(*cards: tuple[str, str], whole: bool = False) -> Deck:
    faces = {f"{body} {sign}": card(body, sign) for body, sign in cards}
    listed = tuple(Card(name, 1, name) for name in faces)
    return Deck("signs", (63.0, 88.0), listed, faces, whole=whole)


def shown(deck: Deck, image: Image, wear: Wear = MILD, seed: int = 3) -> Match:
    matcher = Matcher(deck)
    picture, corners = worn(image, wear, np.random.default_rng(seed))
    return matcher.match(matcher.cut(picture, corners))


HALF = (("5", "disc"), ("15", "disc"), ("night", "disc"))  # no card has another sign


@pytest.mark.parametrize("sign", breadth(["triangle", "bar"]))
@pytest.mark.parametrize("wear", [MILD, FAINT])
def test_a_card_whose_sign_no_card_of_the_deck_has_is_not_read_as_its_twin(
    sign: str, wear: Wear
) -> None:
    deck = deck_of(*HALF)
    for body, _ in HALF:
        match = shown(deck, card(body, sign), wear)
        assert match.decision.verdict is not Verdict.CERTAIN, body
        right = shown(deck, card(body, "disc"), wear)
        assert (right.card, right.decision.verdict) == (f"{body} disc", Verdict.CERTAIN)


@pytest.mark.parametrize("whole", [True, False])
def test_a_stranger_is_no_card_of_a_deck_even_if_that_is_called_whole(whole: bool) -> None:
    stranger = card("5", "triangle")
    held = shown(deck_of(*HALF, whole=whole), stranger).decision
    assert (held.verdict, held.vetoed) == (Verdict.DOUBTFUL, True)


def test_a_veto_in_one_fit_holds_for_all_fits_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    matcher = Matcher(deck_of(*HALF))
    fits = iter([Agreement(anywhere=0.5)])
    monkeypatch.setattr(PairVerifier, "agreement", lambda *_: next(fits, Agreement()))
    picture, corners = worn(card("5", "disc"), MILD, np.random.default_rng(3))
    held = matcher.match(matcher.cut(picture, corners)).decision
    assert next(fits, None) is None
    assert (held.verdict, held.vetoed) == (Verdict.DOUBTFUL, True)
    veto = CardReading("KS", Verdict.DOUBTFUL, 0.8, 0.3, (), corners, 0.0, picture, vetoed=True)
    sure = replace(veto, verdict=Verdict.CERTAIN, vetoed=False)
    other = replace(sure, card="KC")
    places = [Found(corners, 1.0), Found(corners + 3, 1.0)]
    assert not select(places, lambda place: veto if place is places[0] else sure)[0].certain
    assert select(places, lambda place: veto if place is places[0] else other)[0].certain


def test_dirt_on_one_of_two_signs_alike_does_not_make_a_card_doubtful() -> None:
    dirty = card("5", "disc").copy()
    cv2.circle(dirty, SIGN_AT, 7, (150, 150, 150), -1)
    match = shown(deck_of(*HALF), dirty)
    assert (match.card, match.decision.vetoed) == ("5 disc", False)


def test_a_blurred_picture_must_agree_better() -> None:
    agreement = Agreement(anywhere=0.8, nearly_everywhere=0.94, between_pairs=0.87)
    sharp = Evidence(
        card="KS", correlation=0.98, worst=0.81, blur=0.0, lean=0.0, agreement=agreement
    )
    assert decide([sharp], Limits()).verdict is Verdict.CERTAIN
    for doubtful in (
        replace(sharp, blur=2.0),
        replace(sharp, agreement=replace(agreement, anywhere=0.7)),
        replace(sharp, agreement=replace(agreement, between_pairs=0.77)),
        replace(sharp, agreement=replace(agreement, nearly_everywhere=0.99)),
        replace(sharp, tint=Tint(colour=0.5)),
        replace(sharp, tint=Tint(depth=-0.3)),
    ):
        assert decide([doubtful], Limits()).vetoed
