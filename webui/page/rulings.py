"""Rulings in the viewer's language: the last count, spoken rulings, and the text of each entry.

A ruling for a single seat is shown only to that seat.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee import words
from referee.actor import Actor
from referee.contract import By
from referee.match.back.readings import cards_of
from referee.match.journal import bodies
from referee.match.running import Entry, Snapshot, UndoneEntry, visible_entries
from referee.reports.picture import PHOTO_PREFIX
from referee.values import Step, Term
from referee.words import Voice
from webui.page.border import ReadCard, Shape
from webui.page.html import render
from webui.page.moment import Viewer

MOST_NEWS = 3  # Each state repeats this many rulings, so that a page misses none.
# The log's entries that only stop or start the clock, and those about what everybody was asked.
HALTS = (bodies.PAUSE, bodies.RESUME, bodies.MORE_TIME)
PROPOSALS = (bodies.PROPOSE, bodies.AGREE, bodies.OBJECT)

_log = logging.getLogger(__name__)


class SumTable(NamedTuple):
    """The arithmetic of some `steps`: a column for each card, and each step's terms in these."""

    columns: Sequence[str]
    steps: Sequence[Step]
    rows: list[list[Term | None] | None]


class RulingSheet(Shape):
    """The last count and its ruling. It is `fresh` until the next move.

    * `seat`: the seat that the verdict is about, if any.
    * `of`: the entry with the reading of the cards, if users can still correct it.
    * `html`: all of it as a page shows it.
    """

    id: int
    seat: int | None
    of: int | None
    texts: tuple[str, ...]
    cards: tuple[ReadCard, ...]
    steps: tuple[Step, ...]
    fresh: bool
    html: str


class SpokenRuling(Shape):
    """The ruling of entry `seq` as text to speak."""

    seq: int
    text: str


def undoable_entries(snapshot: Snapshot, seat: int | None) -> list[Entry]:
    """Return the log entries that an undo could take back, if the seat may see them."""
    shown = snapshot.log_for(seat)
    return [entry for entry in shown if entry.kind in bodies.STEPS and not entry.undone]


def last_mover(snapshot: Snapshot) -> Actor | None:
    """Return who did what an undo would take back, or None if there is nothing."""
    if snapshot.proposal is not None:
        return snapshot.proposal.by
    return snapshot.last_step.by if snapshot.last_step else None


def last_undone(snapshot: Snapshot) -> UndoneEntry | None:
    """Return the move that a redo would restore, or None."""
    return snapshot.undone if snapshot.can_redo else None


def undo_text(voice: Voice, snapshot: Snapshot) -> str | None:
    """Return a description of the move that an undo would take back, or None."""
    if not snapshot.can_undo:
        return None
    if snapshot.proposal is not None:
        return voice.say(snapshot.proposal.label)
    return None if snapshot.last_step is None else _shown_text(voice, snapshot.last_step)


def redo_text(voice: Voice, snapshot: Snapshot, viewer: Viewer) -> str | None:
    """Return a description of the move that the viewer may redo, or None.

    A player may redo only a move that this player took back; a host may redo every move.
    """
    undone, own = last_undone(snapshot), {*viewer.seats, viewer.seat} - {None}
    if undone is None or not (viewer.is_host_phone or undone.by.seat in own):
        return None
    return undone_text(voice, undone)


def _shown_text(voice: Voice, entry: Entry) -> str:
    """Return what the viewer may see of an entry. Empty if that is nothing."""
    return "".join(
        entry_text(voice, visible_entry, {})
        for visible_entry in visible_entries((entry,), voice.seat)
    )


def undone_text(voice: Voice, undone: UndoneEntry) -> str:
    """Return a description of all that a redo restores at once."""
    what, count = _shown_text(voice, undone.entry), undone.count
    return what if count == 1 else voice.key("page.redo.many", count=count, what=what)


def new_deal_text(voice: Voice, snapshot: Snapshot) -> str | None:
    """Return the question whether to deal again, or None if there is no deal to annul."""
    count = snapshot.deal_moves
    if count is None or snapshot.paused:
        return None
    key = "page.anew.sure" if count else "page.anew.sure_at_once"
    return voice.key(key, count=count)


