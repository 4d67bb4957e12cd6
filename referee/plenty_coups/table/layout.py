"""The layout of the table: the market, the camps, the piles, the horses and the markers."""

from __future__ import annotations

from referee.kit import newest
from referee.plenty_coups.state import zones
from referee.plenty_coups.state.open_cards import open_cards, used_cards, waiting_card
from referee.plenty_coups.state.state import MARKERS, State
from referee.plenty_coups.table.pending import cards_to_draw
from referee.table import Layout, Piece, Pile


@newest
def layout(state: State) -> Layout:
    """Return all face-up cards, the piles, and the pieces to count."""
    face_up = tuple(open_cards(state))
    used = used_cards(state, face_up)
    away = max(0, sum(state.deck.used.values()) - len(used))
    piles = (Pile(zones.PILE, state.deck.pile), Pile(zones.LAID_AWAY, away))
    held = [tribe.hand for tribe in state.tribes]
    for pending in cards_to_draw(state):  # These count as held already.
        held[state.turn] -= pending.count
    held[state.turn] -= waiting_card(state) is not None
    cards, discards = (*face_up, *used), (zones.DISCARD,)
    return Layout(cards, piles, pieces=_pieces(state), discards=discards, held=tuple(held))


def _pieces(state: State) -> tuple[Piece, ...]:
    """Return the horses in the plain and in herds, and the markers at camps and on raids."""
    pieces = [Piece("horse", zones.BREED, state.plain)]
    # The loop below subtracts the markers on raids.
    honour = [tribe.prestige for tribe in state.tribes]
    raid_side = [MARKERS - prestige for prestige in honour]
    on_raids: list[Piece] = []
    for camp, raid in state.raids():
        (honour if raid.turned else raid_side)[raid.tribe] -= 1
        by, kind = state.strength(raid.tribe, raid.cards), "honour" if raid.turned else "raid"
        on_raids.append(Piece(kind, zones.RAIDS[camp], 1, seat=raid.tribe))
        on_raids.append(Piece("strength", zones.RAIDS[camp], by, seat=raid.tribe))
    for tribe, owner in enumerate(state.tribes):
        pieces.append(Piece("horse", zones.HERDS[tribe], owner.horses, seat=tribe))
        pieces.append(Piece("raid", zones.ALLIANCES[tribe], raid_side[tribe], seat=tribe))
        pieces.append(Piece("honour", zones.ALLIANCES[tribe], honour[tribe], seat=tribe))
    return (*pieces, *on_raids)
