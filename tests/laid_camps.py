"""A match of Plenty Coups amid play: its cards at the virtual table lie as the referee has them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from firmware.mats import load_mats
from firmware.virtual.pile import Pile
from firmware.virtual.placement import next_spot
from firmware.virtual.state import TableState
from firmware.virtual.table import KEY
from referee.contract import By, Offers
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.plenty_coups.state.cards import COUNTS
from referee.table import CardStatus
from tests.bench.rules.randomplay import choose
from tests.referee.plenty_coups.public_state import PublicState
from vision.mat import places_mm
from vision.spread import Spread

GAME = "plenty_coups"
CARD_MM = (44.0, 63.0)
RAIDS = 2
MOST = 400  # moves; a match has fewer


def amid_raids(desk: Desk, names: Sequence[str], seed: int) -> None:
    """Begin a match and play it until raids and an alliance stand beside a full market.

    The cards that lie on the mat and those in hands are kept at the desk.
    """
    chance = Random(seed)
    match = desk.do(Begin(GAME, {}, len(names), tuple(names)))
    for _ in range(MOST):
        if telling(PublicState(match.state)):
            desk.put(KEY, msgspec.to_builtins(laid(match, chance)))
            return
        usual = [offer for offer in match.offers if offer.by is not By.HOST]
        kind = chance.choice(sorted({item.move for item in usual}))
        alike = tuple(offer for offer in usual if offer.move == kind)
        match = desk.do(Move(choose(Offers(alike, ()), chance)))
    raise LookupError(seed)


def telling(shown: PublicState) -> bool:
    """Whether a match stands where a picture shows much of it."""
    raids = sum(raid is not None for raid in shown.raids)
    allied = any(bond is not None and bond.partner is not None for bond in shown.bonds)
    return shown.phase == "take" and len(shown.market) == 4 and allied and raids >= RAIDS


def laid(match: Snapshot, chance: Random) -> TableState:
    """Return the cards of a match as they lie on its mat and are held."""
    shown = PublicState(match.state)
    spread = Spread.side_by_side(load_mats(GAME, match.seats))
    layout = TableState(GAME, match.match, Pile.new(COUNTS), [[] for _ in range(match.seats)])
    stays: dict[str, list[str]] = {}
    for item in match.layout.cards:
        if item.status is CardStatus.STAYS or str(item.zone) == "market":
            stays.setdefault(str(item.zone), []).append(item.name)
    for zone, cards in stays.items():
        for card, (x_mm, y_mm) in zip(cards, places_mm(spread.zones[zone]), strict=False):
            *_, turn_deg = next_spot(spread, CARD_MM, layout.placed, zone, chance)
            layout.put(layout.pile.take_named(card), (x_mm, y_mm, turn_deg))
    layout.hands = [[layout.pile.take_named(card) for card in known] for known in shown.known]
    layout.pile.discards = [layout.pile.take_named(card) for card in shown.kept.used.elements()]
    layout.pile.split(1)
    layout.pile.shuffle(chance)
    for hand, held in zip(layout.hands, shown.hands, strict=True):
        hand += [layout.pile.take_top(chance) for _ in range(held - len(hand))]
    layout.dealt = 1
    return layout
