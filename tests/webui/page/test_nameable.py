"""At a virtual table a seat types cards of its own hand, or that lie free, and no others."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import AskCards, By, Message, Offer, Presentation
from referee.pending import PendingAction
from referee.reports.tabletop import Tabletop
from referee.table import Card, CardStatus, Layout, Zone
from webui.page.offers import free_cards, limit_to_held, nameable_cards


def offer(*cards: str, least: int = 1, by: By = By.SEAT) -> Offer:
    ask = AskCards("cards", "mat", least, least, dict.fromkeys(cards, 4))
    return Offer("raid", Presentation(Message("page.menu")), 0, ask=(ask,), by=by)


HANDS = (("bee", "bee", "moth"), (), ("crow",))


def table(players: tuple[int | None, ...] = (0, 1, 2), open_: tuple[int, ...] = ()) -> Tabletop:
    """Return a table at which each sees its own hand."""
    held = tuple(tuple(f"{n}{at}" for at, _ in enumerate(hand)) for n, hand in enumerate(HANDS))
    faces = {f"{n}{at}": card for n, hand in enumerate(HANDS) for at, card in enumerate(hand)}
    whole = Tabletop((1, 1), (1, 1), (), held, faces, 0, 0, {}, 1)
    return replace(whole, sees=((0,), (1,), (2,)), players=players, open=open_)


def named(offers: tuple[Offer, ...]) -> list[dict[str, int]]:
    return [ask.possible for item in offers for ask in item.ask if isinstance(ask, AskCards)]


def test_a_seats_form_has_the_cards_of_its_hand_and_those_that_lie_free() -> None:
    offers = (offer("bee", "crow", "lynx", "owl"), offer("owl"), offer("bee", least=3))
    assert named(limit_to_held(offers, lambda _: HANDS[0], ["lynx"])) == [{"bee": 2, "lynx": 1}]
    assert named(limit_to_held(offers, lambda _: HANDS[2], ())) == [{"crow": 1}]
    assert limit_to_held(offers, lambda _: HANDS[1], ()) == ()
    given = replace(offer(), ask=(), given={"cards": ["moth"]})
    assert limit_to_held((given,), lambda _: HANDS[0], ()) == (given,)
    assert limit_to_held((given,), lambda _: HANDS[2], ()) == ()
    host = offer("owl", by=By.HOST)
    assert limit_to_held((host,), lambda _: HANDS[0], ()) == (host,)


def test_no_seat_is_offered_what_a_card_in_its_hand_makes_pointless() -> None:
    shown = Presentation(Message("page.menu"), unless_held=("owl", "moth"))
    denies = replace(offer(), ask=(), shown=shown)
    assert limit_to_held((denies,), lambda _: HANDS[0], ()) == ()
    assert limit_to_held((denies,), lambda _: HANDS[2], ()) == (denies,)
    assert limit_to_held((denies,), lambda _: None, ()) == (denies,)
    claims = replace(denies, shown=replace(shown, unless_held=(), if_held=("moth",)))
    assert limit_to_held((claims,), lambda _: HANDS[0], ()) == (claims,)
    assert limit_to_held((claims,), lambda _: HANDS[2], ()) == ()
    assert limit_to_held((claims,), lambda _: None, ()) == (claims,)


def test_where_no_hand_is_known_a_form_has_all_that_the_rules_allow() -> None:
    offers = (offer("bee", "owl"),)
    assert limit_to_held(offers, lambda _: None, ()) == offers
    assert nameable_cards(table((None, 1, 2)), (), None, 0) is None
    assert nameable_cards(table(), (), None, 3) is None
    assert nameable_cards(replace(table(), hands=()), (), None, 0) is None


def test_a_form_names_the_cards_of_a_hand_that_its_seat_plays_or_that_all_may_see() -> None:
    assert nameable_cards(table(), (), None, 0) == HANDS[0]
    assert nameable_cards(table(), {1}, None, 0) == ()
    assert nameable_cards(table(open_=(0,)), {1}, None, 0) == HANDS[0]
    assert nameable_cards(table(), {0, 1}, 0, 0) == HANDS[0]
    assert nameable_cards(table(), {0, 1}, 1, 1) == ()
    assert nameable_cards(table(), {0, 1}, 1, 0) == ()
    assert nameable_cards(table((1, 1, 2)), {0, 1}, 1, 0) == HANDS[0]


def test_cards_that_lie_free_are_named_only_where_some_are_to_be_taken() -> None:
    market = Zone("market")
    layout = Layout((Card("horse", market, status=CardStatus.FREE), Card("owl", market)))
    assert free_cards(layout, (PendingAction(Message("page.menu"), market, 0),)) == ("horse",)
    assert free_cards(layout, (PendingAction(Message("page.menu"), Zone("discard"), 0),)) == ()
