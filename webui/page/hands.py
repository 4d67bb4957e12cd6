"""The hands at a virtual table: what one seat may look at, and whom the laptop shows which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.contract import By
from referee.judging import PendingAction
from referee.reports.tabletop import PILE, Tabletop
from referee.table import CardStatus, Layout
from referee.words import Voice
from webui.page.fields import CardsField, ChoiceLabel, Field, HandCard, HandCards
from webui.page.pictures import digest, face_url
from webui.page.schema import OfferForm
from webui.port import Virtual

GIVEN = "cards"  # the field of an offer that says itself which cards are meant


def visible_hands(voice: Voice, virtual: Virtual, seat: int) -> tuple[HandCards, ...]:
    """Return the hands that a seat may look at, and its own: first those that it plays.

    Its own cards lie in the order of the deck, which nobody else is told.
    """
    lies = virtual.scene()
    if seat >= len(lies.sees):
        return ()
    seen = lies.visible_to(lies.sees[seat])
    every = range(len(lies.hands))
    plays = [hand for hand in every if hand in lies.sees[seat] and lies.players[hand] == seat]
    rest = [hand for hand in every if hand not in plays and hand in (*lies.sees[seat], seat)]
    order = {card: place for place, card in enumerate(virtual.tray())}
    found = []
    for hand in (*plays, *rest):
        held = lies.hands[hand]
        if hand in plays:
            held = tuple(sorted(held, key=lambda one: order.get(seen.faces.get(one, ""), -1)))
        cards = tuple(_card(voice, virtual, seen, one, hand in plays) for one in held)
        found.append(HandCards(hand, hand in plays, hand in lies.sees[seat], cards))
    return tuple(hand for hand in found if hand.cards)


def nameable_cards(
    lies: Tabletop,
    phones: Collection[int],
    viewer: int | None,
    hand: int,
    bots: Collection[int] = (),
) -> tuple[str, ...] | None:
    """Return the cards of a hand that a form may name to a viewer; None where nobody plays it.

    Of a hand that the viewer does not look at a form names none: they are laid, not typed.
    """
    if hand >= min(len(lies.players), len(lies.hands)) or lies.players[hand] is None:
        return None
    open_ = open_hands(lies, phones, bots)
    known = hand in open_ if viewer is None else viewer == lies.players[hand]
    return tuple(lies.faces[card] for card in lies.hands[hand]) if known else ()


def free_cards(layout: Layout, waits: Iterable[PendingAction]) -> tuple[str, ...]:
    """Return the cards that lie free where some are to be taken now."""
    zones = [one.zone for one in waits]
    cards = (one for one in layout.cards if one.status is CardStatus.FREE and one.zone in zones)
    return tuple(one.name for one in cards)


def limit_to_held(
    offers: Iterable[OfferForm],
    held: Callable[[OfferForm], Sequence[str] | None],
    free: Collection[str],
) -> tuple[OfferForm, ...]:
    """Return offers whose cards are those `held` by who makes one, or that lie `free`.

    Where nobody knows what people hold, as at a real table, all that the rules allow.
    """
    found = []
    for one in offers:
        hand = held(one) if one.by == By.SEAT.value else None
        if hand is None:
            found.append(one)
            continue
        cards = Counter([*hand, *free])
        asks = tuple(_narrow(ask, cards) for ask in one.ask)
        if all(map(_can_fill, asks)) and Counter(one.given.get(GIVEN, ())) <= cards:
            found.append(replace(one, ask=asks))
    return tuple(found)


def _narrow(ask: Field, cards: Mapping[str, int]) -> Field:
    if not isinstance(ask, CardsField):
        return ask
    possible = (replace(one, left=min(one.left, cards[one.card])) for one in ask.possible)
    return replace(ask, possible=tuple(one for one in possible if one.left))


def _can_fill(ask: Field) -> bool:
    return not isinstance(ask, CardsField) or sum(one.left for one in ask.possible) >= ask.least


def no_phones(lies: Tabletop, phones: Collection[int]) -> bool:
    """Tell whether no seat has a phone, so that people's hands lie open at the laptop."""
    return bool(lies.sees) and not any(seat in phones for seat in range(len(lies.sees)))


def open_hands(lies: Tabletop, phones: Collection[int], bots: Collection[int]) -> Collection[int]:
    """Return the hands that lie open at the laptop.

    Where no seat has a phone it is all; beside `bots`, the table's own players, what one of the
    people there may look at.
    """
    if not no_phones(lies, phones):
        return lies.open
    if not bots:
        return range(len(lies.hands))
    seen = (hand for seat, hands in enumerate(lies.sees) if seat not in bots for hand in hands)
    return {*lies.open, *seen}


def peeking_seats(
    lies: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> tuple[int | None, ...]:
    """Return for each hand the seat without a phone that looks by a tap on it; None: none does."""
    not_here = {*phones, *bots}
    return tuple(_peeking_seat(lies, not_here, hand) for hand in range(len(lies.players)))


def hands_note(
    voice: Voice, lies: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> str:
    """Return what a page of the virtual table says of hands that a rule keeps from others."""
    if set(range(len(lies.players))) <= set(lies.open):
        return ""
    if no_phones(lies, phones):
        return voice.key("page.hands.bots" if bots else "page.hands.alone")
    seats = {one for one in peeking_seats(lies, phones, bots) if one is not None}
    without = tuple(seat for seat, hand in enumerate(lies.hands) if hand and seat in seats)
    return voice.key("page.hands.without", seats=without) if without else ""


def _peeking_seat(lies: Tabletop, phones: Collection[int], hand: int) -> int | None:
    own = hand < len(lies.sees) and bool(lies.sees[hand])
    seat = hand if own else lies.players[hand]
    return None if seat in phones else seat


def _card(voice: Voice, virtual: Virtual, seen: Tabletop, one: str, plays: bool) -> HandCard:
    card = seen.faces.get(one)
    if card is None:
        back = f"/virtual/back.svg?{digest(virtual.back_svg())}"
        return HandCard(one, "", voice.key("page.card.down"), back, ())
    picture = face_url(virtual.face_svg, card, "/virtual")
    zones = seen.taps.get(one, ()) if plays else ()
    does = seen.does.get(one, {})
    lays = tuple(
        ChoiceLabel(zone, _lay_label(voice, zone), voice.say(does[zone]) if zone in does else "")
        for zone in zones
    )
    return HandCard(one, card, voice.card(card), picture, lays)


def _lay_label(voice: Voice, zone: str) -> str:
    return voice.key("page.held.back") if zone == PILE else voice.key("page.held.lay", zone=zone)
