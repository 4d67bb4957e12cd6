"""Judging the cards that lie where a game asks for some: they fit, or there is a question.

What a game expects can only turn a certain card into a question; a doubtful card becomes
certain by a person's answer and nothing else. No rule of any game is known here: what is
asked for is in `AskCards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.contract import AskCards, Message
from referee.reports.status import Item, PossibleCard, Question
from vision.eyes import DISAGREE
from vision.mat import covers
from vision.observation import SettledCard
from vision.reading import CardReading, Verdict

UNCLEAR = ("overlap",)  # the reasons of an unclear place that have words of their own

Answers = Mapping[str, str | None]  # what people said, by card id: a name, or None for no card


@dataclass(frozen=True)
class Fit:
    """The names of cards that fit what is asked, and the card behind each, in the same order."""

    names: tuple[str, ...]
    cards: tuple[SettledCard, ...]


def in_zone(cards: Iterable[SettledCard], zone: str) -> list[SettledCard]:
    """Return the cards that lie in a zone; ``mat`` is anywhere, ``seats`` before any seat."""
    return [card for card in cards if covers(zone, card.reading.zone)]


def sure_name(card: SettledCard, answers: Answers) -> str | None:
    """Return the name of a card by a person's answer or by a certain reading, else None."""
    if card.id in answers:
        return answers[card.id]
    reading = card.reading
    return reading.card if reading.verdict is Verdict.CERTAIN and not reading.face_down else None


def likely_name(card: SettledCard, answers: Answers) -> str | None:
    """Return the name of a card as `sure_name` does, or what a doubtful one is likeliest."""
    name, reading = sure_name(card, answers), card.reading
    doubtful = reading.verdict is Verdict.DOUBTFUL and not reading.face_down
    return reading.card if doubtful and card.id not in answers else name


def judge(
    ask: AskCards,
    cards: Sequence[SettledCard],
    answers: Answers,
    question_id: str,
    refused: Message | None = None,
) -> Fit | Question:
    """Judge what lies in the zone of `ask`: a fit where all is sure, else a question.

    `refused` is what the referee said of these very cards, if they were submitted before: then
    they are asked about although they fit.
    """
    there = _counting(ask, in_zone(cards, ask.zone), answers)
    if there and ask.most == 0:
        clear = Message("table.ask.clear", {"count": len(there)})
        items = tuple(Item(card.id, card.id, ()) for card in there)
        return Question(question_id, ask.zone, refused or clear, items)
    name_of = {card.id: sure_name(card, answers) for card in there}
    names = tuple(name for name in name_of.values() if name is not None)
    limit = ask.limit(len(there))
    too_often = {name for name in names if names.count(name) > limit.get(name, 0)}
    doubtful = [
        card
        for card in there
        if name_of[card.id] is None or (name_of[card.id] in too_often and card.id not in answers)
    ]
    if not doubtful and ask.fits(names) and refused is None:
        return Fit(names, tuple(there))
    doubted = {card.id for card in doubtful}
    sure = {id_: name for id_, name in name_of.items() if name is not None and id_ not in doubted}
    missing = _missing(ask, len(there), names)
    items = tuple(_item(ask, card, sure, too_often, answers) for card in there)
    if doubtful and all(card.reading.face_down for card in doubtful):
        why = Message("table.ask.turn", {"count": len(doubtful)})
    else:
        why = _why(ask, [name_of[card.id] for card in doubtful], names, missing)
    return Question(question_id, ask.zone, refused or why, items, missing)


def candidates(
    ask: AskCards, card: SettledCard | None, taken: Iterable[str]
) -> tuple[PossibleCard, ...]:
    """Return all that a card may be, the likeliest first; `taken` names the others.

    Of a card that was never read (None), all that is asked for.
    """
    others = Counter(taken)
    left = {name: most - others[name] for name, most in ask.limit(1 + others.total()).items()}
    return likeliest(card, left)


