"""Finds the zone of cards in a picture without a mat, by the game's judgement and by the sender."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from firmware.reading.seen_cards import sure_name
from referee.judging import Judgement
from referee.match.desk import Snapshot
from referee.table import ANYWHERE, Laid, Zone
from vision.mat import Mat
from vision.observation import Observation, SettledCard


def open_zones(
    match: Snapshot, mats: Iterable[Mat], observed: Observation, cells: Collection[Zone] = ()
) -> tuple[Zone, ...]:
    """Return the zones in which the game accepts the new cards of a picture.

    If a card cannot be read, return all zones with pending cards. Zones in `cells` are left out.
    """
    if any(missing.zone == ANYWHERE for missing in match.pending):
        return (ANYWHERE,)
    due = [missing.zone for missing in match.pending if missing.zone not in cells]
    _, fresh = known_and_new(match, observed.settled)
    names = [(card.id, sure_name(card, match.renamed)) for card in fresh]
    if not names or any(name is None for _, name in names):
        return tuple(dict.fromkeys(due))
    named = (Zone.parse(name) for mat in mats for name in mat.zones)
    there = [zone for zone in named if zone not in cells]
    return tuple(
        zone
        for zone in dict.fromkeys((*due, *there))
        if _is_accepted(
            match.game.table.judge(
                match.state, tuple(Laid(name or "", zone, None, id_) for id_, name in names)
            )
        )
    )


def _is_accepted(judged: Judgement) -> bool:
    return bool(judged.moves or judged.choice or any(missing.have for missing in judged.pending))


def sender_zone(match: Snapshot, zones: Sequence[Zone], seat: int | None) -> Zone | None:
    """Return the zone in which a sender's cards are assumed to lie if there is no mat (SL-13).

    This is the sender's own zone or a common one. Return None if a person must decide.
    """
    own = [zone for zone in zones if seat is None or zone.seat in (None, seat)]
    due = [zone for zone in own if any(missing.zone == zone for missing in match.pending)]
    return next((few[0] for few in (own, due) if len(few) == 1), None)


def with_zone(observed: Observation, match: Snapshot, zone: Zone | None) -> Observation:
    """Return an observation whose new cards lie in `zone`; the others keep their known zones."""
    known, _ = known_and_new(match, observed.settled)
    settled = tuple(in_zone(card, known.get(card.id, zone)) for card in observed.settled)
    return replace(observed, settled=settled)


def in_zone(card: SettledCard, zone: Zone | None) -> SettledCard:
    """Return a card as it would be seen in `zone`."""
    return replace(card, reading=replace(card.reading, zone=None if zone is None else str(zone)))


def known_and_new(
    match: Snapshot, cards: Sequence[SettledCard]
) -> tuple[dict[str, Zone], list[SettledCard]]:
    """Return the zones, by card id, of the cards that the layout has; and the new cards.

    A single card is always new, because nobody sends a picture of an old card alone.
    """
    if len(cards) == 1:
        return {}, list(cards)
    left = Counter((card.name, card.zone) for card in match.layout.cards)
    known: dict[str, Zone] = {}
    fresh = []
    for card in cards:
        name = sure_name(card, match.renamed)
        at = next((zone for there, zone in left if there == name and left[there, zone] > 0), None)
        if at is None or name is None:
            fresh.append(card)
        else:
            left[name, at] -= 1
            known[card.id] = at
    return known, fresh
