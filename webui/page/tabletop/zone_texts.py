"""The table in sentences, zone by zone, for screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.pending import PendingAction
from referee.table import Card, CardStatus, Layout, Zone, cell_name
from referee.words import Voice
from webui.page.border import Words
from webui.page.leaves import token_text
from webui.page.tabletop.placement import leftmost_column


def zone_texts(words: Words, layout: Layout, due: Sequence[PendingAction]) -> tuple[str, ...]:
    """Return a sentence for each zone that is not empty, followed by the pending actions."""
    voice, things = words.voice, dict[Zone, list[str]]()

    def add(zone: Zone, text: str) -> None:
        things.setdefault(zone, []).append(text)

    for pile in layout.piles:
        key = "page.lies.pile" if pile.count is None else "page.lies.cards"
        add(pile.zone, voice.key(key, count=pile.count or 0))
        if pile.top:
            add(pile.zone, voice.key("page.lies.top", card=pile.top))
    backs = Counter(card.zone for card in layout.cards if card.down)
    for held in layout.backs:
        backs[held.zone] += held.count
    for zone, count in backs.items():
        add(zone, voice.key("page.lies.backs", count=count))
    left = {
        zone: leftmost_column(layout, zone)
        for zone in {card.zone for card in layout.cards if card.at is not None}
    }
    for card in (card for card in layout.cards if not card.down):
        add(card.zone, _card(voice, card, left.get(card.zone, 0)))
    for piece in layout.pieces:
        add(piece.zone, token_text(piece, words))
    for outline in layout.outlines:
        for piece in outline.pieces:
            add(outline.zone, token_text(piece, words))
    for zone, message in layout.words:
        add(zone, voice.say(message))
    said_of = (voice.key("page.lies", zone=str(zone), parts=all_) for zone, all_ in things.items())
    texts = [text[:1].upper() + text[1:] for text in said_of]
    return tuple(dict.fromkeys([*texts, *(voice.say(action.message) for action in due)]))


def _card(voice: Voice, card: Card, left: int) -> str:
    if card.at is not None:
        return voice.key("page.lies.cell", card=card.name, cell=cell_name(card.at, left))
    if card.status is CardStatus.TO_CLEAR:
        return voice.key("page.lies.goes", card=card.name)
    return voice.card(card.name)
