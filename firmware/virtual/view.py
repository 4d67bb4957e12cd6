"""The virtual table as it is told to pages: each card's face beside who may look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.missing_cards import Lacking
from firmware.virtual.state import Layout
from firmware.virtual.tapping import Touch
from firmware.virtual.used_cards import goes
from referee.reports.tabletop import Tabletop
from referee.table import Laid, Zone
from referee.values import Message


def tabletop(
    lay: Layout,
    brief: Brief,
    grids: Grids,
    card_mm: tuple[float, float],
    piles: Sequence[str],
    faults: Mapping[str, bool],
    version: int,
) -> Tabletop:
    """Return the table as it lies, the `piles` by their zones, as a match says that it is seen.

    Nobody may look at cards that were dealt for another match than the one that says so.
    """
    spread, face, away = grids.spread, lay.pile.faces, lay.away()
    laid = tuple(one if one.face_up else replace(one, card="") for one in lay.placed)
    shown = [*(card for _, card in lay.held()), *(one.id for one in laid if one.face_up)]
    known = brief.match == lay.match
    sees = tuple(brief.sees(seat) for seat in range(brief.seats)) if known else ()
    opens = {one: brief.zones_for(face[one], hand, spread.zones) for hand, one in lay.held()}
    fits = {one: grids.open_to(face[one]) for _, one in lay.held()}
    touch = Touch(brief, lay, spread, piles)
    players = tuple(_player(hand, sees) for hand in range(len(lay.hands)))
    taps = {
        one: touch.lays(one, hand)
        or brief.taps_for(face[one], opens[one], grids.zones_of(face[one]), player)
        for hand, one in lay.held()
        if (player := players[hand]) is not None
    }
    return Tabletop(
        mat_mm=spread.size_mm,
        card_mm=card_mm,
        placed=laid,
        hands=tuple(tuple(hand) for hand in lay.hands),
        faces={card: face[card] for card in (*shown, *lay.pile.aside)},
        pile=len(lay.pile.draw),
        discards=len(lay.pile.discards),
        faults=dict(faults),
        version=version,
        zones={**spread.zones},
        owed=tuple(lay.owed),
        aside=tuple(lay.pile.aside),
        piles=dict(zip(piles, lay.pile.heights, strict=False)),
        draws=touch.draws(),
        goes=goes(brief, lay, spread),
        away=bool(away),
        missed=Lacking(brief, lay, spread, card_mm).anything,
        first=touch.first(),
        along={zone: grids.room(zone) for zone in grids.floating()},
        fits=fits,
        opens=opens,
        taps=taps,
        does={one: dict(_done(brief, face[one], zones)) for one, zones in taps.items()},
        sees=sees,
        open=brief.sees(None) if known else (),
        players=players,
    )


def _player(hand: int, sees: Sequence[tuple[int, ...]]) -> int | None:
    """Return who plays a hand: whose it is, if they may look at it; else the only one who may."""
    if hand < len(sees) and sees[hand]:
        return hand if hand in sees[hand] else None
    lookers = [seat for seat, hands in enumerate(sees) if hand in hands]
    return lookers[0] if len(lookers) == 1 else None


def _done(brief: Brief, card: str, zones: Sequence[str]) -> Iterator[tuple[str, Message]]:
    """Yield what it does to lay a card, by its zone, where an offer has words for it."""
    for zone in zones:
        if (says := brief.does(Laid(card, Zone.parse(zone)))) is not None:
            yield zone, says
