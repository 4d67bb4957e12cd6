"""Photographs read in every way: on given corners and end to end, and with cards taken away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.bench.vision.contest import OURS, Contest, Tallies
from tests.bench.vision.photos import Photo, knows
from tests.bench.vision.tally import Answer, Outcome, Tally, assign
from vision.decks.deck import Deck
from vision.reading import BACK, Found

ON_CORNERS, END_TO_END = "given corners", "end to end"
KNOWN, UNKNOWN, BACKS = "known cards", "unknown cards", "known backs"
TAKEN = {
    "card": "known cards, their template taken away",
    "rank": "known cards, their rank taken away",
    "suit": "known cards, their suit taken away",
}
HOW, WHAT = (ON_CORNERS, END_TO_END), (KNOWN, UNKNOWN, BACKS, *TAKEN.values())
NOTHING = "no card that is known of"


@dataclass
class PhotoTallies:
    """What came of photos, by how the places were given and by what was asked."""

    of: dict[tuple[str, str], Tallies] = field(default_factory=dict)
    located: int = 0
    visible: int = 0

    def part(self, how: str, what: str) -> Tallies:
        """Return the tallies of one part, made when first asked for."""
        return self.of.setdefault((how, what), Tallies())

    def add(self, other: PhotoTallies) -> None:
        """Add another's tallies to these."""
        for (how, what), tallies in other.of.items():
            self.part(how, what).add(tallies)
        self.located += other.located
        self.visible += other.visible


def read_photo(contest: Contest, photo: Photo) -> PhotoTallies:
    """Read all cards of a photo with the whole deck."""
    done = PhotoTallies()
    picture, deck = photo.image(), contest.reader.deck
    for truth in photo.truths(deck):
        part = done.part(ON_CORNERS, _kind(truth.label, deck))
        for method, [answer] in contest.name(picture, [Found(truth.corners, 1.0)], part).items():
            part[method].note(truth, answer, photo.path.name)
    searched = Tallies()
    found, answers = contest.read(picture, searched)
    for method, said in answers.items():
        tallies = {kind: done.part(END_TO_END, kind)[method] for kind in (KNOWN, UNKNOWN, BACKS)}
        tallies[KNOWN] += searched[method]
        located = _judge(photo, deck, found, said, (), tallies)
        done.located += located if method == OURS else 0
    done.visible += len(photo.visible)
    return done


def read_photo_without(
    contest: Contest, photo: Photo, taken: str, gone: frozenset[str]
) -> PhotoTallies:
    """Read a photo by a deck that lacks `gone`; `taken` says what they are (card, rank, suit)."""
    done = PhotoTallies()
    picture, deck = photo.image(), contest.reader.deck
    part = done.part(ON_CORNERS, TAKEN[taken])
    for truth in photo.truths(deck, sorted(gone)):
        if truth.counted:
            place = Found(truth.corners, 1.0)
            for method, [answer] in contest.name(picture, [place], part).items():
                part[method].note(truth, answer, photo.path.name)
    part = done.part(END_TO_END, TAKEN[taken])
    found, answers = contest.read(picture, part)
    for method, said in answers.items():
        tallies = dict.fromkeys((KNOWN, UNKNOWN, BACKS), part[method])
        _judge(photo, deck, found, said, sorted(gone), tallies)
    return done


def _kind(card: str, deck: Deck) -> str:
    if not knows(deck, card):
        return UNKNOWN
    return BACKS if card == BACK else KNOWN


def _judge(
    photo: Photo,
    deck: Deck,
    found: Sequence[Found],
    said: Sequence[Answer],
    gone: Sequence[str],
    tallies: Mapping[str, Tally],
) -> int:
    """Count what was read in a whole photo, by kind; return how many cards were located.

    A card without marked corners is known by its name where it was read, and otherwise is
    taken to lie in a place that nothing else explains.
    """
    where, truths = photo.path.name, photo.truths(deck, gone)
    got, strays = assign([place.corners for place in found], said, truths)
    for truth, answer in zip(truths, got, strict=True):
        tallies[_kind(truth.label, deck)].note(truth, answer, where)
    located = len(found) - len(strays)
    unmarked, partly = Counter(photo.unmarked), Counter(photo.partly)
    left: list[Outcome] = []
    for card, otherwise in (said[place] for place in strays):
        if card is None:
            left.append(otherwise)
        elif knows(deck, card) and unmarked[card] > 0:
            unmarked[card] -= 1
            located += 1
            tallies[_kind(card, deck)].counts[Outcome.RIGHT] += not gone
        elif knows(deck, card) and partly[card] > 0:
            partly[card] -= 1
        else:
            tallies[UNKNOWN].beside(where, NOTHING, card)
    for card in unmarked.elements():
        otherwise = left.pop() if left else Outcome.MISSED
        located += otherwise is not Outcome.MISSED
        kind = _kind(card, deck)
        if kind == UNKNOWN:
            otherwise = Outcome.REFUSED
        if not gone or card in gone:
            tallies[kind].counts[otherwise] += 1
    return located
