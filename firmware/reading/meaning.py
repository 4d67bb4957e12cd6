"""What the cards in a zone mean: a move where all is sure, else a question, or nothing yet.

No rule of any game is known here: what cards may mean is in the offers, and why they may not is
what the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from firmware.reading.gathering import leaving, left
from firmware.reading.judging import Fit, candidates, in_zone, judge, only_known, sure_name
from firmware.reading.piles import Piles, ask_new
from firmware.reading.spent import Worn
from firmware.reading.staying import in_place
from firmware.reading.trying import Trial
from firmware.reading.waiting import Lasting
from firmware.reading.zones import Zone, due_in
from referee.actor import Actor
from referee.contract import AskCards, Message, Offer
from referee.match.desk import Snapshot
from referee.match.standing import identity
from referee.reports.status import Item, Question, Way
from vision.observation import Observation, SettledCard

ASK_AFTER_S = 1.0  # people lay one card after the other: do not count aloud
GONE_AFTER_S = 3.0
CLEAR_AFTER_S = 8.0  # what the page says already; asked only where something else may lie there

Key = tuple[object, ...]


@dataclass(frozen=True)
class Look:
    """One look at the table: what is seen, what people said of cards (`names`, by id), and when.

    `worn` are those that have done what they do; `refused` returns what the referee said of
    a submission, by its key. `asked` is the question that is open.
    """

    match: Snapshot
    observed: Observation
    names: Mapping[str, str | None]
    worn: Worn
    refused: Callable[[Key], Message | None]
    asked: Question | None
    now_s: float

    def still(self, about: str) -> Question | None:
        """Return the open question, if it is about this and of the match as it stands now."""
        asked = self.asked
        return asked if asked is not None and asked.id == f"{self.match.seq}:{about}" else None


@dataclass(frozen=True)
class Meant:
    """An offer that cards in a zone take up; `by` is who said that it is this one, of several."""

    offer: Offer
    ask: AskCards
    fit: Fit
    key: Key
    by: Actor | None = None


@dataclass(frozen=True)
class _Read:
    """What cards are to one offer; `before` is one of them that may have lain there before."""

    way: str
    offer: Offer
    ask: AskCards
    judged: Fit | Question | None
    key: Key
    refused: Message | None
    before: SettledCard | None = None

    def meant(self, fit: Fit, by: Actor | None = None) -> Meant:
        """Return that the cards mean this."""
        return Meant(self.offer, self.ask, fit, self.key, by)

    @property
    def question(self) -> Question | None:
        """The question about the cards, where anything was laid."""
        asked = self.judged if isinstance(self.judged, Question) else None
        if asked is None or self.ask.leaves:
            return asked
        nothing_new = not asked.items or (asked.missing > 0 and only_known(self.ask, asked))
        return None if nothing_new else asked

    @property
    def waits(self) -> bool:
        """Tell whether all is well but that a card is missing."""
        asked = self.question
        if asked is None or asked.missing <= 0 or self.ask.leaves:
            return False
        return all(item.certain or item.answer is not None for item in asked.items)

    @property
    def patience_s(self) -> float:
        """For how long a question waits: people are still at it."""
        if not self.ask.leaves:
            return ASK_AFTER_S if self.ask.most else CLEAR_AFTER_S
        few = isinstance(self.judged, Question) and self.judged.missing > 0
        return CLEAR_AFTER_S if few else GONE_AFTER_S


class Meanings:
    """Judges the cards of zones, with what people said of them; `piles` tells what is new there."""

    def __init__(self, piles: Piles, lasting: Lasting) -> None:
        self._piles = piles
        self._lasting = lasting
        self._cards: Key = ()  # those that the open question of ways is about
        self._chosen: tuple[Key, str, Actor] | None = None
        self._at: tuple[Key, int] = ((), 0)

    def of(self, look: Look, zone: Zone) -> Meant | Question | None:
        """Return what the cards of a zone mean, or what to ask: it stays while hands move."""
        if not look.observed.steady_in(zone.name):
            return look.still(zone.name)
        read = [self._read(look, str(number), one) for number, one in enumerate(zone.reads)]
        fits = [(one, one.judged) for one in read if isinstance(one.judged, Fit)]
        if not look.observed.whole_in(zone.name):  # what is gone may be out of sight
            fits = [(one, fit) for one, fit in fits if fit.cards]
        fits = [(one, fit) for one, fit in fits if one.before is None] or fits
        if fits and fits[0][0].before is not None and not self._said_new(look, zone.name):
            return self._whether_new(look, *fits[0])
        if len(fits) > 1:
            return self._one_of(look, zone, fits)
        if fits:
            return self._alone(look, *fits[0])
        if any(isinstance(one.judged, Fit) for one in read):
            return None
        patience_s, asked = _doubt(look, zone, read)
        if asked is None:
            return None
        ids = tuple(item.id for item in asked.items)
        return self._after(patience_s, look, zone.name, ids, asked)

    def choose(self, way: str, by: Actor) -> None:
        """Take a person's word on which of several things the cards mean."""
        self._chosen = (self._cards, way, by)

    def step(self, asked: Question) -> Question:
        """Return a question of ways with the next one marked."""
        self._at = (self._cards, (asked.at + 1) % len(asked.ways))
        return replace(asked, at=self._at[1])

    def _alone(self, look: Look, read: _Read, fit: Fit) -> Meant | Question | None:
        """Return the one thing that cards mean."""
        zone = read.ask.zone
        if read.ask.leaves and len(fit.names) < read.ask.most:  # one is taken, then the other
            lasting_s = self._lasting.for_s(zone, (look.match.seq, *fit.names), look.now_s)
            return read.meant(fit) if lasting_s >= ASK_AFTER_S else look.still(zone)
        return read.meant(fit)

    def _said_new(self, look: Look, zone: str) -> bool:
        return self._piles.said_new == f"{look.match.seq}:{zone}"

    def _whether_new(self, look: Look, read: _Read, fit: Fit) -> Question | None:
        """Ask whether cards that would be a move are new, or lay there all the while."""
        card, ask = read.before, read.ask
        assert card is not None
        name, on_pile = sure_name(card, look.names) or "", bool(ask.covers or ask.beneath)
        asked = ask_new(f"{look.match.seq}:{ask.zone}", ask.zone, card, name, on_pile)
        patience_s = CLEAR_AFTER_S if on_pile else GONE_AFTER_S
        return self._after(patience_s, look, ask.zone, tuple(one.id for one in fit.cards), asked)

    def _one_of(
        self, look: Look, zone: Zone, fits: Sequence[tuple[_Read, Fit]]
    ) -> Meant | Question | None:
        """Return which of several things is meant, where somebody said so, else ask."""
        cards = tuple(read.key for read, _ in fits)
        if self._chosen is not None and self._chosen[0] == cards:
            _, way, by = self._chosen
            return next(read.meant(fit, by) for read, fit in fits if read.way == way)
        shown = max((fit for _, fit in fits), key=lambda fit: len(fit.cards))
        seats = {read.offer.seat for read, _ in fits}
        asked = Question(
            f"{look.match.seq}:{zone.name}",
            zone.name,
            Message("table.ask.ways", {"cards": shown.names}),
            tuple(_item(zone, shown, number) for number in range(len(shown.cards))),
            ways=tuple(Way(read.way, read.offer.label, read.offer.effect) for read, _ in fits),
            seat=seats.pop() if len(seats) == 1 else None,
            at=self._at[1] if self._at[0] == cards else 0,
        )
        said = self._after(ASK_AFTER_S, look, zone.name, cards, asked)
        if said is asked:
            self._cards = cards
        return said

    def _after(
        self, patience_s: float, look: Look, zone: str, about: Key, asked: Question
    ) -> Question | None:
        """Return a question about cards that have lain so for a while."""
        lasting_s = self._lasting.for_s(zone, (look.match.seq, *about), look.now_s)
        return asked if lasting_s >= patience_s else look.still(zone)

    def _read(self, look: Look, way: str, read: tuple[Offer, AskCards]) -> _Read:
        """Judge the cards of a zone by one of the offers there."""
        (offer, ask), match, names = read, look.match, look.names
        settled, before = look.observed.settled, None
        if ask.leaves:
            there = in_zone(settled, ask.zone)
        elif ask.covers or ask.beneath:
            there, sure = self._piles.new(ask, settled, names)
            before = None if sure or not there else there[0]
        elif ask.most:
            there, before = _due(look, ask, offer.seat is not None)
        else:
            staying = in_place(match.wanted, settled, names)
            cards = [card for card in settled if card.id not in staying]
            there = leaving(ask, match.wanted, cards, names)
        ids = tuple(card.id for card in there)
        key = (match.seq, identity(offer), ask.zone, ids, *(names.get(id_, "") for id_ in ids))
        refused, question = look.refused(key), f"{match.seq}:{ask.zone}"
        judge_by = left if ask.leaves else judge
        judged = judge_by(ask, there, names, question, refused)
        return _Read(way, offer, ask, judged, key, refused, before)


