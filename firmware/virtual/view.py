"""The virtual table as pages receive it: each card's face, and the seats that may look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from firmware.virtual.brief import Brief
from firmware.virtual.duties import is_stuck
from firmware.virtual.duty import Duty, PutBack
from firmware.virtual.placement import MIDDLE
from firmware.virtual.situation import Situation
from firmware.virtual.state import is_pile
from referee.pending import Lay
from referee.reports.tabletop import PILE, HeldCard, TableDuty, Tabletop
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
    laid = tuple(placed if placed.face_up else replace(placed, card="") for placed in state.placed)
    shown = [*(card for _, card in state.held_cards()), *(item.id for item in laid if item.face_up)]
    known = brief.match == state.match
    sees = tuple(brief.sees(seat) for seat in range(brief.seats)) if known else ()
    players = tuple(_player(hand, sees) for hand in range(len(state.hands)))
    due = tuple(duty for duty in now.duties if duty.is_open)
    hands = [hand for hand in range(len(state.hands)) if hand not in brief.bots]
    held = {
        item: _held_card(now, due, item, hand, players[hand])
        for hand in hands
        for item in state.hands[hand]
    }
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
        aside=tuple(state.pile.aside),
        stuck=tuple(hand for hand in hands if is_stuck(now, hand)),
        piles=dict(zip(now.piles, state.pile.heights, strict=False)),
        duties=tuple(_table_duty(now, duty) for duty in due),
        reads=any(duty.is_unread(now) for duty in now.duties),
        away=bool(state.recallable()),
        missed=any({*duty.cards} & {*state.recallable()} for duty in due),
        along={zone: grids.free_columns(zone) for zone in grids.floating_grids()},
        starts={zone: grids.first_column(zone) for zone in grids.floating_grids()},
        held=held,
        sees=sees,
        open=brief.sees(None) if known else (),
        players=players,
        came={placed.id: state.came[placed.id] for placed in laid if placed.id in state.came},
        mats=tuple(mat.box_mm(0.0, 0.0, *mat.mat.size_mm) for mat in spread.placed),
    )


def _table_duty(now: Situation, duty: Duty) -> TableDuty:
    action, lies = duty.action, dict[str, tuple[str, str]]()
    source = getattr(action, "source", action.zone)
    for card in duty.cards:
        if is_pile(card):
            lies[card] = (card if now.piles else str(source), "")
        elif (lying := now.on_mat(card)) is not None:
            known = now.standing.known.get(card)
            zone = now.zone_of(lying) if known is None else known.zone
            lies[card] = (str(zone or MIDDLE), lying.face)
    return TableDuty(
        duty.id, action.message, action.seat, duty.cards, duty.count, duty.hand, duty.chooses, lies
    )


def _held_card(
    now: Situation, due: Sequence[Duty], one: str, hand: int, player: int | None
) -> HeldCard:
    """Return the places to lay a card of a hand. Without a `player`, no tap lays it."""
    brief, grids, face = now.brief, now.grids, now.state.pile.faces[one]
    if now.unread_of(hand):
        return HeldCard()
    mine = (duty.action for duty in due if one in duty.cards)
    several = {str(lay.zone) for lay in mine if isinstance(lay, Lay) and lay.count > 1}
    opens = brief.open_zones(face, hand, now.spread.zones)
    opens += tuple(sorted(several.intersection(now.spread.zones).difference(opens)))
    faces = [now.state.pile.faces[other] for other in now.state.hands[hand]]
    in_cells = [action.seat for action in brief.lays if grids.has(str(action.zone))]
    others = in_cells and not {None, hand} & {*map(brief.hand_of, in_cells)}
    fits = () if others else grids.open_cells(face)
    if player is not None and brief.comes_later(face, faces, player):
        return HeldCard(fits)
    taps = tuple(dict.fromkeys(_tap_zones(duty) for duty in due if one in duty.cards))
    here = {*opens, *grids.open_grids(face)}
    if player is None:
        taps = ()
    elif not taps and not any(str(action.zone) in here for action in brief.lays):
        taps = opens  # While a card is pending, only a duty lays it: an unread card may be there.
    return HeldCard(fits, opens, taps, dict(_lay_labels(brief, face, taps)))


def _tap_zones(duty: Duty) -> str:
    """Return the zone in which a tap on a held card lays it for a duty."""
    return PILE if isinstance(duty.action, PutBack) else str(duty.action.zone)


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
