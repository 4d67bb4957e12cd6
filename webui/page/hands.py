"""The hands at a virtual table: those that a seat may see, and those that the laptop shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.contract import Ask, AskCards, By, Offer
from referee.pending import PendingAction
from referee.reports.tabletop import PILE, Tabletop
from referee.table import CardStatus, Layout
from referee.words import Voice
from webui.page.border import Shape, Words
from webui.page.pictures import digest
from webui.port import Virtual

GIVEN = "cards"  # Key in an offer's `given` for the cards that the offer fixes.


class LayChoice(Shape):
    """A zone where a tap can lay a card, the label of the button, and what that does."""

    value: str
    label: str
    effect: str = ""


class HandCard(Shape):
    """A card in a hand of the virtual table.

    If the viewer may not see the card, `card` is empty and `picture` shows the back. Each choice in
    `lays` is a zone where a tap can lay the card, with what that does.
    """

    id: str
    card: str
    label: str
    picture: str
    lays: tuple[LayChoice, ...]


class HandCards(Shape):
    """A hand of the virtual table. The viewer may play it (`plays`), and see it (`sees`)."""

    hand: int
    plays: bool
    sees: bool
    cards: tuple[HandCard, ...]


def visible_hands(voice: Voice, virtual: Virtual, seat: int) -> tuple[HandCards, ...]:
    """Return the hands that a seat may see; the hands that it plays come first.

    Cards in the hands that it plays have the order of the deck. Other hands keep their order.
    """
    words, tabletop = virtual_words(voice, virtual), virtual.scene()
    if seat >= len(tabletop.sees):
        return ()
    seen = tabletop.visible_to(tabletop.sees[seat])
    every = range(len(tabletop.hands))
    plays = [
        hand for hand in every if hand in tabletop.sees[seat] and tabletop.players[hand] == seat
    ]
    rest = [hand for hand in every if hand not in plays and hand in (*tabletop.sees[seat], seat)]
    order = {card: place for place, card in enumerate(virtual.tray())}
    found = []
    for hand in (*plays, *rest):
        held = tabletop.hands[hand]
        if hand in plays:
            held = tuple(sorted(held, key=lambda one: order.get(seen.faces.get(one, ""), -1)))
        cards = tuple(_card(words, virtual, seen, one, hand in plays) for one in held)
        found.append(HandCards(hand, hand in plays, hand in tabletop.sees[seat], cards))
    return tuple(hand for hand in found if hand.cards)


def nameable_cards(
    tabletop: Tabletop,
    phones: Collection[int],
    viewer: int | None,
    hand: int,
    bots: Collection[int] = (),
) -> tuple[str, ...] | None:
    """Return the cards of a hand that a form may name, or None if nobody plays the hand.

    If the viewer may not see the hand, the form offers none of its cards. The player lays them on
    the table instead.
    """
    if hand >= min(len(tabletop.players), len(tabletop.hands)) or tabletop.players[hand] is None:
        return None
    open_ = open_hands(tabletop, phones, bots)
    known = hand in open_ if viewer is None else viewer == tabletop.players[hand]
    return tuple(tabletop.faces[card] for card in tabletop.hands[hand]) if known else ()


def free_cards(layout: Layout, waits: Iterable[PendingAction]) -> tuple[str, ...]:
    """Return the free cards in all zones from which players must take cards now."""
    zones = [one.zone for one in waits]
    cards = (one for one in layout.cards if one.status is CardStatus.FREE and one.zone in zones)
    return tuple(one.name for one in cards)


def limit_to_held(
    offers: Iterable[Offer],
    held: Callable[[Offer], Sequence[str] | None],
    free: Collection[str],
) -> tuple[Offer, ...]:
    """Return the offers that the player can fulfil with the cards `held` and the `free` cards.

    If the table does not know the hands, as at a real table, all offers stay.
    """
    found = []
    for one in offers:
        hand = held(one) if one.by is By.SEAT else None
        if hand is None:
            found.append(one)
            continue
        cards = Counter([*hand, *free])
        asks = tuple(_narrow(ask, cards) for ask in one.ask)
        if all(map(_can_fill, asks)) and Counter(one.given.get(GIVEN, ())) <= cards:
            found.append(replace(one, ask=asks))
    return tuple(found)


def _narrow(ask: Ask, cards: Mapping[str, int]) -> Ask:
    if not isinstance(ask, AskCards):
        return ask
    limit = ((card, min(left, cards[card])) for card, left in ask.limit().items())
    return replace(ask, possible={card: left for card, left in limit if left}, discards={})


def _can_fill(ask: Ask) -> bool:
    return not isinstance(ask, AskCards) or sum(ask.possible.values()) >= ask.least


def no_phones(tabletop: Tabletop, phones: Collection[int]) -> bool:
    """Whether no seat has a phone. In that case the laptop shows people's hands."""
    return bool(tabletop.sees) and not any(seat in phones for seat in range(len(tabletop.sees)))


def open_hands(
    tabletop: Tabletop, phones: Collection[int], bots: Collection[int]
) -> Collection[int]:
    """Return the hands that the laptop shows face up.

    Without phones, it shows all hands. If there are `bots`, it shows only hands that a person may
    see.
    """
    if not no_phones(tabletop, phones):
        return tabletop.open
    if not bots:
        return range(len(tabletop.hands))
    seen = (hand for seat, hands in enumerate(tabletop.sees) if seat not in bots for hand in hands)
    return {*tabletop.open, *seen}


def peeking_seats(
    tabletop: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> tuple[int | None, ...]:
    """Return, for each hand, the seat without a phone that may peek at it, or None."""
    not_here = {*phones, *bots}
    return tuple(_peeking_seat(tabletop, not_here, hand) for hand in range(len(tabletop.players)))


def hands_note(
    voice: Voice, tabletop: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> str:
    """Return a note about the hidden hands at the virtual table, or an empty string."""
    if set(range(len(tabletop.players))) <= set(tabletop.open):
        return ""
    if no_phones(tabletop, phones):
        return voice.key("page.hands.bots" if bots else "page.hands.alone")
    seats = {one for one in peeking_seats(tabletop, phones, bots) if one is not None}
    without = tuple(seat for seat, hand in enumerate(tabletop.hands) if hand and seat in seats)
    return voice.key("page.hands.without", seats=without) if without else ""


def _peeking_seat(tabletop: Tabletop, phones: Collection[int], hand: int) -> int | None:
    own = hand < len(tabletop.sees) and bool(tabletop.sees[hand])
    seat = hand if own else tabletop.players[hand]
    return None if seat in phones else seat


def virtual_words(voice: Voice, virtual: Virtual) -> Words:
    """Return the words for cards of the virtual table, whose deck may be another."""
    return Words(voice, virtual.face_svg, "/virtual")


def _card(words: Words, virtual: Virtual, seen: Tabletop, one: str, plays: bool) -> HandCard:
    voice, card = words.voice, seen.faces.get(one)
    if card is None:
        back = f"/virtual/back.svg?{digest(virtual.back_svg())}"
        return HandCard(one, "", voice.key("page.card.down"), back, ())
    zones = seen.taps.get(one, ()) if plays else ()
    does = seen.does.get(one, {})
    lays = tuple(
        LayChoice(zone, _lay_label(voice, zone), voice.say(does[zone]) if zone in does else "")
        for zone in zones
    )
    return HandCard(one, **words.card(card), lays=lays)


def _lay_label(voice: Voice, zone: str) -> str:
    return voice.key("page.held.back") if zone == PILE else voice.key("page.held.lay", zone=zone)
