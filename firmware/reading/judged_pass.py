"""One pass: its differences from the layout, and the game's judgement of these differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.reading.ledger.ledger import Difference
from firmware.reading.ledger.matching import keyed
from firmware.reading.ledger.piles import MaybeNew
from firmware.reading.questions import PossibleCards
from firmware.reading.seen_cards import NOTHING_KNOWN, KnownCard, SeenCard, TablePass
from firmware.reading.waiting import ChangeKey, change_key
from referee.contract import Message
from referee.judging import Ambiguity, Judgement, Meaning
from referee.match.back.readings import cards_of
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE
from referee.table import Card, CardStatus, Change, Changes, Laid, Taken, Zone
from vision.mat import covers
from vision.observation import Observation
from vision.reading import CardReading


class Judges:
    """Judges changes by the rules of the game. If people lay the bots' cards, the bots judge.

    `known_card` returns what the table knows about a card without looking.
    """

    def __init__(
        self, known_card: Callable[[Snapshot, CardReading], KnownCard] = lambda *_: NOTHING_KNOWN
    ) -> None:
        self.known_card = known_card

    def judgement_basis(self, match: Snapshot) -> object:
        """Return everything that a judgement depends on, except for the match and the changes."""
        del match
        return None

    def judge(self, match: Snapshot, changes: Changes, counted: Changes) -> Judgement:
        """Return the judgement of all changes that have a zone.

        People have confirmed the `counted` ones.
        """
        del counted
        lie = tuple(
            change for change in changes if not (isinstance(change, Laid) and change.zone is None)
        )
        judged: Judgement = match.game.table.judge(match.state, lie)
        return judged

    def seat_served(self, match: Snapshot) -> int | None:
        """Return the seat whose cards somebody else moves now, or None."""
        del match
        return None

    def is_requested(self, match: Snapshot, laid: Laid) -> bool:
        """Whether people are asked to lay just this card for somebody else."""
        del match, laid
        return False

    def take_pictured(self, match: Snapshot, cards: Sequence[str | None]) -> Message | None:
        """Take a picture's cards (None: unsure) as shown, not played. Return a message, or None."""
        del match, cards
        return None


