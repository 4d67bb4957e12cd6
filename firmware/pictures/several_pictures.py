"""Joins several pictures of cards that count anywhere on the mat, as in a reveal.

If the deck has a card only once, that card is the same in both pictures. For other cards, people
are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from firmware.pictures.placement import AskWhere, Located, Placement
from firmware.pictures.zones import in_zone, known_and_new
from firmware.reading.seen_cards import sure_name
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.picture import PhotoChoice
from referee.table import ANYWHERE
from vision.observation import Observation, SettledCard

SAME, OTHERS = "same", "others"


def joined_with_earlier(
    match: Snapshot, earlier: Observation, now: Observation
) -> Placement | None:
    """Return the cards of two pictures together, if each picture shows some of the pending cards.

    Return None if the newer picture shows all pending cards, or if a card is uncertain.
    """
    due = next((action for action in match.pending if action.zone == ANYWHERE), None)
    if due is None:
        return None
    need = due.count - due.have
    before, fresh = _new_cards(match, earlier), _new_cards(match, now)
    first, then = _names(match, before), _names(match, fresh)
    if None in first or None in then or not first or not 0 < len(then) < need:
        return None
    seen = Counter(name for name in first if name), Counter(name for name in then if name)
    both = seen[0] & seen[1]
    deck = match.game.table.cards.counts(match.options)
    may_differ = [name for name in both if deck.get(name, 1) > max(seen[0][name], seen[1][name])]
    fewest = (seen[0] | seen[1]).total()

    def joined(same: Counter[str]) -> Located:
        left, more = Counter(same), list[SettledCard]()
        for card in before:
            name = sure_name(card, match.renamed) or ""
            if left[name] > 0:
                left[name] -= 1
            else:
                more.append(card)
        known = [card for card in now.settled if card not in fresh]
        settled = tuple(in_zone(card, ANYWHERE) for card in (*known, *more, *fresh))
        together = tuple(sure_name(card, match.renamed) or "" for card in (*more, *fresh))
        message = Message("table.photo.together", {"cards": together})
        return Located(replace(now, settled=settled), (message,))

    if not may_differ or fewest >= need:
        return joined(both)
    different = Counter({name: count for name, count in both.items() if name not in may_differ})
    return AskWhere(
        Message("table.photo.twice", {"cards": tuple(may_differ)}),
        (
            PhotoChoice(SAME, Message("table.photo.twice.same")),
            PhotoChoice(OTHERS, Message("table.photo.twice.others")),
        ),
        lambda way: joined(both if way == SAME else different),
    )


def _new_cards(match: Snapshot, observed: Observation) -> list[SettledCard]:
    """Return the face-up cards of a picture that are not in the layout."""
    known, _ = known_and_new(match, observed.settled)
    return [
        card for card in observed.settled if card.id not in known and not card.reading.face_down
    ]


def _names(match: Snapshot, cards: Iterable[SettledCard]) -> list[str | None]:
    return [sure_name(card, match.renamed) for card in cards]
