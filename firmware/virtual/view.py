"""The virtual table as pages receive it: each card's face, and the seats that may look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from firmware.virtual.brief import Brief
from firmware.virtual.chores import draws, urgent_chore
from firmware.virtual.missing_cards import any_missing
from firmware.virtual.situation import Situation
from firmware.virtual.tapping import lay_zones
from firmware.virtual.used_cards import cards_to_clear
from referee.asks import AskCards, AskPlace
from referee.pending import Lay
from referee.reports.tabletop import HeldCard, Tabletop
from referee.table import Laid, Zone
from referee.values import Message


def tabletop(
    now: Situation, card_mm: tuple[float, float], faults: Mapping[str, bool], version: int
) -> Tabletop:
    """Return the table as pages show it.

    If the cards were dealt for another match, nobody may look at them.
    """
    state, brief, spread, grids = now.state, now.brief, now.spread, now.grids
    face = state.pile.faces
    laid = tuple(one if one.face_up else replace(one, card="") for one in state.placed)
    shown = [*(card for _, card in state.held_cards()), *(one.id for one in laid if one.face_up)]
    known = brief.match == state.match
    sees = tuple(brief.sees(seat) for seat in range(brief.seats)) if known else ()
    players = tuple(_player(hand, sees) for hand in range(len(state.hands)))
    held = {one: _held_card(now, one, hand, players[hand]) for hand, one in state.held_cards()}
    hands = range(len(state.hands))
    return Tabletop(
        mat_mm=spread.size_mm,
        card_mm=card_mm,
        placed=laid,
        hands=tuple(tuple(hand) for hand in state.hands),
        faces={card: face[card] for card in (*shown, *state.pile.aside)},
        pile=len(state.pile.draw),
        discards=len(state.pile.discards),
        faults=dict(faults),
        version=version,
        zones={**spread.zones},
        owed=tuple(state.owed),
        aside=tuple(state.pile.aside),
        asked=_asked_cards(now),
        stuck=tuple(hand for hand in hands if _is_stuck(now, hand, players[hand], held)),
        piles=dict(zip(now.piles, state.pile.heights, strict=False)),
        draws=draws(now),
        tops=tuple(_drawable_tops(now)),
        goes=cards_to_clear(now),
        away=bool(state.recallable()),
        missed=any_missing(now),
        first=urgent_chore(now),
        along={zone: grids.free_columns(zone) for zone in grids.floating_grids()},
        starts={zone: grids.first_column(zone) for zone in grids.floating_grids()},
        held=held,
        sees=sees,
        open=brief.sees(None) if known else (),
        players=players,
        came={one.id: state.came[one.id] for one in laid if one.id in state.came},
        mats=tuple(one.box_mm(0.0, 0.0, *one.mat.size_mm) for one in spread.placed),
    )


def _drawable_tops(now: Situation) -> Iterator[str]:
    """Yield the id of each card that may be drawn from the top of a discard pile instead."""
    for pile in now.layout.piles if draws(now) else ():
        there = now.cards_in(pile.zone)
        if pile.leaves and there and there[-1].card == pile.top:
            yield there[-1].id


def _asked_cards(now: Situation) -> dict[str, int | None]:
    """Return the set-aside cards that may be laid now, each with the seat that may lay it."""
    brief, pile = now.brief, now.state.pile
    if now.must_deal:
        return {}
    return {
        one: lay.seat
        for lay in brief.lays
        for one in pile.aside
        if isinstance(lay, Lay)
        and isinstance(lay.ask, AskCards)
        and pile.faces[one] in lay.ask.possible
    }


def _is_stuck(now: Situation, hand: int, player: int | None, held: Mapping[str, HeldCard]) -> bool:
    """Whether a player must lay a card of this hand in a cell, but none of its cards fits."""
    cards, brief = now.state.hands[hand], now.brief
    return (
        player is not None
        and bool(cards)
        and brief.hand_of(player) == hand
        and any(
            isinstance(one, Lay) and isinstance(one.ask, AskPlace) and one.seat == player
            for one in brief.lays
        )
        and not any(held[one].fits or held[one].opens for one in cards)
    )


def _held_card(now: Situation, one: str, hand: int, player: int | None) -> HeldCard:
    """Return where a card of a hand may be laid. Without a `player`, no tap lays it."""
    brief, grids, face = now.brief, now.grids, now.state.pile.faces[one]
    opens, taps = brief.open_zones(face, hand, now.spread.zones), lay_zones(now, one, hand)
    faces = [now.state.pile.faces[other] for other in now.state.hands[hand]]
    if player is not None and brief.comes_later(face, faces, player):
        return HeldCard(grids.open_cells(face))
    if player is None:
        taps = ()
    elif not taps:
        taps = brief.tap_zones(face, opens, grids.open_grids(face), player)
    return HeldCard(grids.open_cells(face), opens, taps, dict(_lay_labels(brief, face, taps)))


def _player(hand: int, sees: Sequence[tuple[int, ...]]) -> int | None:
    """Return the seat that plays a hand. This is its owner if they may look at it, or else the only
    seat that may.
    """
    if hand < len(sees) and sees[hand]:
        return hand if hand in sees[hand] else None
    lookers = [seat for seat, hands in enumerate(sees) if hand in hands]
    return lookers[0] if len(lookers) == 1 else None


def _lay_labels(brief: Brief, card: str, zones: Sequence[str]) -> Iterator[tuple[str, Message]]:
    """Yield each zone in which laying the card takes up an offer, with the label of that offer."""
    for zone in zones:
        if (says := brief.offer_label(Laid(card, Zone.parse(zone)))) is not None:
            yield zone, says
