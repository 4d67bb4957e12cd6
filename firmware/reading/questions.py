"""Builds the questions and refusals about cards, with the names that each card may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from firmware.reading.ledger.matching import Matching
from firmware.reading.ledger.piles import MaybeNew
from firmware.reading.seen_cards import SeenCard
from referee.contract import Message
from referee.judging import Ambiguity, Refusal
from referee.match.desk import Snapshot
from referee.pending import MissingCard
from referee.reports.questions import (
    Confirm,
    Contradiction,
    Gathered,
    Item,
    Missing,
    PossibleCard,
    Question,
    Refused,
    Way,
    WhichMove,
)
from referee.table import Card, Change, Laid, Moved, Position, Taken, Zone, card_of, cell_name
from vision.follow.fusion import DISAGREE
from vision.observation import SettledCard
from vision.reading import COVER, OVERLAP, UNREAD, CardReading, Verdict

WITHOUT = Message("table.ask.without")
COVERED = Message("table.ask.covered")
NEW = "new"  # The way that says that a card is new.


def likeliest_cards(card: SettledCard | None, left: Mapping[str, int]) -> tuple[PossibleCard, ...]:
    """Return the names that a card may have, likeliest first. `left` counts the remaining cards."""
    scores: dict[str, float] = {}
    if card is not None:
        scores |= card.reading.runners_up
        if card.reading.card is not None:
            scores[card.reading.card] = card.reading.score
    possible_cards = [
        PossibleCard(name, round(scores.get(name, 0.0), 3), many)
        for name, many in left.items()
        if many > 0
    ]
    return tuple(sorted(possible_cards, key=lambda candidate: -candidate.score))


def doubt_message(reading: CardReading) -> Message:
    """Return the message that says why a reading is doubtful."""
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
    if reading.reason == COVER:
        return COVERED
    if reading.reason in UNREAD:
        return Message(f"table.quality.{reading.reason}")
    key = f"table.ask.unclear.{OVERLAP}" if reading.reason == OVERLAP else "table.ask.unclear"
    return Message(key)


class PossibleCards:
    """Finds the names that a card may have. Only names that the game accepts count."""

    def __init__(self, match: Snapshot, changes: Sequence[Change]) -> None:
        self._match, self._changes = match, tuple(changes)
        self._found: dict[tuple[str, Zone, Position | None], tuple[PossibleCard, ...]] = {}
        self._deck: Mapping[str, int] = match.game.table.cards.counts(match.options)
        seen = Counter(card.name for card in match.layout.cards)
        seen += Counter(change.card for change in changes if isinstance(change, Laid))
        self._left = {name: many - seen[name] for name, many in self._deck.items()}

    def candidates(
        self, card: SettledCard | None, zone: Zone, at: Position | None
    ) -> tuple[PossibleCard, ...]:
        """Return the names that a card may have, the likeliest first.

        If no name fits, the camera must have misread another card. Then all cards that remain in
        the deck are returned.
        """
        id_ = "" if card is None else card.id
        if (id_, zone, at) not in self._found:
            self._found[id_, zone, at] = self._may_be(card, id_, zone, at)
        return self._found[id_, zone, at]

    def _may_be(
        self, card: SettledCard | None, id_: str, zone: Zone, at: Position | None
    ) -> tuple[PossibleCard, ...]:
        others = [
            change
            for change in self._changes
            if not (isinstance(change, Laid) and change.id == id_)
        ]
        left = {
            name: max(1, self._left[name])
            for name in self._deck
            if self._is_allowed(Laid(name, zone, at, id_), others)
        }
        return likeliest_cards(card, left or dict(self._left))

    def _is_allowed(self, laid: Laid, others: Sequence[Change]) -> bool:
        judged = self._match.game.table.judge(self._match.state, (*others, laid))
        if any(laid in refusal.changes for refusal in judged.refusals):
            return False
        made = any(laid in meaning.changes for meaning in judged.moves)
        chosen = judged.choice is not None and laid in judged.choice.changes
        return made or chosen or any(missing.have for missing in judged.pending)


def item_of(
    seen: SeenCard, candidates: Iterable[PossibleCard], names: Mapping[str, str | None]
) -> Item:
    """Return the item by which people name a card, or correct its name."""
    may_be, reading = tuple(candidates), seen.card.reading
    return Item(
        id=seen.id,
        proof=seen.id,
        candidates=may_be,
        guess=seen.like if seen.like in {may.card for may in may_be} or seen.name else None,
        answer=names.get(seen.id),
        certain=seen.name is not None and seen.id not in names,
        reason=None if seen.name is not None else doubt_message(reading),
    )


def ask_doubts(
    id_: str,
    zone: str,
    doubts: Sequence[SeenCard],
    items: tuple[Item, ...],
    left: int,
    seats: tuple[int, ...],
) -> Question:
    """Ask about cards that cannot be read, or that lie between two cells of a grid.

    `left` is the first column of the grid that is in use. `seats` are the seats that the cards
    concern.
    """
    seen_card = doubts[0]
    seat = None if seen_card.zone is None else seen_card.zone.seat
    readings = [doubt.card.reading for doubt in doubts]
    if all(reading.reason == OVERLAP for reading in readings):
        return Question(id_, zone, Message("table.ask.heap"), items, rule="SL-2", seats=seats)
    if all(reading.verdict is Verdict.UNKNOWN for reading in readings):
        foreign = Message("table.ask.foreign", {"count": len(doubts)})
        return Question(id_, zone, foreign, items, rule="SL-2", seats=seats)
    unread = {reading.reason for reading in readings}
    if unread <= {*UNREAD}:  # The picture is at fault, and the cards may well be of this deck.
        (reason, *_) = (name for name in UNREAD if name in unread)
        why = Message(f"table.quality.{reason}")
        return Question(id_, zone, why, items, rule="SL-2", seats=seats)
    of_seat = "" if seat is None else ".seat"
    params: dict[str, str | int] = {} if seat is None else {"seat": seat}
    if not seen_card.in_grid or len(doubts) > 1:
        return Question(id_, zone, Message("table.ask.which", {"count": len(doubts)}), items)
    if seen_card.at is None:
        if seen_card.name is None:
            return Question(id_, zone, Message("table.ask.which", {"count": 1}), items)
        between = Message(f"table.ask.place.between{of_seat}", {**params, "card": seen_card.name})
        return Question(id_, zone, between, items, rule="SL-4", seats=seats)
    place = cell_name(seen_card.at, left)
    which = Message(f"table.ask.place.which{of_seat}", {**params, "place": place})
    return Question(id_, zone, which, items)


def tell_covered(id_: str, zone: str, seats: tuple[int, ...]) -> Question:
    """Return the message that something covers cards of a zone.

    This asks nobody anything, because the cards will be read once nothing covers them. Until then
    nothing in the zone counts.
    """
    return Question(id_, zone, COVERED, rule="SL-2", seats=seats)


def ask_choice(id_: str, choice: Ambiguity, items: tuple[Item, ...], marked: int) -> WhichMove:
    """Return the question that asks which of several moves the cards mean."""
    cards = tuple(card_of(change) for change in choice.changes)
    taken = all(isinstance(change, Taken) for change in choice.changes)
    says = Message("table.ask.taken" if taken else "table.ask.ways", {"cards": cards})
    return WhichMove(
        id_,
        zone_of(choice.changes[0]),
        choice.question or says,
        items,
        choice.rule,
        () if choice.seat is None else (choice.seat,),
        tuple(
            Way(str(number), way.label or Message("table.way.cards", {"cards": cards}), way.effect)
            for number, way in enumerate(choice.meanings)
        ),
        choice.seat,
        marked,
    )


def ask_contradiction(
    id_: str, card: Card, seen: str, may: Sequence[str], item: Item
) -> Contradiction:
    """Ask which card is there: the match's card, or the card that the camera reads now."""
    seats = () if card.seat is None else (card.seat,)
    of_seat, of = ("", {}) if card.seat is None else (".seat", {"seat": card.seat})
    message = Message(f"table.ask.differ{of_seat}", {**of, "card": card.name, "seen_card": seen})
    ways = tuple(Way(name, Message("table.way.cards", {"cards": (name,)})) for name in may)
    return Contradiction(id_, str(card.zone), message, (item,), "SL-14", seats, ways, card.seat)


