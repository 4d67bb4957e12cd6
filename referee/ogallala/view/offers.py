"""The offers of each phase.

A card is unknown until it is read in its place. So the offers contain all legal cells of all cards
that may come. They are computed once for each territory and card.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import (
    AskCards,
    AskPlace,
    By,
    Cell,
    Message,
    Offer,
    Places,
    Press,
    Value,
)
from referee.kit import GRACE_S
from referee.ogallala.rules.ending import attackable_canoes
from referee.ogallala.rules.leaving import may_leave
from referee.ogallala.rules.placing import legal_cells_by_card
from referee.ogallala.rules.sliding import pushing_cards, slides
from referee.ogallala.rules.specials import target_cards
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.state import (
    GROUNDS,
    Phase,
    State,
    attacking_canoe,
    draw_objection,
    opponents,
    own_territory,
    top_card,
    zone_name,
)
from referee.ogallala.state.territory import Territory, cells, complete_canoes

_ENDS = Message("ogallala.effect.turn_ends")
_LAID = {  # The label for each source of a card.
    "pile": Message("ogallala.offer.pile"),
    "grounds": Message("ogallala.offer.grounds"),
    "lasso": Message("ogallala.offer.lasso_card"),
    "spoils": Message("ogallala.offer.spoils"),
}
_PUSHED = {"left": "ogallala.offer.push_left", "right": "ogallala.offer.push_right"}


# -- cards laid ----------------------------------------------------------------------------------


def draw_offers(state: State, _phase: Phase) -> Iterator[Offer]:
    """Yield the offers to lay or discard a card of a pile, or the top discard (OG-1, OG-2).

    The host may let a player leave.
    """
    seat, mine, tribes, there = (
        state.turn,
        own_territory(state),
        state.options.tribes,
        top_card(state),
    )
    drawn = tuple(state.stock)
    takes = there if draw_objection(state) is None else ""
    if drawn:
        yield from _lay_offers(seat, mine, drawn, tribes, "pile")
    if takes:
        yield from _lay_offers(seat, mine, (takes,), tribes, "grounds")
    if drawn:
        ask = AskCards("cards", GROUNDS, 1, 1, state.stock)
        label = Message("ogallala.offer.discard")
        yield Offer("discard", label, None, {"player": seat}, (ask,), by=By.CAMERA, effect=_ENDS)
    if takes:
        label = Message("ogallala.offer.lay_back", {"card": there})
        yield Offer("lay_back", label, seat, press=Press.LONG, after_s=GRACE_S, effect=_ENDS)
    yield from map(_leave_offer, may_leave(state))


def held_offers(state: State, phase: Phase) -> tuple[Offer, ...]:
    """Return the offers to lay a card that was captured or taken by the lasso (OG-20, OG-31)."""
    source = "lasso" if phase is Phase.SET else "spoils"
    held = tuple(dict.fromkeys(state.held))
    return _lay_offers(state.turn, own_territory(state), held, state.options.tribes, source)


@lru_cache(maxsize=256)
def _lay_offers(
    seat: int,
    mine: Territory,
    cards: tuple[str, ...],
    tribes: bool,
    source: str,
) -> tuple[Offer, ...]:
    """Return the offers to lay one of the cards. Other cards may have to move aside (OG-16)."""
    where: Places = legal_cells_by_card(mine, cards, tribes)
    given = {"player": seat, "source": source}
    offered = []
    if where:
        ask = AskPlace("laid", zone_name(seat), cells(mine), where)
        offered.append(Offer("place", _LAID[source], None, given, (ask,), by=By.CAMERA))
    pushed = pushing_cards(mine)
    for card in cards:
        for cell, side, after in slides(mine, card, tribes) if card in pushed else ():
            at = (cell.row, cell.column)
            known = tuple(one for one in cells(after) if (one.row, one.column) != at)
            only: Places = {card: (at,)}
            ask = AskPlace("laid", zone_name(seat), known, only)
            beside = after.card_at(cell.row, cell.column + (1 if side == "right" else -1))
            params = {"card": card, "beside_card": beside}
            pushes = Message(_PUSHED[side], params)  # type: ignore[arg-type]
            laid = {"card": card, "row": cell.row, "column": cell.column}
            more = {**given, "side": side, "laid": laid}  # `side` and `laid` identify this slide
            offered.append(Offer("place", pushes, None, more, (ask,), by=By.CAMERA, aside=True))
    return tuple(offered)


# -- cards taken ---------------------------------------------------------------------------------


def aim_offers(state: State, phase: Phase) -> Iterator[Offer]:
    """Yield the offers to lasso or shoot an opponent's card (OG-20, OG-21)."""
    lasso = phase is Phase.LASSO
    for seat in opponents(state):
        if aimed := target_cards(state, seat, phase):
            label = Message(
                "ogallala.offer.lasso" if lasso else "ogallala.offer.shoot", {"target_seat": seat}
            )
            tag = "lasso" if lasso else "shoot"
            effect = Message(f"ogallala.effect.{tag}")
            yield _take_offer(
                state, tag, label, seat, _cells_by_card(aimed), {"target": seat}, effect
            )


