"""The duties at the virtual table: each pending action, with the cards that can do it now.

A duty follows from its action alone: its type, source, zone, cells, cards and count. This module
knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from firmware.virtual.duty import Duty, PutBack, TakeBack
from referee.asks import AskCards, AskPlace
from referee.contract import Message
from referee.judging import missing_card
from referee.pending import Clear, ClearAway, Draw, Lay, LayDown, PendingAction, Take, TurnUp, draw
from referee.reports.tabletop import PILE, Placed
from referee.table import ANYWHERE, Card, CardStatus, Laid, Taken, Zone

if TYPE_CHECKING:
    from firmware.virtual.situation import Situation


def duties(now: Situation) -> Iterator[Duty]:
    """Yield all duties after a deal, in the order of doing."""
    missing = tuple(_missing(now))
    asked = tuple(_asked(now))
    yield from missing
    yield from asked
    for hand in range(len(now.state.hands)):
        yield from _miscounted(now, hand, (*missing, *asked))
    named = {card for duty in (*missing, *asked) for card in duty.cards}
    used = [lying for lying in now.to_clear if lying.id not in {*named, *now.in_cells}]
    if used:
        names = tuple(lying.face for lying in used if lying.face)
        message = Message("table.watch.goes", {"cards": names})
        if not names:
            message = Message("table.watch.goes.back")
        action = ClearAway(message, now.zone_of(used[0]) or ANYWHERE, count=len(used))
        yield Duty(f"{now.brief.seq}.clear", action, tuple(lying.id for lying in used), len(used))


def is_stuck(now: Situation, hand: int) -> bool:
    """Whether a hand must lay a card in a cell, but none of its cards can do anything."""
    lays = [
        (duty, duty.action)
        for duty in now.duties
        if duty.hand == hand and isinstance(duty.action, Lay)
    ]
    asks = any(duty.count > 0 and isinstance(lay.ask, AskPlace) for duty, lay in lays)
    return asks and bool(now.state.hands[hand]) and not any(duty.is_open for duty, _ in lays)


def _asked(now: Situation) -> Iterator[Duty]:
    """Yield the duties that the match asks for. Several piles to draw from are one duty.

    A hand whose cards are counted draws before it lays: its own cards may be shuffled otherwise.
    """
    drawing, first = set[int | None](), set[int]()
    for number, action in enumerate(now.brief.actions):
        hand, id_ = now.brief.hand_of(action.seat), f"{now.brief.seq}.{number}"
        match action:
            case Draw():
                duty = _draw(now, id_, action, hand)
                if hand not in drawing:
                    yield duty
                drawing.add(hand)
                if hand is not None and duty.is_open and now.hand_size(hand) is not None:
                    first.add(hand)
            case TurnUp():
                yield _turn_up(now, id_, action)
            case Clear() | ClearAway():
                cards = _lying_to_clear(now, action)
                yield Duty(id_, action, cards, len(cards), hand)
            case Take():
                yield _take(now, id_, action, hand)
            case _ if hand in first:
                yield Duty(id_, action, (), action.count - action.have, hand)
            case _:
                yield _lay(now, id_, action, hand)


# -- from piles ----------------------------------------------------------------------------------


def _draw(now: Situation, id_: str, action: Draw, hand: int | None) -> Duty:
    """Return the draw of a hand. A card that it showed on the pile goes back first."""
    shown = {lying.id for lying in now.to_clear if now.zone_of(lying) == action.zone}
    gives_back = any(now.state.came.get(card) == hand for card in shown)
    sources = [
        item.zone
        for item in now.brief.actions
        if isinstance(item, Draw) and (item.seat, item.count) == (action.seat, action.count)
    ]
    drawn = max(now.state.drawn_after(now.brief.seq, hand), _taken_instead(now, hand))
    cards = () if gives_back else _pile_ids(now, sources)
    short = 0 if hand is None else short_of(now, hand)
    return Duty(id_, action, cards, action.count + short - drawn, hand)


def short_of(now: Situation, hand: int) -> int:
    """Return how many of the cards that the match counts in a hand are not there or elsewhere."""
    state = now.state
    away = len(_lost(now, hand)) > 0
    astray = any(
        now.lacks(seat) + state.drawn_after(now.brief.seq, seat) < 0
        for seat in range(len(state.hands))
    )
    laid = sum(state.came.get(placed.id) == hand for placed in now.standing.extra)
    return 0 if away or astray else max(0, now.lacks(hand) - laid)


def _lost(now: Situation, hand: int) -> list[str]:
    """Return the cards of a hand that were put away before they counted for anything."""
    state = now.state
    return [
        card
        for card in state.recallable()
        if state.came.get(card) == hand and not state.lay_of(card).has_counted
    ]


def _taken_instead(now: Situation, hand: int | None) -> int:
    """Return how many cards a seat has in its hand, or has laid unread, instead of drawn ones.

    That is known only where each card goes into a grid, and nobody holds cards between turns.
    """
    if hand is None or not now.layout.floats or now.hand_size(hand) is not None:
        return 0
    zones = {action.zone for action in now.brief.waits if now.brief.hand_of(action.seat) == hand}
    return len(now.state.hands[hand]) + sum(len(now.new_in(zone)) for zone in zones)


def _turn_up(now: Situation, id_: str, action: TurnUp) -> Duty:
    """Return the duty to turn up face-down cards of a zone, or cards of a pile."""
    new = sum(lying.face_up for lying in now.new_in(action.zone))
    backs = tuple(lying.id for lying in now.cards_in(action.source) if not lying.face_up)
    cards = backs
    if action.source != action.zone and not backs:
        cards = _pile_ids(now, [action.source])
    return Duty(id_, action, cards, action.count - action.have - new)


def _pile_ids(now: Situation, sources: Collection[Zone]) -> tuple[str, ...]:
    """Return the ids of the piles from which a card can be drawn. An empty pile is shuffled."""
    pile = now.state.pile
    if not pile.any_left and not any(now.used_up()):
        return ()
    if not now.piles:
        return (PILE,)
    heights = dict(zip(now.piles, pile.heights, strict=False))
    names = {str(zone) for zone in sources}
    return tuple(
        name for name in now.piles if name in names and (heights[name] or not any(heights.values()))
    )


# -- from the mat --------------------------------------------------------------------------------


def _lying_to_clear(now: Situation, action: PendingAction) -> tuple[str, ...]:
    """Return the cards still on the table that an action clears.

    Backs are all alike, so an action clears the backs in its zone.
    """
    left = Counter(action.cards)
    results = []
    for lying in now.to_clear:
        here = len(lying.face) > 0 or now.zone_of(lying) == action.zone
        if here and left[lying.face]:
            left[lying.face] -= 1
            results.append(lying.id)
    return tuple(results)


def _take(now: Situation, id_: str, action: Take, hand: int | None) -> Duty:
    """Return the duty to take cards of a zone. Cards that are gone from there were taken."""

    def may_go(card: Card) -> bool:
        if card.zone != action.zone or card.status is not CardStatus.FREE:
            return False
        if isinstance(action.ask, AskPlace):
            return card.at in action.ask.places.get(card.name, ())
        return card.name in action.ask.possible

    known, lacking = now.standing.known, now.standing.lacking
    cards = tuple(id_ for id_, card in known.items() if may_go(card))
    gone = sum(card.zone == action.zone and card.status is CardStatus.FREE for card in lacking)
    return Duty(id_, action, cards, action.count - gone, hand)


def _missing(now: Situation) -> Iterator[Duty]:
    """Yield the cards that must lie somewhere, but were moved, taken up or put away.

    A card that is laid into a grid may have pushed others aside, which is right once it is read.
    """
    if any(action.zone == ANYWHERE for action in now.brief.waits):
        return
    covered = (pile for pile in now.layout.piles if pile.top and not now.shows_top(pile))
    cards = [*now.standing.lacking, *(Card(pile.top, pile.zone) for pile in covered)]
    for number, card in enumerate(cards):
        if card.zone == ANYWHERE or not _must_lie(now, card):
            continue
        if card.at is not None and now.new_in(card.zone):
            continue
        result = _where_it_is(now, card)
        if result:
            anybodys = card.seat is None and now.state.holder(result[0]) is not None
            action = replace(missing_card(Taken(card)), at=() if card.at is None else (card.at,))
            yield Duty(
                f"{now.brief.seq}.missing.{number}", action, result, 1, card.seat, chosen=anybodys
            )


def _must_lie(now: Situation, card: Card) -> bool:
    """Whether a card must lie where it is missing.

    A card that may be taken up must lie there once a pending action needs it there. A back that was
    turned up, as is due, is not missing while it is unread.
    """
    here = [action for action in now.brief.waits if action.zone == card.zone]
    if card.status is CardStatus.FREE:
        return any(not isinstance(action, Take) for action in here)
    turns = any(isinstance(action, TurnUp) and action.source == action.zone for action in here)
    turned = card.down and turns and len(now.new_in(card.zone)) > 0
    return card.status is CardStatus.STAYS and not turned


def _where_it_is(now: Situation, card: Card) -> tuple[str, ...]:
    """Return the ids of the cards that may be a missing card: on the mat, in a hand or away."""
    state, faces = now.state, now.state.pile.faces
    may = (*now.standing.extra, *now.to_clear)
    lying = [placed for placed in may if card.name and placed.card == card.name]
    if lying:
        return () if _is_due(now, lying[0]) else (lying[0].id,)
    held = list[str]()
    for hand, cards in enumerate(state.hands):
        if card.down and hand == card.seat:
            return tuple(cards)
        if card.seat in (None, hand) and not _lays_elsewhere(now, hand, card.zone):
            held += [item for item in cards if faces[item] == card.name]
    if held:
        return tuple(held if card.seat is None else held[:1])
    for away in state.recallable():
        face = state.left[away].face if away in state.left else faces[away]
        if face == card.name:
            return (away,)
    return ()


def _is_due(now: Situation, lying: Placed) -> bool:
    """Whether a card, for example from a pile, is newly in the zone of an action that names it."""
    naming = (action for action in now.brief.actions if lying.card in action.cards)
    return any(lying in now.new_in(action.zone) for action in naming)


def _lays_elsewhere(now: Situation, hand: int, zone: Zone) -> bool:
    """Whether this hand must lay a card elsewhere now, or another one must lay a card here."""
    return any(
        (now.brief.hand_of(action.seat) == hand) is not (action.zone == zone)
        for action in now.brief.waits
    )


# -- from a hand ---------------------------------------------------------------------------------


def _lay(now: Situation, id_: str, action: PendingAction, hand: int | None) -> Duty:
    """Return the duty to lay cards of a hand, or cards that the action names, into a zone."""
    new = [
        placed
        for placed in now.new_in(action.zone)
        if placed.face_up is not isinstance(action, LayDown)
    ]
    count, fits, swept = action.count - action.have - len(new), _fitting(action), list[str]()
    if isinstance(action, Lay) and action.sweeps:
        swept = [lying.id for lying in now.to_clear if fits(lying.card)]
    if swept:  # All of them go there, even if one is on top already.
        count = max(count, 1)
    if count <= 0:
        return Duty(id_, action, (), count, hand)
    hands = now.state.hands if hand is None else now.state.hands[hand : hand + 1]
    faces = now.state.pile.faces
    cards = [card for held in hands for card in held if fits(faces[card])]
    if not isinstance(action, LayDown):
        asks = isinstance(action, Lay) and isinstance(action.ask, AskCards)  # It names its cards.
        cards += [card for card in now.state.pile.aside if asks and fits(faces[card])]
    cards += _named_elsewhere(now, action, [faces[card] for card in cards])
    cards += swept
    if not cards:  # Somebody may have put the card away before it was due.
        seats = range(len(now.state.hands)) if hand is None else (hand,)
        cards = [card for seat in seats for card in _lost(now, seat) if fits(faces[card])]
    in_cells = any(len(now.grids.open_cells(faces[card])) > 1 for card in cards)
    return Duty(id_, action, tuple(cards), count, hand, in_cells and not action.at)


def _fitting(action: PendingAction) -> Callable[[str], bool]:
    """Return a function that tells whether a card of this name may do the action."""
    if isinstance(action, LayDown):
        return lambda _: True
    match getattr(action, "ask", None):
        case AskCards(possible=possible):
            return lambda name: name in possible
        case AskPlace(places=places):
            return lambda name: name in places
    return lambda name: name in action.cards


def _named_elsewhere(now: Situation, action: PendingAction, held: Collection[str]) -> Iterator[str]:
    """Yield the cards that an action names and that are not `held`: they lie, or are away."""
    names = {*(Counter(action.cards) - Counter(held))}
    for lying in now.state.placed:
        card, where = now.standing.known.get(lying.id), now.zone_of(lying)
        stays = card is not None and card.status is CardStatus.STAYS
        pile = None if where is None else now.layout.pile(where)
        under = pile is not None and (not pile.leaves or now.cards_in(pile.zone)[-1] != lying)
        if lying.card in names and where != action.zone and not stays and not under:
            yield lying.id
    yield from (name for name in now.state.recallable() if now.state.pile.faces[name] in names)


def _is_refused(now: Situation, lying: Placed, duty: Duty) -> bool:
    """Whether a card was laid for a duty, but the match will never count it there."""
    zone = duty.action.zone
    if not lying.face_up or zone != now.zone_of(lying) or now.grids.has(str(zone)):
        return False
    judged = now.brief.judge_change(Laid(lying.face, zone))
    refused = any(not refusal.early for refusal in judged.refusals)
    return isinstance(duty.action, Lay) and refused and not judged.meanings


def _miscounted(now: Situation, hand: int, others: Collection[Duty]) -> Iterator[Duty]:
    """Yield what a hand must do if cards that it laid count for nothing, or if it holds more or
    fewer cards than the match counts in it. Cards that it has just taken do not count yet.
    """
    size, held = now.hand_size(hand), now.state.hands[hand]
    mine = [duty for duty in others if duty.hand == hand]
    takes = (duty for duty in mine if isinstance(duty.action, Take) and duty.action.into is None)
    kept = len(held) - sum(duty.action.count - duty.count for duty in takes)
    busy = any(duty.is_open for duty in mine)
    laid = [placed for placed in now.standing.extra if now.state.came.get(placed.id) == hand]
    wanted = {card for duty in others for card in duty.cards}
    strays = [
        item
        for item in laid
        if item.id not in wanted
        and (now.is_stray(item) or any(_is_refused(now, item, duty) for duty in mine))
    ]
    cards = tuple(stray.id for stray in strays)
    names = tuple(stray.face for stray in strays if stray.face)
    if size is not None and not busy:
        cards += tuple(_lost(now, hand)[: max(0, size - kept - len(laid))])
    if cards and (size is None or len(cards) <= size - kept):
        answer = Message("table.virtual.take_back", {"seat": hand, "cards": names})
        if len(names) < len(cards):
            count = len(cards)
            answer = Message("table.virtual.take_back_unseen", {"seat": hand, "count": count})
        action = TakeBack(answer, ANYWHERE, hand, count=len(cards))
        yield Duty(f"{now.brief.seq}.stray.{hand}", action, cards, len(cards), hand)
        return
    if size is None or busy:
        return
    drawn = any(isinstance(duty.action, Draw) for duty in mine)
    if drawn and 0 < size < kept:
        count = kept - size
        answer = Message("table.virtual.put_back_first", {"seat": hand, "count": count})
        back = PutBack(answer, ANYWHERE, hand, count=count)
        yield Duty(f"{now.brief.seq}.back.{hand}", back, (*held,), count, hand)
    elif not drawn and (count := short_of(now, hand)):
        backs = [placed for placed in now.standing.extra if not placed.face_up]
        zones = [zone for back in backs if (zone := now.zone_of(back)) is not None]
        source = zones[0] if zones else next(iter(pile.zone for pile in now.layout.piles), None)
        if source is not None:
            cards = tuple(back.id for back in backs) or _pile_ids(now, [source])
            yield Duty(
                f"{now.brief.seq}.draw.{hand}", draw(source, hand, count), cards, count, hand
            )
