"""What is open between the table and the match, and people's words on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from firmware.reading import questions
from firmware.reading.judged_pass import Now
from firmware.reading.ledger import Ledger
from firmware.reading.piles import Maybe
from firmware.reading.questions import Possible
from firmware.reading.seen_cards import Seen
from firmware.reading.waiting import Held, Lasting, Mark, mark_of
from referee.actor import TABLE, Actor
from referee.contract import IllegalMove, Message
from referee.judging import Choice, Refusal
from referee.match.commands import Correct
from referee.reports.status import Item, PossibleCard, Question
from referee.table import ANYWHERE, Card, CardStatus, Change, Laid, Zone

ASK_AFTER_S = 1.0  # people lay one card after the other, or move it on to another place
GONE_AFTER_S = 2.0  # a card that was knocked off is laid back by then
NEW_AFTER_S = 3.0  # a used card that was pushed lies still for a while, one laid anew is a move

T = TypeVar("T")
Word = Callable[[str | None, Actor], Correct | None]  # what a person's word does, or commands


class Open:
    """Holds what is asked and told, and what people said of it.

    `refusals` are what people are told that no rule allows, `answers` names of cards by id, None
    for no card. Its questions are told from others by what it is `of`.
    """

    def __init__(self, ledger: Ledger, held: Held, lasting: Lasting, of: str) -> None:
        self.questions: tuple[Question, ...] = ()
        self.refusals: tuple[Refusal, ...] = ()
        self.answers: dict[str, str | None] = {}
        self.answered_by = TABLE
        self._ledger, self._held, self._lasting, self._of = ledger, held, lasting, of
        self._words: dict[tuple[str, str], Word] = {}
        self._asked_at: dict[str, int] = {}  # by question: the match's seq
        self._chosen: tuple[object, str, Actor] | None = None
        self._at: tuple[object, int] = (None, 0)
        self._told: dict[Mark, str] = {}  # where what was told to be too early lies
        self._stands: set[Mark] = set()  # of those, what people say stands
        self._without: set[tuple[str, Zone]] = set()  # cards that the table goes on without
        self._swept: tuple[object, str, Actor] | None = None
        self._refused: tuple[object, Message] | None = None
        self._refusals: dict[str, Refusal] = {}  # by question

    def follow(self, now: Now) -> None:
        """Forget what was said of cards and changes that are no more."""
        there = {card.id for card in now.observed.settled}
        self.answers = {id_: name for id_, name in self.answers.items() if id_ in there}
        lie = {mark_of(change): questions.zone_of(change) for change in now.changes}
        self._told = {
            mark: zone
            for mark, zone in self._told.items()
            if lie.get(mark, zone) == zone and (mark in lie or not now.still(zone))
        }
        self._stands &= self._told.keys()

    def waits_for_word(self, changes: Sequence[Change]) -> bool:
        """Tell whether cards lie there since before their turn, and nobody said that they stand."""
        return any(mark_of(change) in self._told.keys() - self._stands for change in changes)

    def chosen(self, now: Now, choice: Choice) -> tuple[int, Actor] | None:
        """Return which of several ways people chose, and who did."""
        if self._chosen is None or self._chosen[0] != now.about(choice):
            return None
        return int(self._chosen[1]), self._chosen[2]

    def swept(self, now: Now) -> tuple[Laid, Actor] | None:
        """Return which card people say was gathered before it was read, and who says so."""
        zone = now.swept
        if zone is None or self._swept is None or self._swept[0] != (now.match.steps_seq, zone):
            return None
        return Laid(self._swept[1], zone), self._swept[2]

    def refuse(self, key: object, why: Message) -> None:
        """Take note that the referee refused what was submitted under a key."""
        self._refused = (key, why)

    def refused(self, key: object) -> bool:
        """Tell whether the referee refused what is submitted under a key."""
        return self._refused is not None and self._refused[0] == key

    def close(self) -> None:
        """Ask and tell nothing any more."""
        self.questions, self.refusals = (), ()

    def update(self, now: Now, refused: Refusal | None) -> None:
        """Ask and tell what there is: doubts first, then what is asked, then what is told.

        What was asked about a zone in which something moves now is still open; `refused` is what
        the referee would not take.
        """
        asked = tuple(self._all(now, refused))
        ids = {one.id for one in asked}
        kept = (
            question
            for question in self.questions
            if question.id not in ids
            and self._asked_at.get(question.id) == now.match.steps_seq
            and not now.still(question.zone)
        )
        self.questions = (*asked, *kept)
        self._asked_at = {question.id: now.match.steps_seq for question in self.questions}
        self._words = {k: word for k, word in self._words.items() if k[0] in self._asked_at}
        self._refusals = {k: one for k, one in self._refusals.items() if k in self._asked_at}
        self.refusals = tuple(self._refusals.values())

    def _all(self, now: Now, refused: Refusal | None) -> Iterator[Question]:
        if refused is not None:
            yield self._told_refusal(now, refused)
        yield from self._doubts(now)
        for card, one in now.found.differs:
            yield from self._differ(now, card, one)
        if now.judged.choice is not None:
            yield from self._choice(now, now.judged.choice)
        yield from self._standing(now)
        if not any(not now.of_a_pile(meaning) for meaning in now.judged.moves):
            yield from self._maybe(now)
        for refusal in now.judged.refusals:
            yield from self._refusal(now, refusal)
        yield from self._gone(now) if now.swept is None else self._ask_swept(now, now.swept)
        yield from self._taken_back(now)

    # -- what is asked ---------------------------------------------------------------------------

    def _doubts(self, now: Now) -> Iterator[Question]:
        for zone in dict.fromkeys(
            doubt.zone for doubt in now.found.doubts if doubt.zone is not None
        ):
            here = [doubt for doubt in now.found.doubts if doubt.zone == zone]
            under = [doubt.id for doubt in here if doubt.under]
            id_ = self._id(now, "covered", (zone,))
            if under and self._lasts(now, id_, under, ASK_AFTER_S):
                yield questions.tell_covered(id_, str(zone), now.whose(zone))
            doubts = [doubt for doubt in here if not doubt.under]
            id_ = self._id(now, "doubt", (zone,))
            if doubts and self._lasts(now, id_, [doubt.id for doubt in doubts], ASK_AFTER_S):
                items = tuple(self._item(id_, doubt, now, now.possible) for doubt in doubts)
                left = questions.left_of(self._ledger, now.match, zone)
                seats = now.whose(zone)
                yield questions.ask_doubts(id_, str(zone), doubts, items, left, seats)

    def _differ(self, now: Now, card: Card, one: Seen) -> Iterator[Question]:
        """Ask which card lies there, where what was said is not what is seen (SL-14)."""
        id_ = self._id(now, "differ", (one.id,))
        booked, seen = now.booked(card), one.name or ""
        if self._lasts(now, id_, seen, ASK_AFTER_S):
            may = (card.name, seen) if booked else (card.name,)

            def word(way: str | None, by: Actor) -> Correct | None:
                if way == card.name:
                    self.answers[one.id], self.answered_by = way, by
                return Correct(*booked, seen, now.match.seq) if booked and way == seen else None

            self._words[id_, ""] = word
            yield questions.ask_differ(id_, card, seen, may, self._item(id_, one, now, None))

    def _choice(self, now: Now, choice: Choice) -> Iterator[Question]:
        about = now.about(choice)
        id_ = self._id(now, "ways", *map(mark_of, choice.changes))
        if self._lasts(now, id_, about, ASK_AFTER_S):
            items = tuple(self._items(id_, now, choice.changes, now.possible))
            at = self._at[1] if self._at[0] == about else 0

            def word(way: str | None, by: Actor) -> None:
                if way is None:
                    self._at = (about, (at + 1) % len(choice.meanings))
                else:
                    self._chosen = (about, way, by)

            self._words[id_, ""] = word
            yield questions.ask_ways(id_, choice, items, at)

    def _standing(self, now: Now) -> Iterator[Question]:
        """Ask whether a card that lay there before its player's turn stands (SL-3)."""
        for change in (one for made in now.judged.moves for one in made.changes):
            mark = mark_of(change)
            if mark in self._told.keys() - self._stands:
                yield self._confirmed(now, "stands", change, _does(self._stands.add, mark))

    def _taken_back(self, now: Now) -> Iterator[Question]:
        """Tell what was taken back and still is so: mend it, or let it count (SL-9)."""
        for change in now.found.changes:
            mark = mark_of(change)
            if mark in now.held and (
                isinstance(change, Laid) or change.was.status is not CardStatus.STAYS
            ):
                key = "taken_back" if isinstance(change, Laid) else "taken_back.gone"
                yield self._confirmed(now, key, change, _does(self._held.let_count, mark))

    def _confirmed(self, now: Now, key: str, change: Change, word: Word) -> Question:
        id_ = self._named(key, mark_of(change))
        self._words[id_, ""] = word
        items = tuple(self._items(id_, now, (change,), None))
        return questions.ask_confirmed(id_, key, change, items)

    def _maybe(self, now: Now) -> Iterator[Question]:
        """Ask whether a card is new, where it would be a move."""
        for maybe in now.found.maybe:
            id_ = self._id(now, "new", (maybe.seen.id,))
            asks = maybe.on_pile and bool(now.judged.moves)
            if (asks or now.would_count(maybe.laid)) and self._lasts(
                now, id_, maybe.seen.id, NEW_AFTER_S
            ):
                asked = questions.ask_new(id_, maybe)
                self._words[id_, asked.items[0].id] = self._word_on_new(maybe)
                yield asked

    def _word_on_new(self, maybe: Maybe) -> Word:
        def word(card: str | None, by: Actor) -> None:
            self._ledger.say_new(maybe.seen.id, card is not None)
            if card is not None:
                self.answers[maybe.seen.id], self.answered_by = card, by

        return word

    def _ask_swept(self, now: Now, zone: Zone) -> Iterator[Question]:
        id_ = self._id(now, "swept")
        if self._lasts(now, id_, zone, ASK_AFTER_S):

            def word(card: str | None, by: Actor) -> None:
                self._swept = None if card is None else ((now.match.steps_seq, zone), card, by)

            may = Possible(now.match, ()).of(None, zone, None)
            self._words[id_, "swept"] = word
            yield questions.ask_swept(id_, zone, Item("swept", "", may))

    # -- what is told ----------------------------------------------------------------------------

    def _refusal(self, now: Now, refusal: Refusal) -> Iterator[Question]:
        marks = tuple(map(mark_of, refusal.changes))
        id_ = self._named("refused", *marks)
        if self._lasts(now, id_, (marks, refusal.message), ASK_AFTER_S):
            if refusal.early or len(refusal.seats) > 1:  # it is another's turn: told to both
                self._told |= {
                    mark_of(change): questions.zone_of(change) for change in refusal.changes
                }
            yield self._told_refusal(now, refusal)

    def _told_refusal(self, now: Now, refusal: Refusal) -> Question:
        id_ = self._named("refused", *map(mark_of, refusal.changes))
        items = tuple(self._items(id_, now, refusal.changes, now.possible))
        self._refusals[id_] = refusal
        return questions.tell_refusal(id_, refusal, items)

    def _gone(self, now: Now) -> Iterator[Question]:
        gone = {
            (missing.cards[0], missing.zone): missing
            for missing in now.judged.pending
            if missing.removed
        }
        self._without &= gone.keys()
        for key, one in gone.items():
            id_ = self._named("gone", key)
            if key not in self._without and self._lasts(now, id_, key, GONE_AFTER_S):
                self._words[id_, "gone"] = _does(self._without.add, key)
                yield questions.tell_gone(id_, "gone", one)

    # -- people's words --------------------------------------------------------------------------

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word on one card of a question (None: it is no card).

        Raises `LookupError` where the question or the item is not asked any more, `ValueError`
        for a card that it cannot be.
        """
        asked = self._question(question)
        found = next((one for one in asked.items if one.id == item), None)
        if found is None or (question, item) not in self._words:
            raise LookupError(item)
        if card is not None and card not in {candidate.card for candidate in found.candidates}:
            raise ValueError(card)
        self._words[question, item](card, by)

    def choose(self, question: str, way: str | None, by: Actor) -> Correct | None:
        """Take a person's word on which of several things cards mean; None marks the next one.

        Return the correction that it asks for. Raises `LookupError` where that is not asked any
        more, `IllegalMove` where another seat is.
        """
        asked = self._question(question)
        if not asked.ways or (way is not None and way not in {one.id for one in asked.ways}):
            raise LookupError(question if not asked.ways else way)
        if by.seat is not None and asked.seat not in (None, by.seat):
            raise IllegalMove("table", Message("table.ask.of_seat", {"seat": asked.seat or 0}))
        command = self._words[question, ""](way, by)
        stepped = msgspec.structs.replace(asked, at=(asked.at + 1) % len(asked.ways))
        left = (stepped,) if way is None else ()  # who answers next is told that it is no more
        self.questions = tuple(
            two for one in self.questions for two in (left if one is asked else (one,))
        )
        return command

    def _question(self, id_: str) -> Question:
        found = next((question for question in self.questions if question.id == id_), None)
        if found is None:
            raise LookupError(id_)
        return found

    # -- within ----------------------------------------------------------------------------------

    def _lasts(self, now: Now, what: object, value: object, for_s: float) -> bool:
        return self._lasting.for_s(what, value, now.now_s) >= for_s

    def _items(
        self, id_: str, now: Now, changes: Sequence[Change], possible: Possible | None
    ) -> Iterator[Item]:
        """Yield the cards of some changes, each with what else it may be."""
        seen = (one for change in changes if (one := now.seen(change)) is not None)
        yield from (self._item(id_, one, now, possible) for one in seen)

    def _item(self, id_: str, seen: Seen, now: Now, possible: Possible | None) -> Item:
        def word(card: str | None, by: Actor) -> None:
            self.answers[seen.id], self.answered_by = card, by

        may: tuple[PossibleCard, ...] = ()
        if possible is not None:
            may = possible.of(seen.card, seen.zone or ANYWHERE, self._ledger.at(seen))
        self._words[id_, seen.id] = word
        return questions.item_of(seen, may, now.names)

    def _id(self, now: Now, about: str, *marks: Mark) -> str:
        """Return the id of a question of the match as it stands."""
        return self._named(f"{now.match.steps_seq} {about}", *marks)

    def _named(self, about: str, *marks: Mark) -> str:
        """Return the id of what is told of changes for as long as they are there."""
        return " ".join((self._of, about, *(str(part) for mark in marks for part in mark))).strip()


def _does(act: Callable[[T], None], about: T) -> Word:
    """Return the word that does something, whatever is said and by whom."""
    return lambda _said, _by: act(about)