def wreck_offers(state: State, _phase: Phase) -> tuple[Offer, ...]:
    """Return the offer to choose which complete canoe Mad Axe takes (OG-22)."""
    cards = tuple(
        Cell(card, row, column)
        for row, canoe in complete_canoes(own_territory(state))
        for column, card in canoe.cells()
    )
    label = Message("ogallala.offer.wreck")
    effect = Message("ogallala.effect.wreck")
    return (_take_offer(state, "wreck", label, state.turn, _cells_by_card(cards), {}, effect),)


def attack_offers(state: State, _phase: Phase) -> Iterator[Offer]:
    """Yield the offers to attack a weaker canoe, and the offer to attack none (OG-30)."""
    for seat in opponents(state):
        cards = tuple(
            Cell(card, row, column)
            for row, canoe in attackable_canoes(state, seat)
            for column, card in canoe.cells()
        )
        if cards:
            label = Message("ogallala.offer.attack", {"target_seat": seat})
            effect = Message(
                "ogallala.effect.weaker", {"strength": attacking_canoe(state).crew.strength}
            )
            yield _take_offer(
                state, "attack", label, seat, _cells_by_card(cards), {"target": seat}, effect
            )
    label = Message("ogallala.offer.spare")
    yield Offer("spare", label, state.turn, press=Press.LONG, after_s=GRACE_S)


def _take_offer(
    state: State,
    tag: str,
    label: Message,
    seat: int,
    where: Places,
    given: dict[str, Value],
    effect: Message,
) -> Offer:
    """Return an offer to take a card out of a territory."""
    known = cells(state.territories[seat])
    ask = AskPlace("taken", zone_name(seat), known, where, leaves=True)
    given = {"player": state.turn, **given}
    return Offer(tag, label, None, given, (ask,), by=By.CAMERA, effect=effect)


def _cells_by_card(cards: tuple[Cell, ...]) -> Places:
    found: dict[str, list[tuple[int, int]]] = {}
    for one in cards:
        found.setdefault(one.card, []).append((one.row, one.column))
    return {card: tuple(at) for card, at in found.items()}


# -- the rest ------------------------------------------------------------------------------------


def top_offers(state: State, _phase: Phase) -> tuple[Offer, ...]:
    """Return the offer to show which of several cards, discarded together, is on top (OG-31)."""
    layer = state.grounds[-1]
    possible = {card: layer.count(card) for card in COUNTS if card in layer}
    ask = AskCards("cards", GROUNDS, 1, 1, possible)
    return (Offer("top_read", Message("ogallala.offer.top_read"), ask=(ask,), by=By.CAMERA),)


@lru_cache
def _leave_offer(seat: int) -> Offer:
    """Return the host's offer to let a player leave."""
    return Offer("leave", Message("ogallala.offer.leave", {"seat": seat}), seat, by=By.HOST)


def end_offers(state: State, _phase: Phase) -> tuple[Offer, ...]:
    """Return the offers to end the match or play on, after a third canoe (OG-40)."""
    ends, on = Message("ogallala.offer.end"), Message("ogallala.offer.play_on")
    counts = Message("ogallala.effect.end")
    return (
        Offer("end", ends, state.turn, press=Press.SHORT, after_s=GRACE_S, effect=counts),
        Offer("play_on", on, state.turn, press=Press.LONG, after_s=GRACE_S),
    )
