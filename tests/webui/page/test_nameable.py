"""At a virtual table a seat types cards of its own hand, or that lie free, and no others."""

from __future__ import annotations

from referee.contract import By
from webui.page.fields import CardsField, ShownHand, ShownHeld, ShownPossible
from webui.page.held import nameable
from webui.page.schema import ShownOffer


def offer(*cards: str, least: int = 1, by: By = By.SEAT) -> ShownOffer:
    possible = tuple(ShownPossible(card, card, 4) for card in cards)
    ask = CardsField("cards", least, least, (), {}, (), possible)
    return ShownOffer(
        move="raid",
        label="",
        effect="",
        seat=0,
        given={},
        ask=(ask,),
        by=by.value,
        press=None,
        due=None,
        aside=False,
        among="",
    )


def hand(number: int, *cards: str, plays: bool = True) -> ShownHand:
    held = tuple(ShownHeld(f"{number}{n}", card, card, "", ()) for n, card in enumerate(cards))
    return ShownHand(number, plays, plays, held)


def named(offers: tuple[ShownOffer, ...]) -> list[dict[str, int]]:
    asks = [ask for one in offers for ask in one.ask if isinstance(ask, CardsField)]
    return [{one.card: one.left for one in ask.possible} for ask in asks]


def test_a_seats_form_has_the_cards_of_its_hand_and_those_that_lie_free() -> None:
    held = (hand(0, "bee", "bee", "moth"), hand(2, "crow"))
    offers = (offer("bee", "crow", "lynx", "owl"), offer("owl"), offer("bee", least=3))
    assert named(nameable(offers, held, 0, ["lynx"])) == [{"bee": 2, "lynx": 1}]
    assert named(nameable(offers, held, 2, ())) == [{"crow": 1}]
    host = offer("owl", by=By.HOST)
    assert nameable((host,), held, 0, ()) == (host,)


def test_where_no_hand_is_known_a_form_has_all_that_the_rules_allow() -> None:
    offers = (offer("bee", "owl"),)
    assert nameable(offers, (), 0, ()) == offers
    assert nameable(offers, (hand(0, "bee", plays=False),), 0, ()) == offers