def newest_count(snapshot: Snapshot, seat: int | None) -> Entry | None:
    """Return the newest valid entry that has arithmetic or pictures, or None."""
    for entry in reversed(undoable_entries(snapshot, seat)):
        if any(ruling.steps or ruling.proof for ruling in entry.rulings):
            return entry
    return None


def newest_reading(snapshot: Snapshot, seat: int | None) -> Entry | None:
    """Return the newest valid entry that names cards, or None."""
    for entry in reversed(undoable_entries(snapshot, seat)):
        if entry.kind == bodies.MOVE and cards_of(entry.move):
            return entry
    return None


def spoken_rulings(voice: Voice, snapshot: Snapshot) -> tuple[SpokenRuling, ...]:
    """Return the last valid moves as text to speak, without secrets."""
    voice = replace(voice, seat=None, you=None)  # All devices speak the same text.
    return tuple(
        SpokenRuling(entry.seq, words.speakable(entry_text(voice, entry, {}), voice.locale))
        for entry in snapshot.new_entries(0)[-MOST_NEWS:]
    )


def ruling_sheet(voice: Voice, snapshot: Snapshot, *, corrects: bool) -> RulingSheet | None:
    """Return the last count and its ruling. The count is `fresh` until the next move.

    `corrects` tells whether the viewer may correct its cards.
    """
    entry = newest_count(snapshot, voice.seat)
    if entry is None:
        return None
    rulings, of = entry.rulings, reading_of(entry, {entry.seq: entry for entry in snapshot.log})
    fresh = entry.seq == undoable_entries(snapshot, voice.seat)[-1].seq
    messages, seats = [ruling.message for ruling in rulings], rulings[0].seats
    if fresh and snapshot.outcome is not None:  # The result comes first.
        messages.insert(0, snapshot.outcome.reason)
        seats = snapshot.outcome.winners
    texts = tuple(dict.fromkeys(map(voice.say, messages)))
    cards, steps = cards_read(voice, entry), [step for item in rulings for step in item.steps]
    html = render(
        "parts/ruling.html",
        voice,
        of=of,
        corrects=corrects,
        texts=texts,
        cards=cards,
        steps=steps,
        tables=sum_tables([card.card for card in cards], steps),
        rests=_earlier_cards(voice, snapshot, entry),
        rules=cited_rules(voice, entry),
    )
    seat = next(iter(seats), None)
    return RulingSheet(entry.seq, seat, of, texts, cards, tuple(steps), fresh, str(html))


def sum_tables(cards: Sequence[str], steps: Sequence[Step]) -> list[SumTable]:
    """Return one table whose columns fit all steps, or else one for each step."""
    widest = [term.card for term in max((step.terms for step in steps), key=len, default=())]
    for columns in (cards, widest) if widest else ((),):
        rows = [_in_columns(step.terms, columns) for step in steps]
        if None not in rows:
            return [SumTable(columns, steps, rows)]
    return [table for step in steps for table in sum_tables((), (step,))]


def _in_columns(terms: Sequence[Term], columns: Sequence[str]) -> list[Term | None] | None:
    """Return the terms in the columns of their cards, or None if they do not fit."""
    rest = [*terms]
    cells = [rest.pop(0) if rest and rest[0].card == card else None for card in columns]
    return None if rest else cells


def _earlier_cards(voice: Voice, snapshot: Snapshot, entry: Entry) -> tuple[ReadCard, ...]:
    """Return the cards in earlier pictures on which this entry is also based."""
    own = {card.proof for card in cards_read(voice, entry)}
    proofs = dict.fromkeys(proof for ruling in entry.rulings for proof in ruling.proof)
    others = [proof for proof in proofs if proof not in own]
    if not own or not others:
        return ()
    read = {
        card.proof: card
        for entry in snapshot.log_for(voice.seat)
        for card in cards_read(voice, entry)
    }
    return tuple(read[proof] for proof in others if proof in read)


def cards_read(voice: Voice, entry: Entry | None) -> tuple[ReadCard, ...]:
    """Return the cards of a move, each with the id of the picture from which it was read."""
    if entry is None:
        return ()
    cards = cards_of(entry.move)
    proof = next((ruling.proof for ruling in entry.rulings if ruling.proof), ())
    pictures = proof if len(proof) == len(cards) else (None,) * len(cards)
    return tuple(
        ReadCard(card, voice.card(card), picture)
        for card, picture in zip(cards, pictures, strict=True)
    )


