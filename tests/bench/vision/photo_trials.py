"""Photographs read on given corners and end to end, and by decks that lack some of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.bench.vision.photos import Photo, knows
from tests.bench.vision.tally import Answer, Outcome, Tallies, Tally, answer_of, assign, timed
from vision.decks.deck import Deck
from vision.reader import Reader
from vision.reading import BACK, Found

ON_CORNERS, END_TO_END = "given corners", "end to end"
KNOWN, UNKNOWN, BACKS = "known cards", "unknown cards", "known backs"
TAKEN = {
    "card": "known cards, their template taken away",
    "rank": "known cards, their rank taken away",
    "suit": "known cards, their suit taken away",
}
PARTS = [f"{how}, {what}" for how in (ON_CORNERS, END_TO_END) for what in (KNOWN, UNKNOWN, BACKS)]
PARTS += [f"{how}, {what}" for how in (ON_CORNERS, END_TO_END) for what in TAKEN.values()]
NOTHING = "no card that is known of"


def read_photo(
    reader: Reader, photo: Photo, taken: str = "", gone: frozenset[str] = frozenset()
) -> tuple[Tallies, int]:
    """Read all cards of a photo; return the tallies by part, and how many cards were located.

    The deck may lack the cards that are `gone`. Then only these count, and `taken` says what they
    are (card, rank, suit).
    """
    done = Tallies()
    picture, deck = photo.image(), reader.deck
    for truth in photo.truths(deck, sorted(gone)):
        if truth.counted:
            tally = done[f"{ON_CORNERS}, {TAKEN[taken] if gone else _kind(truth.label, deck)}"]
            with timed(tally, 1):
                (reading,) = reader.read_places(picture, [Found(truth.corners, 1.0)])
            tally.note(truth, answer_of(reading), photo.path.name)
    kinds = {
        kind: done[f"{END_TO_END}, {TAKEN[taken] if gone else kind}"]
        for kind in (KNOWN, UNKNOWN, BACKS)
    }
    with timed(kinds[KNOWN], len(photo.visible)):
        cards = reader.read(picture).cards
    quads, texts = [card.corners for card in cards], [answer_of(card) for card in cards]
    got, strays = assign(quads, texts, photo.truths(deck, sorted(gone)))
    for truth, answer in zip(photo.truths(deck, sorted(gone)), got, strict=True):
        kinds[_kind(truth.label, deck)].note(truth, answer, photo.path.name)
    located = len(quads) - len(strays)
    return done, located + _judge_strays(
        photo, deck, [texts[stray] for stray in strays], gone, kinds
    )


def _kind(card: str, deck: Deck) -> str:
    if not knows(deck, card):
        return UNKNOWN
    return BACKS if card == BACK else KNOWN


def _judge_strays(
    photo: Photo,
    deck: Deck,
    strays: Sequence[Answer],
    gone: frozenset[str],
    tallies: Mapping[str, Tally],
) -> int:
    """Count what was read where no corners are marked; return how many cards were located.

    A card without marked corners is known by its name where it was read. Otherwise it is
    taken to lie in a place that nothing else explains.
    """
    located, left = 0, list[Outcome]()
    unmarked, partly = Counter(photo.unmarked), Counter(photo.partly)
    for card, otherwise in strays:
        if card is None:
            left.append(otherwise)
        elif knows(deck, card) and unmarked[card] > 0:
            unmarked[card] -= 1
            located += 1
            tallies[_kind(card, deck)].counts[Outcome.RIGHT] += not gone
        elif knows(deck, card) and partly[card] > 0:
            partly[card] -= 1
        else:
            tallies[UNKNOWN].beside(photo.path.name, NOTHING, card)
    for card in unmarked.elements():
        otherwise = left.pop() if left else Outcome.MISSED
        located += otherwise is not Outcome.MISSED
        kind = _kind(card, deck)
        if not gone or card in gone:
            tallies[kind].counts[Outcome.REFUSED if kind == UNKNOWN else otherwise] += 1
    return located
