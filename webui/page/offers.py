"""The moves that a viewer may make. At a virtual table, forms name only cards that are at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.contract import Ask, AskCards, AskPlace, By, Offer
from referee.match.running import Snapshot
from referee.pending import PendingAction
from referee.reports.tabletop import Tabletop
from referee.table import CardStatus, Layout
from webui.page.moment import Moment, Viewer
from webui.page.scene import open_hands

GIVEN = "cards"  # Key in an offer's `given` for the cards that the offer fixes.

Due = Callable[[Offer], int]  # Returns when an offer becomes available, in ms of the table's clock.


def viewer_offers(now: Moment, phones: Collection[int]) -> tuple[Offer, ...]:
    """Return the moves that a viewer may make. `phones` are the seats that have a phone.

    At a virtual table, forms name only cards that are at hand.
    """
    viewer, snapshot, tabletop = now.viewer, now.snapshot, now.tabletop
    if snapshot is None:
        return ()
    offers = tuple(
        offer for offer in snapshot.offers if _may_make(offer, viewer, snapshot, now.deal.waits)
    )
    if tabletop is None or now.view is None:
        return offers
    plays = now.view.focus.hand

    def at_hand(offer: Offer) -> tuple[str, ...] | None:
        seat = offer.seat if viewer.seat is None else viewer.seat
        hand = seat if plays is None else plays
        if hand is None:
            return None
        return nameable_cards(tabletop, phones, viewer.seat, hand, now.bots)

    return limit_to_held(offers, at_hand, free_cards(snapshot.layout, snapshot.pending))


def _may_make(offer: Offer, viewer: Viewer, snapshot: Snapshot, waits: bool) -> bool:
    """Whether a viewer may make a move.

    A host may make every move; a seat may make its own moves and type in cards for the whole table.
    A phone that is also a host gets the host's other moves too. Bots make their own moves. A
    shared phone on which no seat is open gets the public moves of its seats. While the match
    `waits` for the deal, no seat moves and no card is laid.
    """
    if offer.by is By.CLOCK:
        return False
    if waits and offer.by is not By.HOST:
        return False
    if offer.by is By.SEAT and offer.seat in snapshot.players.levels:
        return False
    return (
        viewer.host
        or may_take(offer, viewer.seat)
        or (offer.seat in viewer.shared and offer.is_public)
        or (viewer.is_host_phone and offer.by is By.HOST and offer.typed is None)
    )


def may_take(offer: Offer, seat: int | None) -> bool:
    """Whether a phone at `seat` may make this move: its own move, or cards that it types in."""
    if seat is None:
        return False
    return offer.seat == seat if offer.by is By.SEAT else offer.typed is not None


def due_times(offers: Sequence[Offer], due: Due) -> tuple[tuple[Offer, int], ...]:
    """Return the offers that people must wait for, each with the time of its end."""
    return tuple((offer, due(offer)) for offer in offers if offer.shown.after_s)


def asked_places(
    offers: Sequence[Offer], hand: Collection[str] | None = None
) -> tuple[AskPlace, ...]:
    """Return the questions in which cell of a grid a card goes. A known `hand` limits them."""
    asks = (ask for offer in offers for ask in offer.ask if isinstance(ask, AskPlace))
    if hand is None:
        return tuple(asks)
    return tuple(
        replace(ask, places={card: cells for card, cells in ask.places.items() if card in hand})
        for ask in asks
    )


def limit_to_held(
    offers: Iterable[Offer], held: Callable[[Offer], Sequence[str] | None], free: Collection[str]
) -> tuple[Offer, ...]:
    """Return the offers that the player can fulfil with the cards `held` and the `free` cards.

    If the table does not know the hands, as at a real table, all offers stay.
    """
    results = []
    for offer in offers:
        hand = held(offer) if offer.by is By.SEAT else None
        if hand is None:
            results.append(offer)
            continue
        if not offer.shown.is_true_of(hand):
            continue
        cards = Counter([*hand, *free])
        asks = tuple(_narrow(ask, cards) for ask in offer.ask)
        if all(map(_can_fill, asks)) and Counter(offer.given.get(GIVEN, ())) <= cards:
            results.append(replace(offer, ask=asks))
    return tuple(results)


def _narrow(ask: Ask, cards: Mapping[str, int]) -> Ask:
    if not isinstance(ask, AskCards):
        return ask
    limit = ((card, min(left, cards[card])) for card, left in ask.limit().items())
    return replace(ask, possible={card: left for card, left in limit if left}, discards={})


def _can_fill(ask: Ask) -> bool:
    return not isinstance(ask, AskCards) or sum(ask.possible.values()) >= ask.least


def nameable_cards(
    tabletop: Tabletop,
    phones: Collection[int],
    viewer: int | None,
    hand: int,
    bots: Collection[int] = (),
) -> tuple[str, ...] | None:
    """Return the cards of a hand that a form may name, or None if nobody plays the hand.

    If the viewer may not see the hand, the form offers no card of it. The player lays them on
    the table instead.
    """
    if hand >= min(len(tabletop.players), len(tabletop.hands)) or tabletop.players[hand] is None:
        return None
    open_ = open_hands(tabletop, phones, bots)
    known = hand in open_ if viewer is None else viewer == tabletop.players[hand]
    return tuple(tabletop.faces[card] for card in tabletop.hands[hand]) if known else ()


def free_cards(layout: Layout, waits: Iterable[PendingAction]) -> tuple[str, ...]:
    """Return the free cards in all zones from which players must take cards now."""
    zones = [wait.zone for wait in waits]
    cards = (card for card in layout.cards if card.status is CardStatus.FREE and card.zone in zones)
    return tuple(item.name for item in cards)


def seats_to_open(now: Moment) -> tuple[int, ...]:
    """Return the seats of a shared phone that have a duty, or can do more than public moves."""
    if now.deal.waits or now.snapshot is None:
        return ()
    offers = (offer for offer in now.snapshot.offers if offer.by is By.SEAT and not offer.is_public)
    duties = now.tabletop.duties if now.tabletop else ()
    ours = {*(offer.seat for offer in offers), *(duty.seat for duty in duties)}
    return tuple(seat for seat in now.viewer.shared if seat in ours)
