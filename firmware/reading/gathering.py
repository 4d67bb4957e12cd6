"""Cards that leave: gathered, taken up, or gathered before they were read.

No rule of any game is known here: what must leave a zone is in a `Want`, what is asked for in
`AskCards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from firmware.reading.judging import Answers, Fit, candidates, in_zone, likeliest, sure_name
from firmware.reading.staying import gone
from referee.contract import AskCards, Message, Offer, Want, Watch
from referee.reports.status import Item, Question
from vision.mat import covers
from vision.observation import Observation, SettledCard

MISSED_AFTER_S = 1.0


def leaving(
    ask: AskCards, wants: Iterable[Want], cards: Sequence[SettledCard], answers: Answers
) -> list[SettledCard]:
    """Return the cards that still lie where an emptied zone is asked for.

    Where a `Want` names what must leave, other cards that lie early in a zone asked for next
    (`AskCards.then`) are left out of account. What cannot be read may be one that must leave.
    """
    there = in_zone(cards, ask.zone)
    named = [want.cards for want in wants if want.watch is Watch.CLEAR and want.zone == ask.zone]
    left = Counter(card for names in named for card in names)
    if not left:
        return there

    def is_early(card: SettledCard) -> bool:
        name = sure_name(card, answers)
        return name is not None and not left[name] and card.reading.zone in ask.then

    return [card for card in there if not is_early(card)]


def left(
    ask: AskCards,
    cards: Sequence[SettledCard],
    answers: Answers,
    question_id: str,
    refused: Message | None = None,
) -> Fit | Question | None:
    """Judge by the cards of a zone which of the known have left it (`AskCards.leaves`).

    None where none has; what cannot be read for certain may be any of them. `refused` is what the
    referee said of these very cards, if they were submitted before.
    """
    names = {card.id: sure_name(card, answers) for card in cards}
    unsure = [card for card in cards if names[card.id] is None and card.id not in answers]
    sure = Counter(name for name in names.values() if name is not None)
    gone, more = Counter(ask.known) - sure, sure - Counter(ask.known)
    number = gone.total()
    if number <= len(unsure) and not more:
        return None
    if unsure or more:
        asked = [*unsure, *(card for card in cards if more[names[card.id] or ""])]
        key = "table.ask.which" if unsure else "table.ask.too_many"
        items = tuple(
            Item(card.id, card.id, likeliest(card, gone or Counter(ask.known)), names[card.id])
            for card in asked
        )
        return Question(question_id, ask.zone, Message(key, {"count": len(asked)}), items)
    cards_gone = tuple(gone.elements())
    if refused is not None:
        return Question(question_id, ask.zone, refused)
    if ask.fits(cards_gone):
        return Fit(cards_gone, ())
    if number < ask.least:
        count = ask.least - number
        more_to_go = Message("table.ask.leaves", {"count": count, "cards": cards_gone})
        return Question(question_id, ask.zone, more_to_go, missing=count)
    back = Message("table.ask.gone", {"cards": cards_gone})
    return Question(question_id, ask.zone, back)


def missed(
    reads: Sequence[tuple[Offer, AskCards]],
    wants: Iterable[Want],
    observed: Observation,
    answers: Answers,
) -> tuple[Offer, AskCards] | None:
    """Return the one offer whose card was gathered with all that lay beside it, if any.

    So it is where one card is asked for in one zone, cards must stay in others of its kind, and
    all of these are gone from zones that are seen whole.
    """
    if len(reads) != 1:
        return None
    offer, ask = reads[0]
    kept = [want for want in wants if want.watch is Watch.KEEP and covers("seats", want.zone)]
    if not kept or ask.least != 1 or not covers("seats", ask.zone):
        return None
    whole = all(
        observed.steady_in(zone) and observed.whole_in(zone)
        for zone in (ask.zone, *(want.zone for want in kept))
    )
    swept = all(
        Counter(gone(want, observed.settled, answers)) == Counter(want.cards) for want in kept
    )
    if not whole or not swept or in_zone(observed.settled, ask.zone):
        return None
    return offer, ask


def ask_missed(seq: int, ask: AskCards) -> Question:
    """Return the question which card was gathered before it was read, with all it may have been."""
    items = (Item(f"missed:{ask.zone}", "", candidates(ask, None, ())),)
    why = Message("table.ask.missed", {"seat": int(ask.zone.partition(":")[2])})
    return Question(f"{seq}:missed", ask.zone, why, items)