def ask_new(id_: str, maybe: MaybeNew, item: Item, seat: int | None) -> WhichMove:
    """Ask a seat, or anybody, whether a card is new or was already there."""
    key = "table.ask.pile.new" if maybe.on_pile else "table.ask.new"
    why = Message(key, {"card": maybe.laid.card})
    seats = () if seat is None else (seat,)
    ways = (Way(NEW, Message("table.way.new")), Way("old", Message("table.way.old")))
    return WhichMove(id_, str(maybe.laid.zone), why, (item,), "", seats, ways, seat)


def tell_refusal(id_: str, refusal: Refusal, items: tuple[Item, ...]) -> Refused:
    """Return a refusal: why cards make no move, and whom it concerns."""
    zone = zone_of(refusal.changes[0]) if refusal.changes else "mat"
    return Refused(id_, zone, refusal.message, items, refusal.rule, refusal.seats)


def tell_missing(id_: str, item: str, missing: MissingCard) -> Missing:
    """Return the message that a required card is missing (SL-7), with the choice to play on."""
    card = missing.cards[0] if missing.cards else ""
    items = (Item(item, "", (), guess=card, none=WITHOUT),)
    seats = () if missing.seat is None else (missing.seat,)
    return Missing(id_, str(missing.zone), missing.message, items, missing.rule, seats)


def ask_gathered(id_: str, zone: Zone, item: Item) -> Gathered:
    """Ask which card was gathered before it was read."""
    message = Message("table.ask.missed", {"seat": zone.seat or 0})
    seats = () if zone.seat is None else (zone.seat,)
    return Gathered(id_, str(zone), message, (item,), "SL-7", seats)


def ask_to_confirm(
    id_: str, key: str, change: Change, items: tuple[Item, ...], seat: int | None
) -> Confirm:
    """Ask a seat to confirm one card by a press: it was taken back, or laid before its turn."""
    message = Message(f"table.{key}", {"card": card_of(change)})
    rule, seats = "SL-3" if key == "stands" else "SL-9", () if seat is None else (seat,)
    ways = (Way("count", Message("table.way.count")),)
    return Confirm(id_, zone_of(change), message, items, rule, seats, ways, seat)


def zone_of(change: Change) -> str:
    """Return the name of the zone of a change."""
    zone = change.zone if isinstance(change, Laid | Moved) else change.was.zone
    return "mat" if zone is None else str(zone)


def leftmost_column(matching: Matching, match: Snapshot, zone: Zone | None) -> int:
    """Return the first column of a grid that is in use on the mat. Cell names count from it."""
    if zone is None or zone not in match.layout.floats:
        return 0
    columns = [card.at[1] for card in match.layout.cards_in(zone) if card.at is not None]
    return min(columns, default=0) + matching.column_shift(zone)
