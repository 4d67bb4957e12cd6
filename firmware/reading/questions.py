"""The reading desk: from the cards seen to a move, or to a question for the table.

What a game expects can only turn a certain card into a question; a doubtful card becomes
certain by a person's word and nothing else. No rule of any game is known here: what is
asked for is in `AskCards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.contract import AskCards, Message
from referee.reports.status import Candidate, Item, Question
from vision.observation import SettledCard
from vision.reading import CardReading, Verdict

UNCLEAR = ("overlap",)  # the reasons of an unclear place that have words of their own

Settled = Mapping[str, str | None]  # what people said, by sight: a card, or None for no card


@dataclass(frozen=True)
class Answer:
    """Cards that fit what is asked, and where each of them was seen, in the same order."""

    cards: tuple[str, ...]
    sights: tuple[SettledCard, ...]


def in_zone(sights: Iterable[SettledCard], zone: str) -> list[SettledCard]:
    """Return the sights that lie in a zone; ``mat`` is anywhere."""
    return [sight for sight in sights if zone in ("mat", sight.reading.zone)]


def judge(
    ask: AskCards,
    sights: Sequence[SettledCard],
    settled: Settled,
    name: str,
    refused: Message | None = None,
) -> Answer | Question:
    """Judge what lies in the zone of `ask`: an answer where all is sure and fits, else why not.

    `name` is the id of the question. `refused` is what the referee said of this answer, if it
    was given before: then it is asked about too.
    """
    there = _telling(ask, in_zone(sights, ask.zone), settled)
    if there and ask.most == 0:
        empty = Message("table.ask.clear", {"count": len(there)})
        items = tuple(Item(sight.id, sight.id, ()) for sight in there)
        return Question(name, ask.zone, refused or empty, items)
    cards_by_id = {sight.id: named(sight, settled) for sight in there}
    cards = tuple(card for card in cards_by_id.values() if card is not None)
    too_often = {card for card in cards if cards.count(card) > ask.possible.get(card, 0)}
    open_ = [
        sight
        for sight in there
        if (card := cards_by_id[sight.id]) is None
        or (card in too_often and sight.id not in settled)
    ]
    if not open_ and ask.fits(cards) and refused is None:
        return Answer(cards, tuple(there))
    missing = _missing(ask, len(there), cards)
    sure = {s.id: card for s in there if s not in open_ and (card := cards_by_id[s.id]) is not None}
    items = tuple(_item(ask, sight, sure, too_often, settled) for sight in there)
    if open_ and all(sight.reading.face_down for sight in open_):
        why = refused or Message("table.ask.turn", {"count": len(open_)})
    else:
        why = refused or _why(ask, [cards_by_id[sight.id] for sight in open_], cards, missing)
    return Question(name, ask.zone, why, items, missing)


def _telling(ask: AskCards, sights: Iterable[SettledCard], settled: Settled) -> list[SettledCard]:
    """Return the sights that matter: without what is no card, nor hands laid down to be held.

    Cards that lie face down are to be turned over where that many are missing, and else
    are somebody's own.
    """
    there = [sight for sight in sights if settled.get(sight.id, "") is not None]
    up = [sight for sight in there if not sight.reading.face_down or sight.id in settled]
    hands = ask.most > 0 and max(0, ask.least - len(up)) < len(there) - len(up)
    return up if hands else there


def candidates(ask: AskCards, sight: SettledCard, taken: Iterable[str]) -> tuple[Candidate, ...]:
    """Return every card that a sight may be, the likeliest first; `taken` are the others."""
    others = Counter(taken)
    scores = dict(sight.reading.runners_up)
    if sight.reading.card is not None:
        scores[sight.reading.card] = sight.reading.score
    found = [
        Candidate(card, round(scores.get(card, 0.0), 3), left)
        for card, most in ask.possible.items()
        if (left := most - others[card]) > 0
    ]
    return tuple(sorted(found, key=lambda candidate: -candidate.score))


def named(sight: SettledCard, settled: Settled) -> str | None:
    """Return the card that a sight surely is: by a person's word, or by a certain reading."""
    if sight.id in settled:
        return settled[sight.id]
    reading = sight.reading
    return reading.card if reading.verdict is Verdict.CERTAIN and not reading.face_down else None


def _missing(ask: AskCards, there: int, cards: Sequence[str]) -> int:
    most = ask.most + sum(ask.brings.get(card, 0) for card in cards)
    if there < ask.least:
        return ask.least - there
    return min(0, most - there)


def _item(
    ask: AskCards,
    sight: SettledCard,
    sure: Mapping[str, str],
    too_often: set[str],
    settled: Settled,
) -> Item:
    taken = [card for other, card in sure.items() if other != sight.id]
    reading = sight.reading
    may_be = candidates(ask, sight, taken)
    guess = reading.card if any(one.card == reading.card for one in may_be) else None
    return Item(
        id=sight.id,
        proof=sight.id,
        candidates=may_be,
        guess=guess,
        settled=settled.get(sight.id),
        certain=sight.id in sure and sight.id not in settled,
        reason=None if sight.id in sure else _reason(reading, too_often),
    )


def _reason(reading: CardReading, too_often: set[str]) -> Message:
    if reading.face_down:
        return Message("table.ask.face_down")
    if reading.verdict is Verdict.CERTAIN and reading.card in too_often:
        return Message("table.ask.none_left", {"card": reading.card or ""})
    if reading.verdict is Verdict.DOUBTFUL:
        return Message("table.ask.doubtful", {"card": reading.card or ""})
    if reading.verdict is Verdict.UNKNOWN:
        return Message("table.ask.unknown")
    known = reading.reason in UNCLEAR
    return Message(f"table.ask.unclear.{reading.reason}" if known else "table.ask.unclear")


def _why(ask: AskCards, open_: Sequence[str | None], cards: Sequence[str], missing: int) -> Message:
    """Return the one thing to do first."""
    impossible = tuple(sorted({card for card in open_ if card is not None}))
    if open_ and not impossible:
        return Message("table.ask.settle", {"count": len(open_)})
    if impossible:
        return Message("table.ask.impossible", {"cards": impossible})
    if missing > 0:
        return Message("table.ask.missing", {"count": missing})
    if missing < 0:
        return Message("table.ask.too_many", {"count": -missing})
    gone = Counter(ask.known) - Counter(cards)
    if gone:
        return Message("table.ask.gone", {"cards": tuple(gone.elements())})
    return Message("table.ask.impossible", {"cards": tuple(cards)})
