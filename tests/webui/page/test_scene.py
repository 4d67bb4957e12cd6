"""The hands at the virtual table, as the page of that table and a phone show them."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from referee.reports.tabletop import HeldCard, Tabletop
from referee.words import Voice
from webui.page.border import Words
from webui.page.scene import scene_section, visible_hands
from webui.port import Virtual

DECK = ("7", "8", "9", "K")
EACH = ((0,), (1,))  # each of two seats sees its own hand only
DRAWS = (
    {"a": "K", "b": "7"},
    {"c": "9", "d": "K", "e": "7"},
    {"f": "8", "g": "9", "h": "7", "i": "K"},
)


def two_hands(held: dict[str, str]) -> Mock:
    """Return a virtual table where both seats hold the same cards, in the order of shuffling."""
    faces = {**held, **{f"{card_id}2": card for card_id, card in held.items()}}
    virtual = Mock(spec=Virtual)
    virtual.scene.return_value = Tabletop(
        mat_mm=(1, 1),
        card_mm=(1, 1),
        placed=(),
        hands=(tuple(held), tuple(f"{name}2" for name in held)),
        faces=faces,
        pile=0,
        discards=0,
        faults={},
        version=1,
        sees=EACH,
        open=(0,),
        players=(0, 1),
    )
    virtual.tray.return_value = DECK
    virtual.face_svg.side_effect = str
    return virtual


@pytest.mark.parametrize("held", DRAWS, ids=len)
def test_a_hand_that_one_sees_lies_in_the_order_of_its_deck_and_a_hidden_one_does_not(
    held: dict[str, str],
) -> None:
    virtual, voice = two_hands(held), Voice("en", {}, 0)
    words = Words(voice, virtual.face_svg, "/virtual")
    scene = scene_section(words, virtual.scene(), phones=(1,), deck=DECK).scene
    assert scene is not None
    shown, hidden = scene.hands
    faces = [scene.faces[name] for name in shown]
    assert faces == sorted(held.values(), key=DECK.index)
    assert hidden == virtual.scene().hands[1]
    assert not set(hidden) & set(scene.faces)
    (own,) = visible_hands(voice, virtual, 0)
    assert [card.card for card in own.cards] == faces


def test_whoever_sees_two_hands_may_lay_cards_of_their_own_only() -> None:
    virtual = two_hands(DRAWS[2])
    scene = virtual.scene()
    held = dict.fromkeys(scene.faces, HeldCard(taps=("middle",)))
    virtual.scene.return_value = replace(scene, sees=((0, 1), (0, 1)), held=held)
    own, other = visible_hands(Voice("en", {}, 0), virtual, 0)
    assert (own.plays, other.plays) == (True, False)
    assert [[card.card for card in hand.cards] for hand in (own, other)] == [[*DECK], [*DECK]]
    assert all(card.lays for card in own.cards)
    assert not any(card.lays for card in other.cards)
