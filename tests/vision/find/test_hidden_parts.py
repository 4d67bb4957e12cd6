"""Partly hidden cards without a mat are named, or the reader says what is the matter."""

from __future__ import annotations

import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.patterned_tables import CLOTH
from tests.vision.scenes import deck, mat, matcher
from vision.geometry import overlap
from vision.reader import Reader
from vision.reading import HIDDEN, OUTSIDE, Corners, Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import DARK_WOOD, Frame, Hand, PlacedCard, Scene

DECK = "coyote-tomahawk"
CARD = PlacedCard(DECK, deck().names[8], 300, 200, 12)


def _seen(*cards: PlacedCard, table: str = DARK_WOOD, hands: tuple[Hand, ...] = ()) -> Frame:
    above = PinholeCamera.above(mat().size_mm, 1280, 720, tilt_deg=8.0)
    return Renderer(above, mat(), seed=1).render(Scene(cards, table, hands), seed=1)


def _reasons(picture: Image, place: Corners) -> set[str]:
    """Return the reasons for which the card at a place was not read; none if it was named."""
    reading = Reader(deck(), matcher=matcher()).read(picture)
    here = [card for card in reading.cards if overlap(card.corners, place) > 0.5]
    assert here, "the card is passed over in silence"
    assert all(card.card == CARD.card for card in here if card.verdict is Verdict.CERTAIN)
    if any(card.card == CARD.card for card in here):
        return set()
    assert {card.reason for card in here} <= {*reading.quality.reasons}
    return {card.reason for card in here}


@pytest.mark.parametrize("table", breadth([DARK_WOOD, CLOTH]))
@pytest.mark.parametrize("share", breadth([0.1, 0.25, 0.4], 0.1, 0.4))
def test_a_card_cut_off_by_the_edge_is_named_or_said_to_be_outside(
    share: float, table: str
) -> None:
    frame = _seen(CARD, table=table)
    corners = frame.truth[0].corners
    cut = round(float(np.quantile(corners[:, 0], 0.5) + (0.5 - share) * np.ptp(corners[:, 0])))
    assert _reasons(np.ascontiguousarray(frame.image[:, :cut]), corners) <= {OUTSIDE}


@pytest.mark.parametrize("tip", [(320, 225), (275, 215), (315, 195)])
def test_a_card_with_fingers_on_it_is_named_or_said_to_be_hidden(tip: tuple[int, int]) -> None:
    frame = _seen(CARD, hands=(Hand(*tip, 70.0),))
    assert _reasons(frame.image, frame.truth[0].corners) <= {HIDDEN}


def test_only_what_is_visible_of_a_card_tells_whether_it_is_one() -> None:
    above = PlacedCard(DECK, deck().names[3], 325, 215, 40)
    frame = _seen(CARD, above)
    under, top = (truth.corners for truth in frame.truth)
    bare = under + (top.mean(0) - under.mean(0)) * 2
    like = matcher().likeness
    assert like(frame.image, under, top[None]) > 0.8 > like(frame.image, under)
    assert like(frame.image, bare.astype(np.float32), top[None]) < 0.3