def likeliest(card: SettledCard | None, left: Mapping[str, int]) -> tuple[PossibleCard, ...]:
    """Return what a card may be, of which so many are `left`, the likeliest first."""
    scores: dict[str, float] = {}
    if card is not None:
        scores |= card.reading.runners_up
        if card.reading.card is not None:
            scores[card.reading.card] = card.reading.score
    found = [
        PossibleCard(name, round(scores.get(name, 0.0), 3), many)
        for name, many in left.items()
        if many > 0
    ]
    return tuple(sorted(found, key=lambda candidate: -candidate.score))


def _counting(ask: AskCards, cards: Iterable[SettledCard], answers: Answers) -> list[SettledCard]:
    """Return the cards that count: not what is no card, nor hands laid down to be held.

    Cards that lie face down are to be turned over where that many are missing, and else
    are somebody's own.
    """
    there = [card for card in cards if answers.get(card.id, "") is not None]
    up = [card for card in there if not card.reading.face_down or card.id in answers]
    hands = ask.most > 0 and max(0, ask.least - len(up)) < len(there) - len(up)
    return up if hands else there


def _missing(ask: AskCards, there: int, names: Sequence[str]) -> int:
    """Return how many cards are missing; negative where there are too many."""
    if there < ask.least:
        return ask.least - there
    return min(0, ask.room(names) - there)


def _item(
    ask: AskCards,
    card: SettledCard,
    sure: Mapping[str, str],
    too_often: set[str],
    answers: Answers,
) -> Item:
    reading = card.reading
    may_be = candidates(ask, card, [name for id_, name in sure.items() if id_ != card.id])
    return Item(
        id=card.id,
        proof=card.id,
        candidates=may_be,
        guess=reading.card if reading.card in {one.card for one in may_be} else None,
        answer=answers.get(card.id),
        certain=card.id in sure and card.id not in answers,
        reason=None if card.id in sure else _reason(reading, too_often),
    )


def _reason(reading: CardReading, too_often: set[str]) -> Message:
    """Return why one card is asked about."""
    if reading.verdict is Verdict.CERTAIN and reading.card in too_often and not reading.face_down:
        return Message("table.ask.none_left", {"card": reading.card or ""})
    return doubt(reading)


def doubt(reading: CardReading) -> Message:
    """Return what is doubtful in a reading."""
    if reading.face_down:
        return Message("table.ask.face_down")
    if reading.verdict is Verdict.DOUBTFUL and reading.reason == "glare":
        return Message("table.ask.glare", {"card": reading.card or ""})
    if reading.reason == DISAGREE:
        return Message("table.ask.disagree", {"card": reading.card or ""})
    if reading.verdict is Verdict.DOUBTFUL:
        return Message("table.ask.doubtful", {"card": reading.card or ""})
    if reading.verdict is Verdict.UNKNOWN:
        return Message("table.ask.unknown")
    known = reading.reason in UNCLEAR
    return Message(f"table.ask.unclear.{reading.reason}" if known else "table.ask.unclear")


def _why(
    ask: AskCards, doubtful: Sequence[str | None], names: Sequence[str], missing: int
) -> Message:
    """Return the one thing to do first; `doubtful` names the cards asked about, where it can."""
    impossible = tuple(sorted({name for name in doubtful if name is not None}))
    if doubtful and not impossible:
        return Message("table.ask.which", {"count": len(doubtful)})
    if impossible:
        return Message("table.ask.impossible", {"cards": impossible})
    if missing > 0:
        return Message("table.ask.missing", {"count": missing})
    if missing < 0:
        return Message("table.ask.too_many", {"count": -missing})
    gone = Counter(ask.known) - Counter(names)
    if gone:
        return Message("table.ask.gone", {"cards": tuple(gone.elements())})
    return Message("table.ask.impossible", {"cards": tuple(names)})


def only_known(ask: AskCards, question: Question) -> bool:
    """Tell whether nothing lies there but what was read before."""
    known = [item for item in question.items if item.certain or item.answer is not None]
    names = [item.answer or item.guess for item in known]
    return len(names) == len(question.items) and Counter(names) == Counter(ask.known)