def cited_rules(voice: Voice, entry: Entry) -> tuple[str, ...]:
    """Return the ids of the rules that an entry cites, if the rules page contains them."""
    rules = dict.fromkeys(ruling.rule for ruling in entry.rulings)
    return tuple(rule for rule in rules if words.has_key(f"rule.{rule}", voice.locale))


def reading_of(entry: Entry, by_seq: Mapping[int, Entry]) -> int | None:
    """Return the number of the entry that read these cards, if users can still correct them."""
    of = entry.seq if entry.kind == bodies.MOVE else entry.of
    read = by_seq.get(of or 0)
    stands = read is not None and not read.undone and not entry.undone
    return of if stands and cards_of(entry.move) else None


def entry_text(voice: Voice, entry: Entry, by_seq: Mapping[int, Entry]) -> str:
    """Return a log entry in words. If this fails for an entry, the page still works."""
    try:
        return _entry_text(voice, entry, by_seq)
    except Exception:
        _log.exception("Entry %s of the log cannot be put into words.", entry.seq)
        return voice.key("page.log.unsaid")


def _entry_text(voice: Voice, entry: Entry, by_seq: Mapping[int, Entry]) -> str:
    if entry.kind in bodies.STEPS:
        answer = " ".join(voice.say(ruling.message) for ruling in entry.rulings)
        note = _source_note(voice, entry) if entry.kind == bodies.MOVE else ""
        return f"{answer} {note}" if note else answer
    if entry.kind == bodies.BEGIN:
        return voice.key("page.log.begin")
    if entry.kind in HALTS:
        return voice.key(f"page.log.{entry.kind}", who=actor_name(voice, entry.by))
    if entry.kind in PROPOSALS:
        what = " ".join(voice.say(item.message) for item in entry.rulings)
        kind = "withdraw" if entry.kind == bodies.OBJECT and entry.seat is None else entry.kind
        who = actor_name(voice, entry.by)
        return voice.key(f"page.log.{kind}", seat=entry.seat or 0, what=what, who=who)
    if entry.kind == bodies.HAND:
        key = "page.log.bot" if entry.level else "page.log.hand"
        answer = "" if entry.of else voice.key(key, seat=entry.seat)
        return f"{answer} {_place_text(voice, entry)}".strip()
    of = by_seq.get(entry.of or 0)
    what = entry_text(voice, of, by_seq) if of else ""
    if entry.kind == bodies.BACK:
        key = "page.log.back" if what else "page.log.back.far"
        return voice.key(key, what=what, who=actor_name(voice, entry.by), count=entry.cut)
    if entry.restored > 1:
        who = actor_name(voice, entry.by)
        return voice.key("page.log.redo.many", who=who, count=entry.restored)
    return voice.key(f"page.log.{entry.kind}", what=what, who=actor_name(voice, entry.by))


def _place_text(voice: Voice, entry: Entry) -> str:
    """Return who takes the place after a handover, unless it is the newcomer, as usual."""
    silent = not entry.place or (entry.place == "comes" and not entry.of)
    return "" if silent else voice.key(f"page.log.place.{entry.place}")


def _source_note(voice: Voice, entry: Entry) -> str:
    """Return who typed in or photographed the cards. The text is empty if the camera read them."""
    if entry.by.kind not in (By.SEAT, By.HOST) or not hasattr(entry.move, "proof"):
        return ""
    pictured = any(proof.startswith(PHOTO_PREFIX) for proof in entry.move.proof)
    key = "page.log.pictured" if pictured else "page.log.typed"
    if entry.by.seat is None:
        return voice.key(f"{key}.host")
    return voice.key(key, who=words.seat(entry.by.seat, voice.locale, voice.names))


def actor_name(voice: Voice, actor: Actor) -> str:
    """Return the name of a player, or "the host" or "the table"."""
    if actor.seat is not None:
        return words.seat(actor.seat, voice.locale, voice.names)
    return voice.key("page.by.host" if actor.kind is By.HOST else "page.by.table")