@dataclass(frozen=True)
class JudgedPass:
    """One pass with its judgement. The changes that an undo took back are `undone`, not `changes`.

    `names` maps card ids to people's answers. `possible` finds the names that a card may have.
    """

    match: Snapshot
    observed: Observation
    table_pass: TablePass
    names: Mapping[str, str | None]
    difference: Difference
    undone: frozenset[ChangeKey]
    changes: tuple[Change, ...]
    judgement: Judgement
    possible: PossibleCards
    now_s: float

    @property
    def changes_of_move(self) -> tuple[Change, ...]:
        """The changes of the first move that the cards make."""
        return next((meaning.changes for meaning in self.judgement.moves), ())

    def judge(self, *more: Change) -> Judgement:
        """Return the judgement of the changes together with `more`."""
        judged: Judgement = self.match.game.table.judge(self.match.state, (*self.changes, *more))
        return judged

    def judge_alone(self, change: Change) -> Judgement:
        """Return the judgement of one change alone."""
        judged: Judgement = self.match.game.table.judge(self.match.state, (change,))
        return judged

    def is_still(self, zone: str) -> bool:
        """Whether nothing moves in a zone and the reader has read all its cards."""
        return self.table_pass.zones.is_still(Zone.parse(zone))

    def card_of(self, change: Change) -> SeenCard | None:
        """Return the card that a change concerns, or None if it is not on the table."""
        if isinstance(change, Taken):
            return None
        return next((seen for seen in self.table_pass.seen if seen.id == change.id), None)

    def player_of(self, change: Change) -> int | None:
        """Return the seat whose move a change makes. If it makes none, the seat of its zone."""
        seats = {way.move.mover for way in self.judge_alone(change).meanings} - {None}
        zone = change.was.zone if isinstance(change, Taken) else change.zone
        return seats.pop() if len(seats) == 1 else None if zone is None else zone.seat

    def is_own(self, change: Change) -> bool:
        """Whether the table's own hand laid the card of a change."""
        return isinstance(change, Laid) and self.table_pass.known_card(change.id).is_own

    def choice_key(self, choice: Ambiguity) -> tuple[Any, ...]:
        """Return a key by which the same choice is recognised in the next pass."""
        return self.match.seq, *map(change_key, choice.changes)

    def is_doubted(self, meaning: Meaning) -> bool:
        """Whether the zone of a move has an unreadable card, which may be part of the move."""
        zones = {
            change.was.zone if isinstance(change, Taken) else change.zone
            for change in meaning.changes
        }
        everywhere = self.table_pass.zones.everywhere
        return any(everywhere or doubt.zone in zones for doubt in self.difference.doubts)

    def entry_of(self, card: Card) -> tuple[int, int] | None:
        """Return the entry that laid a card, with its place there, or None if that was long ago."""
        match, states = self.match, (self.match.state, *self.match.earlier)
        moves = (entry for entry in reversed(match.log) if entry.kind == MOVE and not entry.undone)
        lay = [dict(keyed(match.game.table.layout(state).cards)) for state in states]
        for entry, after, before in zip(moves, lay, lay[1:], strict=False):
            if any(key.fits(card) for key in after.keys() - before):
                names = list(map(match.game.table.cards.name, cards_of(entry.move)))
                return (entry.seq, names.index(card.name)) if card.name in names else None
        return None

    def meaning_if_new(self, maybe: MaybeNew) -> Meaning | None:
        """Return the move that a new card makes, alone or with all others that may be new, or None.

        It may be one of several meanings.
        """
        for more in ((maybe,), self.difference.maybe):
            judged = self.judge(*(change for new in more for change in self._changes_if_new(new)))
            for way in judged.meanings:
                if maybe.laid in way.changes:
                    return way
        return None

    def _changes_if_new(self, maybe: MaybeNew) -> tuple[Change, ...]:
        """Return the changes if a card is new: the card of the layout that it matches is gone.

        If nothing else has changed, somebody has only pushed the cards about.
        """
        old = self.difference.lies.get(maybe.seen.id) if self.changes else None
        return (maybe.laid,) if old is None else (Taken(old), maybe.laid)

    def concerned_seats(self, zone: Zone) -> tuple[int, ...]:
        """Return the seats that an unreadable card in a zone concerns."""
        due = tuple(missing.seat for missing in self.match.pending if missing.zone == zone)
        if due and None not in due:
            return tuple(seat for seat in due if seat is not None)
        none = Laid("no card", zone)
        judged = self.judge_alone(none)
        return next((refusal.seats for refusal in judged.refusals if none in refusal.changes), ())

    def may_be_from_pile(self, meaning: Meaning) -> bool:
        """Whether a laid card may have lain in the pile, below the last known top card."""
        laid = {change.card for change in meaning.changes if isinstance(change, Laid)}
        return any(new.on_pile and new.laid.card in laid for new in self.difference.maybe)

    def may_get_more_cards(self, meaning: Meaning) -> bool:
        """Whether people may still take another card as part of the same move."""
        gone = [change.was for change in meaning.changes if isinstance(change, Taken)]
        free = gone and all(card.status is CardStatus.FREE for card in gone)
        if not free or len(gone) < len(meaning.changes):
            return False
        beside = (item for item in self.difference.lies.values() if item.zone == gone[0].zone)
        more = [Taken(card) for card in beside if card.status is CardStatus.FREE]
        judged = [(change, self.judge(change).moves) for change in more]
        return any(made and change in made[0].changes for change, made in judged)

    @property
    def gathered_unread(self) -> Zone | None:
        """The zone of a pending card that people gathered unread with all other cards, or None."""
        stays = [card for card in self.table_pass.layout.cards if card.status is CardStatus.STAYS]
        gone = [change.was for change in self.changes if isinstance(change, Taken)]
        due = [
            missing
            for missing in self.match.pending
            if missing.count == 1 and missing.zone.seat is not None
        ]
        if not stays or len(due) != 1 or len(gone) < len(self.changes):
            return None
        if set(gone) != set(stays) or any(card.at is not None for card in stays):
            return None
        zone = due[0].zone
        lies = any(seen.zone == zone for seen in self.table_pass.seen)
        return None if lies or not self.table_pass.zones.is_seen_whole(zone) else zone

    def is_unread(self, zone: Zone, *, lags: bool = False) -> bool:
        """Whether a new card may lie in a zone that is not read yet, or is in doubt.

        If it `lags`, the table has changed since this pass. If a card of the layout is not seen
        yet, then this card is being read, and nothing is new.
        """
        if not self.observed.mat or self._has_unseen_cards(zone):
            return False
        grids, observed = self.table_pass.grids, self.observed
        name = grids[zone].zone if zone in grids else str(zone)
        places = (*observed.moving, *(reading.zone for reading in observed.pending))
        doubtful = any(doubt.zone == zone for doubt in self.difference.doubts)
        return lags or doubtful or any(covers(name, place) for place in places)

    def _has_unseen_cards(self, zone: Zone) -> bool:
        """Whether a card that must stay in a zone is not seen there yet."""
        due = Counter(
            card.name
            for card in self.table_pass.layout.cards_in(zone)
            if card.status is CardStatus.STAYS
        )
        seen = Counter(card.name for card in self.difference.lies.values() if card.zone == zone)
        return bool(due - seen)
