"""The open questions about differences between the table and the match, and people's answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from firmware.reading import questions
from firmware.reading.decisions import ChosenMeaning, Decisions, GatheredCard
from firmware.reading.judged_pass import JudgedPass
from firmware.reading.ledger.ledger import Ledger
from firmware.reading.ledger.piles import MaybeNew
from firmware.reading.questions import PossibleCards
from firmware.reading.seen_cards import SeenCard
from firmware.reading.waiting import ChangeKey, Durations, UndoneChanges, change_key
from referee.actor import Actor
from referee.contract import IllegalMove, Message
from referee.judging import Ambiguity, Refusal
from referee.match.commands import Correct
from referee.match.desk import Snapshot
from referee.reports.questions import Item, PossibleCard, Question, Refused, WhichMove
from referee.table import ANYWHERE, Card, CardStatus, Change, Laid, Zone

ASK_AFTER_S = 1.0  # People lay cards one by one, and may move a card again.
GONE_AFTER_S = 2.0  # Time in which people can put back a card that fell.
NEW_AFTER_S = 2.0  # A card that may be new must lie still this long before the table asks.

T = TypeVar("T")
OnAnswer = Callable[[str | None, Actor], Correct | None]  # Carries out an answer.


class OpenQuestions:
    """The questions and refusals that people see. The answers go to the decisions.

    `refusals` are the open messages about cards that are against the rules. `prefix` distinguishes
    these questions from those of other askers.
    """

    def __init__(
        self,
        ledger: Ledger,
        undone: UndoneChanges,
        lasting: Durations,
        decisions: Decisions,
        prefix: str,
    ) -> None:
        self.questions: tuple[Question, ...] = ()
        self.refusals: tuple[Refusal, ...] = ()
        self._ledger, self._undone, self._durations, self._prefix = ledger, undone, lasting, prefix
        self._decisions = decisions
        self._on_answer: dict[tuple[str, str], OnAnswer] = {}  # By question and item; "" for ways.
        self._steps_seq = -1  # Of the match when the questions were renewed.
        self._refusals: dict[str, Refusal] = {}  # By question id.

    def clear(self) -> None:
        """Drop all questions and refusals."""
        self.questions, self.refusals = (), ()

    def update(self, current: JudgedPass, refused: Refusal | None) -> None:
        """Renew the questions: first doubts, then choices, then refusals.

        A question stays open while something moves in its zone, but a refusal only as long as its
        card is seen. `refused` is the referee's refusal
        of a submission.
        """
        asked = tuple(
            _answerable(question, current.match)
            for question in self._all_questions(current, refused)
        )
        ids = {item.id for item in asked}
        earlier = self.questions if self._steps_seq == current.match.steps_seq else ()
        moved = (
            question
            for question in earlier
            if question.id not in ids and not current.is_still(question.zone)
        )
        kept = (
            question
            for question in moved
            if not isinstance(question, Refused) or _is_seen(question, current)
        )
        self.questions, self._steps_seq = (*asked, *kept), current.match.steps_seq
        ids = {question.id for question in self.questions}
        self._on_answer = {key: act for key, act in self._on_answer.items() if key[0] in ids}
        self._refusals = {id_: refusal for id_, refusal in self._refusals.items() if id_ in ids}
        self.refusals = tuple(self._refusals.values())

    def _all_questions(self, current: JudgedPass, refused: Refusal | None) -> Iterator[Question]:
        if refused is not None:
            yield self._told_refusal(current, refused)
        yield from self._doubts(current)
        for card, seen_card in current.difference.differs:
            yield from self._contradiction(current, card, seen_card)
        if current.judgement.choice is not None:
            yield from self._choice(current, current.judgement.choice)
        yield from self._early_cards(current)
        if not any(not current.may_be_from_pile(meaning) for meaning in current.judgement.moves):
            yield from self._maybe(current)
        for refusal in current.judgement.refusals:
            yield from self._refusal(current, refusal)
        yield from (
            self._gone_cards(current)
            if current.gathered_unread is None
            else self._ask_gathered(current, current.gathered_unread)
        )
        yield from self._taken_back(current)

    # -- questions ---------------------------------------------------------------------------------

    def _doubts(self, current: JudgedPass) -> Iterator[Question]:
        unsure = current.difference.doubts
        for zone in dict.fromkeys(doubt.zone for doubt in unsure if doubt.zone is not None):
            here = [doubt for doubt in unsure if doubt.zone == zone]
            under = [doubt.id for doubt in here if doubt.under]
            id_ = self._state_id(current, "covered", (zone,))
            if under and self._lasts(current, id_, under, ASK_AFTER_S):
                yield questions.tell_covered(id_, str(zone), current.concerned_seats(zone))
            doubts = [doubt for doubt in here if not doubt.under]
            id_ = self._state_id(current, "doubt", (zone,))
            if doubts and self._lasts(current, id_, [doubt.id for doubt in doubts], ASK_AFTER_S):
                items = tuple(self._item(id_, doubt, current, current.possible) for doubt in doubts)
                left = questions.leftmost_column(self._ledger.matching, current.match, zone)
                seats = current.concerned_seats(zone)
                yield questions.ask_doubts(id_, str(zone), doubts, items, left, seats)

    def _contradiction(self, current: JudgedPass, card: Card, one: SeenCard) -> Iterator[Question]:
        """Ask which card is there, if the camera sees another card than the layout has (SL-14)."""
        id_ = self._state_id(current, "differ", (one.id,))
        booked, seen = current.entry_of(card), one.name or ""
        if self._lasts(current, id_, seen, ASK_AFTER_S):
            may = (card.name, seen) if booked else (card.name,)

            def take(way: str | None, by: Actor) -> Correct | None:
                if way == card.name:
                    self._decisions.name(one.id, way, by)
                return Correct(*booked, seen, current.match.seq) if booked and way == seen else None

            self._on_answer[id_, ""] = take
            yield questions.ask_contradiction(
                id_, card, seen, may, self._item(id_, one, current, None)
            )

    def _choice(self, current: JudgedPass, choice: Ambiguity) -> Iterator[Question]:
        about = current.choice_key(choice)
        id_ = self._state_id(current, "ways", *map(change_key, choice.changes))
        if self._lasts(current, id_, about, ASK_AFTER_S):
            items = tuple(self._items(id_, current, choice.changes, current.possible))
            decisions = self._decisions
            marked = decisions.marked.way if decisions.marked.about == about else 0

            def take(way: str | None, by: Actor) -> None:
                if way is None:
                    decisions.marked = ChosenMeaning(about, (marked + 1) % len(choice.meanings))
                else:
                    decisions.chosen = ChosenMeaning(about, int(way), by)

            self._on_answer[id_, ""] = take
            yield questions.ask_choice(id_, choice, items, marked)

    def _early_cards(self, current: JudgedPass) -> Iterator[Question]:
        """Ask a player to confirm a card that was laid before their turn (SL-3)."""
        for change in (change for made in current.judgement.moves for change in made.changes):
            if self._decisions.early.awaits(change):
                confirm = _calling(self._decisions.early.confirm, change)
                yield self._confirmed(current, "stands", change, confirm)

    def _taken_back(self, current: JudgedPass) -> Iterator[Question]:
        """Ask about an undone change that is still on the table; people may let it count (SL-9)."""
        for change in current.difference.changes:
            mark = change_key(change)
            if mark in current.undone and (
                isinstance(change, Laid) or change.was.status is not CardStatus.STAYS
            ):
                key = "taken_back" if isinstance(change, Laid) else "taken_back.gone"
                yield self._confirmed(current, key, change, _calling(self._undone.let_count, mark))

    def _confirmed(self, current: JudgedPass, key: str, change: Change, take: OnAnswer) -> Question:
        id_ = self._stable_id(key, change_key(change))
        self._on_answer[id_, ""] = take
        items = tuple(self._items(id_, current, (change,), None))
        return questions.ask_to_confirm(id_, key, change, items, current.player_of(change))

    def _maybe(self, current: JudgedPass) -> Iterator[Question]:
        """Ask whether a card is new, if a new card would make a move."""
        for maybe in current.difference.maybe:
            id_ = self._state_id(current, "new", (maybe.seen.id,))
            asks = maybe.on_pile and bool(current.judgement.moves)
            means = current.meaning_if_new(maybe)
            if (asks or means) and self._lasts(current, id_, maybe.seen.id, NEW_AFTER_S):
                seat = None if means is None else means.move.mover
                self._on_answer[id_, ""] = self._on_new(maybe)
                item = self._item(id_, maybe.seen, current, None)
                seat = current.player_of(maybe.laid) if seat is None else seat
                yield questions.ask_new(id_, maybe, item, seat)

    def _on_new(self, maybe: MaybeNew) -> OnAnswer:
        def take(way: str | None, by: Actor) -> None:
            if way is not None:
                self._ledger.say_new(maybe.seen.id, way == questions.NEW)
            if way == questions.NEW:
                self._decisions.name(maybe.seen.id, maybe.laid.card, by)

        return take

    def _ask_gathered(self, current: JudgedPass, zone: Zone) -> Iterator[Question]:
        id_ = self._state_id(current, "swept")
        if self._lasts(current, id_, zone, ASK_AFTER_S):

            def take(card: str | None, by: Actor) -> None:
                now = current.match.steps_seq, zone
                self._decisions.gathered = None if card is None else GatheredCard(*now, card, by)

            may = PossibleCards(current.match, ()).candidates(None, zone, None)
            self._on_answer[id_, "swept"] = take
            yield questions.ask_gathered(id_, zone, Item("swept", "", may))

    # -- refusals ----------------------------------------------------------------------------------

    def _refusal(self, current: JudgedPass, refusal: Refusal) -> Iterator[Question]:
        marks = tuple(map(change_key, refusal.changes))
        id_ = self._stable_id("refused", *marks)
        if self._lasts(current, id_, (marks, refusal.message), ASK_AFTER_S):
            if refusal.early or len(refusal.seats) > 1:  # It is another seat's turn.
                # Nobody confirms what a bot's hand does.
                theirs = [change for change in refusal.changes if not current.is_own(change)]
                self._decisions.early.note(theirs)
            yield self._told_refusal(current, refusal)

    def _told_refusal(self, current: JudgedPass, refusal: Refusal) -> Question:
        id_ = self._stable_id("refused", *map(change_key, refusal.changes))
        items = tuple(self._items(id_, current, refusal.changes, current.possible))
        self._refusals[id_] = refusal
        return questions.tell_refusal(id_, refusal, items)

    def _gone_cards(self, current: JudgedPass) -> Iterator[Question]:
        missing = current.judgement.missing  # A missing back has no name.
        gone = {(next(iter(card.cards), ""), card.zone): card for card in missing}
        left_out = self._decisions.played_without
        left_out.intersection_update(gone)
        for key, missing_card in gone.items():
            id_ = self._stable_id("gone", key)
            if key not in left_out and self._lasts(current, id_, key, GONE_AFTER_S):
                self._on_answer[id_, "gone"] = _calling(left_out.add, key)
                yield questions.tell_missing(id_, "gone", missing_card)

    # -- answers -----------------------------------------------------------------------------------

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take an answer about one card of a question. None means that there is no card.

        Raise `LookupError` if the question or item is no longer open, and `ValueError` if the named
        card is impossible.
        """
        asked = self._question(question)
        result = next((asked_item for asked_item in asked.items if asked_item.id == item), None)
        if result is None or (question, item) not in self._on_answer:
            raise LookupError(item)
        if card is not None and card not in {candidate.card for candidate in result.candidates}:
            raise ValueError(card)
        self._on_answer[question, item](card, by)

    def choose(self, question: str, way: str | None, by: Actor) -> Correct | None:
        """Take the choice of a meaning. None marks the next meaning and chooses nothing yet.

        Return the correction that the choice requires, if any. Raise `LookupError` if the question
        is no longer open, and `IllegalMove` if it is for another seat.
        """
        asked = self._question(question)
        if not isinstance(asked, WhichMove):
            raise LookupError(question)
        if way is not None and way not in {way.id for way in asked.ways}:
            raise LookupError(way)
        if by.seat is not None and asked.seat not in (None, by.seat):
            raise IllegalMove("table", Message("table.ask.of_seat", {"seat": asked.seat or 0}))
        command = self._on_answer[question, ""](way, by)
        # Any later answer to a taken choice raises LookupError.
        left = (asked.with_next_marked(),) if way is None else ()
        self.questions = tuple(
            two
            for question in self.questions
            for two in (left if question is asked else (question,))
        )
        return command

    def _question(self, id_: str) -> Question:
        question = next((question for question in self.questions if question.id == id_), None)
        if question is None:
            raise LookupError(id_)
        return question

    # -- within ----------------------------------------------------------------------------------

    def _lasts(self, current: JudgedPass, what: object, value: object, lasted_s: float) -> bool:
        return self._durations.lasted_s(what, value, current.now_s) >= lasted_s

    def _items(
        self,
        id_: str,
        current: JudgedPass,
        changes: Sequence[Change],
        possible: PossibleCards | None,
    ) -> Iterator[Item]:
        """Yield an item for the card of each change."""
        seen = (card for change in changes if (card := current.card_of(change)) is not None)
        yield from (self._item(id_, card, current, possible) for card in seen)

    def _item(
        self, id_: str, seen: SeenCard, current: JudgedPass, possible: PossibleCards | None
    ) -> Item:
        may: tuple[PossibleCard, ...] = ()
        if possible is not None:
            may = possible.candidates(
                seen.card, seen.zone or ANYWHERE, self._ledger.matching.cell_of(seen)
            )
        self._on_answer[id_, seen.id] = partial(self._decisions.name, seen.id)
        return questions.item_of(seen, may, current.names)

    def _state_id(self, current: JudgedPass, about: str, *marks: ChangeKey) -> str:
        """Return the id of a question that is open only in the current state of the match."""
        return self._stable_id(f"{current.match.steps_seq} {about}", *marks)

    def _stable_id(self, about: str, *marks: ChangeKey) -> str:
        """Return the id of a question that stays open while its changes last."""
        return " ".join(
            (self._prefix, about, *(str(part) for mark in marks for part in mark))
        ).strip()


def _is_seen(refusal: Refused, current: JudgedPass) -> bool:
    """Whether a refused card still lies on the table. A refusal may also be about taken cards."""
    there = {card.id for card in current.observed.settled}
    return not refusal.items or any(item.id in there for item in refusal.items)


def _answerable(question: Question, match: Snapshot) -> Question:
    """Return a question that concerns people only: what a bot is asked, anybody answers for it."""
    bots = match.players.levels
    people = tuple(seat for seat in question.seats if seat not in bots)
    question = question if people == question.seats else replace(question, seats=people)
    return question.for_anybody() if question.chooser in bots else question


def _calling(act: Callable[[T], None], about: T) -> OnAnswer:
    """Return a function that calls `act(about)` for any answer."""
    return lambda _said, _by: act(about)