def _due(look: Look, ask: AskCards, chosen: bool) -> tuple[list[SettledCard], SettledCard | None]:
    """Return the cards of a zone that may answer `ask`, and one of them that may be none.

    Where a seat has `chosen` to lay them, those that have done what they do count no more; one
    that was moved since, only where it makes the cards fit. Else all count that lie there: a card
    of the last round may be dealt again before anybody saw it gone.
    """
    wants, settled, names = look.match.wanted, look.observed.settled, look.names
    if not chosen:
        return due_in(ask, wants, settled, names, frozenset()), None
    there = due_in(ask, wants, settled, names, look.worn.old)
    if look.worn.moved and not isinstance(judge(ask, there, names, ""), Fit):
        more = due_in(ask, wants, settled, names, look.worn.old - look.worn.moved)
        ids = {card.id for card in there}
        added = [card for card in more if card.id not in ids]
        if added and isinstance(judge(ask, more, names, ""), Fit):
            return more, added[0]
    return there, None


def _item(zone: Zone, fit: Fit, number: int) -> Item:
    """Return a card that fits, which a person may say is another."""
    card, name = fit.cards[number], fit.names[number]
    others = fit.names[:number] + fit.names[number + 1 :]
    may_be = () if zone.laid is None else candidates(zone.laid, card, others)
    return Item(card.id, card.id, may_be, guess=name, certain=True)


def _doubt(look: Look, zone: Zone, read: Sequence[_Read]) -> tuple[float, Question | None]:
    """Return what is wrong with the cards of a zone, or missing, and how long that may last."""
    said = [one for one in read if one.question is not None]
    said.sort(key=lambda one: not one.waits)
    laid = zone.laid
    if laid is None or (said and said[0].waits):
        return (said[0].patience_s, said[0].question) if said else (0.0, None)
    match, names, question = look.match, look.names, f"{look.match.seq}:{zone.name}"
    there = due_in(laid, match.wanted, look.observed.settled, names, look.worn.old)
    judged = judge(laid, there, names, question)
    refused = next((one.refused for one in said if one.refused), None)
    named = [name for card in there if (name := sure_name(card, names)) is not None]
    if refused is None and there and len(named) == len(there):
        refused = zone.why_not(named, Trial.of(match).after)
    if isinstance(judged, Fit):
        refused = refused or Message("table.ask.nothing", {"cards": judged.names})
    if refused is not None:
        judged = judge(laid, there, names, question, refused)
    if isinstance(judged, Question) and judged.items:
        return ASK_AFTER_S, judged
    return (said[0].patience_s, said[0].question) if said else (0.0, None)
