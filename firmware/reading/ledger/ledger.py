"""The ledger knows which card on the table is which card of the layout. Passes share no other
memory.

If a card is matched, nothing has changed. If a card with a new id appears next to it, that is a
change, even if both have the same name. If the id of a card disappears, the card was taken. The
ledger knows no rules of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from firmware.reading.ledger.laid_turns import LaidTurns
from firmware.reading.ledger.loose import doubts, is_between, loose_cards, not_from_piles
from firmware.reading.ledger.matching import Key, Matching, is_new_once_gone
from firmware.reading.ledger.piles import MaybeNew, Tops
from firmware.reading.ledger.turned import TurnedCards
from firmware.reading.ledger.used_cards import UsedCards
from firmware.reading.seen_cards import SeenCard, TablePass
from firmware.reading.waiting import Durations
from referee.table import ANYWHERE, Card, CardStatus, Change, Laid, Moved, Taken

BESIDE_S = 0.5  # For this long, a moved card may still appear at its old place too.
HAND_S = 5.0  # Maximum time that a hand needs to move cards from one place to another.


@dataclass(frozen=True)
class Difference:
    """The certain differences between the layout and the table, and the doubts.

    The cards in `doubts` cannot be read, or lie between two cells. Those in `maybe` may be new or
    old. `differs` has pairs: a card that a person named or another camera saw, and the card that is
    seen in its place. `lies` maps ids to cards of the layout.
    """

    changes: tuple[Change, ...] = ()
    doubts: tuple[SeenCard, ...] = ()
    maybe: tuple[MaybeNew, ...] = ()
    differs: tuple[tuple[Card, SeenCard], ...] = ()
    lies: Mapping[str, Card] = field(default_factory=dict)


@dataclass
class _Note:
    """The ledger's note about a card on the table.

    `is_new` is None if it is not known whether the card is new.
    """

    is_new: bool | None = None
    was_matched: bool = False  # At some time.
    is_another: bool = False  # An equal card was seen at the same time for long.
    may_be_new: bool = False  # It joined the discards, probably as a used card.


class Ledger:
    """Compares the table with the layout in each pass.

    `durations` tells for how long two equal cards have been seen at the same time. If that lasts,
    they are two cards, and not one card before and after a move.
    """

    def __init__(self, durations: Durations) -> None:
        self.matching = Matching()
        self._notes: dict[str, _Note] = {}  # By id.
        self._durations = durations
        self._used = UsedCards(durations.still)
        self._tops = Tops()
        self._laid_turns = LaidTurns()
        self._turned = TurnedCards()

    def say_new(self, id_: str, is_new: bool) -> None:
        """Note that a person says whether a card is new or was there before."""
        note = self._notes.setdefault(id_, _Note())
        note.is_new, note.may_be_new = is_new, False
        self._used.forget(id_)
        self._tops.forget(id_)
        self._laid_turns.forget(id_)

    def forget_new(self) -> None:
        """Note that the match has moved on, so that no card counts as new any more."""
        for note in self._notes.values():
            if note.is_new:
                note.is_new = None

    def compare(self, table_pass: TablePass, now_s: float) -> Difference:
        """Return the differences from the layout. `now_s` is monotonic time in seconds."""
        self._notes = {seen.id: self._notes.get(seen.id, _Note()) for seen in table_pass.seen}
        self._turned.follow(table_pass.seen)
        self._hear_own_hand(table_pass)
        matched_before = {id_ for id_, note in self._notes.items() if note.was_matched}
        lies = self._match(table_pass)
        gone = self.matching.gone(table_pass)
        loose = loose_cards(table_pass, lies)
        moving = self._maybe_moving(loose.all, gone, table_pass, now_s)
        self._note_put_away(loose.still, gone, table_pass, now_s)
        new = not_from_piles(loose.still, table_pass)
        contradicted = list(self._contradicted(new, gone))
        differs = tuple((gone.pop(key), seen) for key, seen in contradicted)
        new = [seen for seen in new if not any(seen is other for _, other in differs)]
        changes = list(self._changes(new, gone, table_pass, moving))
        maybe = list(self._maybe_new(loose.still, table_pass, lies))
        self._add_changes_on_piles(changes, maybe, table_pass, moving)
        return Difference(
            changes=tuple(self._laid_turns.date(table_pass, loose.all, matched_before, changes)),
            doubts=doubts(loose, table_pass, moving),
            maybe=tuple(self._asked(maybe, table_pass)),
            differs=differs,
            lies=lies,
        )

    # -- cards of the layout -------------------------------------------------------------------

    def _match(self, table_pass: TablePass) -> Mapping[str, Card]:
        """Match the seen cards with the layout. Return the cards of the layout by id."""
        self.matching.follow(table_pass, {id_ for id_, note in self._notes.items() if note.is_new})
        lies = self.matching.matches()
        for id_ in lies:
            self._notes[id_].was_matched = True
        self._used.follow(table_pass, lies, self.matching.note_seen(table_pass))
        return lies

    def _contradicted(
        self, new: Sequence[SeenCard], gone: Mapping[Key, Card]
    ) -> Iterator[tuple[Key, SeenCard]]:
        """Yield the cards that no camera has seen, each with the card seen in its place (SL-14)."""
        names = {seen.name for seen in new}
        unseen = [
            key
            for key, card in gone.items()
            if card.status is CardStatus.STAYS and card.zone != ANYWHERE and not card.down
            if key not in self.matching.last and card.name not in names
        ]
        for seen in new:
            note = self._notes[seen.id]
            if seen.name is None or note.was_matched or note.is_new is not None:
                continue
            fits = (key for key in unseen if self.matching.in_place(seen, gone[key]))
            if (key := next(fits, None)) is not None:
                unseen.remove(key)
                yield key, seen

    def _note_put_away(
        self,
        still: Sequence[SeenCard],
        gone: Mapping[Key, Card],
        table_pass: TablePass,
        now_s: float,
    ) -> None:
        """Note the used cards that somebody has just moved to the discards as not new.

        Several at once are the cleared cards, unless cards are due there. A single one may be a
        new card.
        """
        gone_s = {
            key: self._durations.lasted_s(("gone", key), self._last_id(key), now_s)
            for key, card in gone.items()
            if is_new_once_gone(card)
        }
        used = [key for key in gone_s if key in self.matching.last and gone_s[key] < HAND_S]
        away: list[SeenCard] = []
        for seen in still:
            note = self._notes[seen.id]
            if table_pass.is_fresh(seen.id) or seen in self._turned or note.is_new is not None:
                continue
            if seen.zone in table_pass.layout.discards:
                key = next((key for key in used if key.name == seen.name), None)
                if key is not None:
                    used.remove(key)
                    del self.matching.last[key]
                    away.append(seen)
                    continue
            if seen.id in self._used.may_be_old:
                note.is_new, note.may_be_new = False, True
        for seen in away:
            note = self._notes[seen.id]
            note.is_new, note.may_be_new = False, len(away) == 1 or seen.zone in table_pass.due

    def _maybe_new(
        self, still: Iterable[SeenCard], table_pass: TablePass, lies: Mapping[str, Card]
    ) -> Iterator[MaybeNew]:
        """Yield the cards that may be new, or else used ones: in their place, or put away."""
        replaced = self._used.replaced(table_pass, lies, self._known_new())
        away = (seen for seen in still if self._notes[seen.id].may_be_new and seen.name is not None)
        for seen in (*replaced, *away):
            laid = Laid(seen.name or "", seen.zone, self.matching.cell_of(seen), seen.id)
            yield MaybeNew(laid, seen)

    # -- changes -------------------------------------------------------------------------------

    def _maybe_moving(
        self,
        loose: Sequence[SeenCard],
        gone: Mapping[Key, Card],
        table_pass: TablePass,
        now_s: float,
    ) -> Set[str]:
        """Return the ids of cards that may be moved cards whose old places still seem to be
        occupied.

        If a card and its equal have been seen at the same time for long, note that they are
        different cards.
        """
        away = {card.name for card in gone.values()}
        stays = {card.name for card in table_pass.layout.cards if card.status is CardStatus.STAYS}
        for seen in loose:
            beside = seen.name not in away
            lasted_s = self._durations.lasted_s(("beside", seen.id), beside, now_s)
            if beside and lasted_s >= BESIDE_S:
                self._notes[seen.id].is_another = True
        equals = (seen for seen in loose if not seen.down and seen.name in stays - away)
        return {seen.id for seen in equals if not self._notes[seen.id].is_another}

    def _changes(
        self,
        new: Sequence[SeenCard],
        gone: Mapping[Key, Card],
        table_pass: TablePass,
        moving: Set[str],
    ) -> Iterator[Change]:
        """Yield the cards that are not in the layout, then those that were taken.

        A card that has made its move may slide anywhere without being a change.
        """
        taken = {**gone}
        for seen in new:
            is_new = self._notes[seen.id].is_new
            if seen.doubtful or is_between(seen) or is_new is False:
                continue
            worn = table_pass.has_made_its_move(seen) and not is_new
            was, at = self._moved_from(seen, taken, worn), self.matching.cell_of(seen)
            if was is not None and seen.zone is not None:
                yield Moved(taken.pop(was), seen.zone, at, seen.id)
            elif not worn and seen.id not in moving:
                back = self._turned_from(seen, taken)
                if back is not None:
                    del taken[back]
                turned = back is not None or seen in self._turned
                yield Laid(seen.name or "", seen.zone, at, seen.id, seen.down, turned)
        yield from (Taken(card, self._last_id(key)) for key, card in taken.items())

    def _turned_from(self, seen: SeenCard, gone: Mapping[Key, Card]) -> Key | None:
        """Return the missing face-down card in whose place this card is face up, or None."""
        for key, card in gone.items():
            stays = card.status is not CardStatus.TO_CLEAR
            if card.down and stays and not seen.down and self.matching.in_place(seen, card):
                return key
        return None

    def _moved_from(self, seen: SeenCard, gone: Mapping[Key, Card], worn: bool) -> Key | None:
        """Return the missing card that lies here now: the same card, or an equal one, or None.

        If both were seen at the same time before, this is a different card.
        """
        for key, card in gone.items():
            if card.status is CardStatus.STAYS and card.name == seen.name and not seen.down:
                same = self._last_id(key) == seen.id
                grid = card.at is not None and card.zone == seen.zone
                if same or worn or grid or not self._notes[seen.id].is_another:
                    return key
        return None

    def _last_id(self, key: Key) -> str:
        """Return the id that a card of the layout had when it was last seen, or an empty text."""
        last = self.matching.last
        return last[key].id if key in last else ""

    def _add_changes_on_piles(
        self,
        changes: list[Change],
        maybe: list[MaybeNew],
        table_pass: TablePass,
        moving: Set[str],
    ) -> None:
        known = self._known_new() | dict.fromkeys(table_pass.ignored, False)
        for pile in table_pass.layout.piles:
            if pile.top:
                fresh, asked = self._tops.changes_on(pile, table_pass, changes, known)
                changes += (new for new in fresh if isinstance(new, Taken) or new.id not in moving)
                maybe += asked

    def _known_new(self) -> dict[str, bool]:
        """Return whether each card is new, by id, if that is known."""
        return {id_: note.is_new for id_, note in self._notes.items() if note.is_new is not None}

    # -- what the table's own hand says --------------------------------------------------------

    def _hear_own_hand(self, table_pass: TablePass) -> None:
        """Note the cards that the table's own hand laid in the place of an equal card."""
        known = self._known_new()
        for id_, card in table_pass.known.items():
            if card.is_new and not known.get(id_) and (id_ in known or id_ in self._used):
                self.say_new(id_, is_new=True)

    def _asked(self, maybe: Iterable[MaybeNew], table_pass: TablePass) -> Iterator[MaybeNew]:
        """Yield the cards about which people are asked. The table's own hand knows its cards."""
        for new in maybe:
            is_new = table_pass.known_card(new.seen.id).is_new
            if is_new is None:
                yield new
            else:
                self.say_new(new.seen.id, is_new)
