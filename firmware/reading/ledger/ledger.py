"""The ledger knows which card on the table is which card of the layout. Passes share no other
memory.

If a card is matched, nothing has changed. If a card with a new id appears next to it, that is a
change, even if both have the same name. If the id of a card disappears, the card was taken. The
ledger knows no rules of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from firmware.reading.ledger.laid_turns import LaidTurns
from firmware.reading.ledger.piles import MaybeNew, Tops
from firmware.reading.ledger.turned import TurnedCards
from firmware.reading.ledger.used_cards import UsedCards
from firmware.reading.seen_cards import SeenCard, TablePass, shift_of
from firmware.reading.waiting import Durations
from referee.table import ANYWHERE, Card, CardStatus, Change, Laid, Moved, Position, Taken, Zone
from vision.observation import SettledCard

BESIDE_S = 0.5  # For this long, a moved card may still appear at its old place too.
HAND_S = 5.0  # Maximum time that a hand needs to move cards from one place to another.

Key = tuple[str, Zone, Position | None, int]  # Name, zone, cell, and a number for equal cards.


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


class Ledger:
    """Compares the table with the layout in each pass.

    `durations` tells for how long two equal cards have been seen at the same time. If that lasts,
    they are two cards, and not one card before and after a move.
    """

    def __init__(self, durations: Durations) -> None:
        self._matched: dict[str, Key] = {}  # by id
        self._ever_matched: set[str] = set()  # Ids that have been matched at some time.
        self._gone: set[Key] = set()  # Used cards that are known to be gone.
        self._last: dict[Key, SettledCard] = {}  # Each card as it was last seen.
        self._used = UsedCards()
        self._old: set[str] = set()  # Ids of cards that are known not to be new.
        self._moved_to_discards: set[str] = set()  # Ids of cards that may be used ones.
        self._new: set[str] = set()  # Ids of cards that are new, as people say.
        self._ignored: frozenset[str] = frozenset()  # Ids of cards that mean nothing now.
        self._durations = durations
        self._others: set[str] = set()  # Ids of cards seen together with an equal card.
        self._shifts: dict[Zone, int] = {}
        self._tops = Tops()
        self._laid_turns = LaidTurns()
        self._turned = TurnedCards()

    def say_new(self, id_: str, is_new: bool) -> None:
        """Note that a person says whether a card is new or was there before."""
        self._old.discard(id_)
        self._moved_to_discards.discard(id_)
        (self._new if is_new else self._old).add(id_)
        self._used.forget(id_)
        self._tops.forget(id_)
        self._laid_turns.forget(id_)

    def forget_new(self) -> None:
        """Note that the match has moved on, so that no card counts as new any more."""
        self._new.clear()

    def ignore(self, ids: frozenset[str]) -> None:
        """Note which cards mean nothing from now on, because they are of another deal."""
        self._ignored = ids

    def last_seen(self, card: Card) -> SettledCard | None:
        """Return a card of the layout as it was last seen, or None."""
        place = (card.name, card.zone, card.at)
        return next((seen for key, seen in self._last.items() if key[:3] == place), None)

    def cell_of(self, seen: SeenCard) -> Position | None:
        """Return a card's cell with the column as the game counts it, or None."""
        if seen.at is None or seen.zone is None:
            return None
        return seen.at[0], seen.at[1] - self._shifts.get(seen.zone, 0)

    def column_shift(self, zone: Zone) -> int:
        """Return by how many columns the cards of a grid are shifted on the mat."""
        return self._shifts.get(zone, 0)

    def compare(self, table_pass: TablePass, now_s: float) -> Difference:
        """Return the differences from the layout. `now_s` is monotonic time in seconds."""
        there = {seen.id for seen in table_pass.seen}
        self._old &= there
        self._moved_to_discards &= there
        self._new &= there
        self._others &= there
        self._turned.follow(table_pass.seen)
        cards = dict(keyed(table_pass.layout.cards))
        self._hear_own_hand(table_pass)
        self._follow_shifts(table_pass)
        self._match(cards, table_pass.seen)
        counted = self._ever_matched
        self._ever_matched = (self._ever_matched | self._matched.keys()) & there
        lies = {id_: cards[key] for id_, key in self._matched.items()}
        before = {
            id_: seen.id for id_, key in self._matched.items() if (seen := self._last.get(key))
        }
        self._used.follow(table_pass, lies, before)
        self._last |= {
            self._matched[seen.id]: seen.card for seen in table_pass.seen if seen.id in lies
        }
        piles = {pile.zone for pile in table_pass.layout.piles if pile.top}
        loose = [seen for seen in table_pass.seen if seen.id not in {*lies, *self._ignored}]
        free = [seen for seen in loose if seen.zone not in piles]
        quiet = [seen for seen in free if table_pass.zones.is_still(seen.zone)]
        stood = set(self._matched.values())
        unseen = {key: card for key, card in cards.items() if key not in stood}
        gone = dict(self._missing(unseen, table_pass, now_s))
        upon = [seen for seen in loose if seen.zone in piles]
        moving = self._maybe_moving([*free, *upon], gone, table_pass, now_s)
        away = set(self._put_away(quiet, gone, table_pass, now_s))
        self._old |= away
        if len(away) == 1:  # Several at once are the cleared cards, and no new ones.
            self._moved_to_discards |= away
        tops = {
            pile.top
            for pile in table_pass.layout.piles
            if not table_pass.zones.is_seen_whole(pile.zone)
        }
        new = [one for one in quiet if one.name not in tops]  # It may have come from that pile.
        differs = tuple(self._contradicted(new, gone))
        new = [one for one in new if not any(one is other for _, other in differs)]
        found = [*self._laid(new, gone, table_pass, moving), *self._taken(gone)]
        maybe = [*self._replaced(table_pass, lies), *self._moved_away(quiet)]
        for pile in table_pass.layout.piles:
            if pile.top:
                fresh, asked = self._tops.changes_on(
                    pile, table_pass, found, self._old | self._ignored, self._new
                )
                found += (
                    change
                    for change in fresh
                    if isinstance(change, Taken) or change.id not in moving
                )
                maybe += asked
        unread = [seen for seen in free if seen.doubtful and not seen.under]
        silent = [seen for seen in unread if seen.card.in_sight]  # Else it may be gone by now.
        silent += (seen for seen in table_pass.seen if seen.under)  # Also if matched.
        covered = (seen for seen in silent if table_pass.zones.is_covered(seen.zone))
        held = (one for one in quiet if one.doubtful or _is_between(one) or one.id in moving)
        others = [seen for seen in (*free, *upon) if seen.id not in table_pass.own]
        found = [*self._laid_turns.date(table_pass, others, counted, found)]
        doubts, unsure = (*held, *covered), tuple(self._asked(maybe, table_pass))
        return Difference(tuple(found), doubts, unsure, differs, lies)

    # -- matching ------------------------------------------------------------------------------

    def _follow_shifts(self, table_pass: TablePass) -> None:
        for zone in table_pass.grids:
            if zone in table_pass.layout.floats:
                known = [
                    (card.name, card.at) for card in table_pass.layout.cards_in(zone) if card.at
                ]
                there = [seen for seen in table_pass.seen if seen.zone == zone]
                self._shifts[zone] = shift_of(known, there, self._shifts.get(zone, 0))

    def _match(self, cards: Mapping[Key, Card], seen: Sequence[SeenCard]) -> None:
        """Keep the matches that are still valid, then match the other cards with cards of the
        layout.
        """
        self._gone = {key for key in self._gone if key in cards and _is_new_once_gone(cards[key])}
        self._last = {key: card for key, card in self._last.items() if key in cards}
        there = {one.id: one for one in seen}
        self._matched = {
            id_: key
            for id_, key in self._matched.items()
            if id_ in there
            and key in cards
            and self._still_fits(there[id_], cards[key])
            and id_ not in self._new
        }
        left = {key: card for key, card in cards.items() if key not in self._matched.values()}
        free = [one for one in seen if one.id not in self._matched and not one.down]
        for one in sorted(free, key=lambda one: one.name is None):  # Certain names come first.
            fits = (key for key, card in left.items() if self._can_match(one, key, card))
            key = next(fits, None)
            if key is not None:
                self._matched[one.id] = key
                del left[key]

    def _still_fits(self, seen: SeenCard, card: Card) -> bool:
        """Whether a match is still valid. A used card may slide anywhere (SL-8)."""
        if not seen.may_be(card.name):
            return False
        if card.status is CardStatus.FREE:
            return seen.zone == card.zone
        return _is_new_once_gone(card) or self._in_place(seen, card)

    def _can_match(self, seen: SeenCard, key: Key, card: Card) -> bool:
        if key in self._gone or seen.id in self._new:
            return False
        return seen.may_be(card.name) and self._in_place(seen, card)

    def _in_place(self, seen: SeenCard, card: Card) -> bool:
        if card.zone == ANYWHERE:
            return True
        return seen.zone == card.zone and (card.at is None or self.cell_of(seen) == card.at)

    def _missing(
        self, unseen: Mapping[Key, Card], table_pass: TablePass, now_s: float
    ) -> Iterator[tuple[Key, Card]]:
        """Yield those `unseen` cards of the layout that are gone.

        A card that may be an unreadable one in the same zone is not gone.
        """
        free = [seen for seen in table_pass.seen if seen.id not in self._matched]
        unsure = Counter(seen.zone for seen in free if seen.doubtful)
        for key, card in unseen.items():
            if not table_pass.zones.is_seen_whole(card.zone):
                continue
            if unsure[card.zone] > 0:
                unsure[card.zone] -= 1
                continue
            if _is_new_once_gone(card):
                self._gone.add(key)
                self._gone_s(key, now_s)
            yield key, card

    def _gone_s(self, key: Key, now_s: float) -> float:
        seen = self._last.get(key)
        return self._durations.lasted_s(("gone", key), seen and seen.id, now_s)

    def _contradicted(
        self, free: Sequence[SeenCard], gone: dict[Key, Card]
    ) -> Iterator[tuple[Card, SeenCard]]:
        """Yield the cards that no camera has seen, each with the card seen in its place (SL-14)."""
        names = {seen.name for seen in free}
        stay = [
            key
            for key, one in gone.items()
            if one.status is CardStatus.STAYS and key[1] != ANYWHERE
        ]
        unseen = [key for key in stay if key not in self._last and key[0] not in names]
        for one in free:
            if one.name is None or one.id in self._ever_matched | self._old | self._new:
                continue
            fits = (key for key in unseen if key in gone and self._in_place(one, gone[key]))
            if (key := next(fits, None)) is not None:
                yield gone.pop(key), one

    def _put_away(
        self,
        free: Sequence[SeenCard],
        gone: Mapping[Key, Card],
        table_pass: TablePass,
        now_s: float,
    ) -> Iterator[str]:
        """Yield the ids of used cards that somebody has just moved to the discards."""
        used = [key for key, card in gone.items() if _is_new_once_gone(card) and key in self._last]
        for seen in free:
            if seen.zone in table_pass.layout.discards and seen.id not in self._old | self._new:
                alike = (key for key in used if key[0] == seen.name)
                key = next((k for k in alike if self._gone_s(k, now_s) < HAND_S), None)
                if key is not None:
                    used.remove(key)
                    del self._last[key]
                    yield seen.id

    def _moved_away(self, quiet: Iterable[SeenCard]) -> Iterator[MaybeNew]:
        """Yield the cards on the discards that may be new, or else used cards that moved."""
        for seen in quiet:
            if seen.id in self._moved_to_discards and seen.name is not None:
                yield MaybeNew(Laid(seen.name, seen.zone, self.cell_of(seen), seen.id), seen)

    # -- changes -------------------------------------------------------------------------------

    def _maybe_moving(
        self,
        free: Sequence[SeenCard],
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
        for one in free:
            beside = one.name not in away
            lasted_s = self._durations.lasted_s(("beside", one.id), beside, now_s)
            if beside and lasted_s >= BESIDE_S:
                self._others.add(one.id)
        moving = {seen.id for seen in free if not seen.down and seen.name in stays - away}
        return moving - self._others

    def _laid(
        self,
        free: Sequence[SeenCard],
        gone: dict[Key, Card],
        table_pass: TablePass,
        moving: Set[str],
    ) -> Iterator[Laid | Moved]:
        """Yield the cards that are not in the layout. If a card only moved, remove it from `gone`.

        A card that has made its move may slide anywhere without being a change.
        """
        for seen in free:
            if seen.doubtful or _is_between(seen) or seen.id in self._old:
                continue
            worn = table_pass.has_made_its_move(seen) and seen.id not in self._new
            was = None if seen.down else self._moved_from(seen, gone, worn)
            if was is not None and seen.zone is not None:
                yield Moved(gone.pop(was), seen.zone, self.cell_of(seen), seen.id)
            elif not worn and seen.id not in moving:
                name, turned = seen.name or "", seen in self._turned
                yield Laid(name, seen.zone, self.cell_of(seen), seen.id, seen.down, turned)

    def _moved_from(self, seen: SeenCard, gone: Mapping[Key, Card], worn: bool) -> Key | None:
        """Return the missing card that lies here now: the same card, or an equal one, or None.

        If both were seen at the same time before, this is a different card.
        """
        for key, card in gone.items():
            if card.status is CardStatus.STAYS and card.name == seen.name:
                same = key in self._last and self._last[key].id == seen.id
                grid = card.at is not None and card.zone == seen.zone
                if same or worn or grid or seen.id not in self._others:
                    return key
        return None

    def _taken(self, gone: Mapping[Key, Card]) -> Iterator[Taken]:
        for key, card in gone.items():
            yield Taken(card, self._last[key].id if key in self._last else "")

    def _replaced(self, table_pass: TablePass, lies: Mapping[str, Card]) -> Iterator[MaybeNew]:
        """Yield the used cards that a new card may have replaced."""
        for seen in self._used.replaced(table_pass, lies, self._old | self._new):
            name = seen.name or ""
            yield MaybeNew(Laid(name, seen.zone, self.cell_of(seen), seen.id), seen)

    # -- what the table's own hand says --------------------------------------------------------

    def _hear_own_hand(self, table_pass: TablePass) -> None:
        """Note the cards that the table's own hand laid where an equal card lay before."""
        for id_, is_new in table_pass.own.items():
            if is_new and id_ not in self._new and (id_ in self._used or id_ in self._old):
                self.say_new(id_, is_new)

    def _asked(self, maybe: Iterable[MaybeNew], table_pass: TablePass) -> Iterator[MaybeNew]:
        """Yield the cards about which people are asked. The table's own hand knows its cards."""
        for one in maybe:
            if one.seen.id in table_pass.own:
                self.say_new(one.seen.id, table_pass.own[one.seen.id])
            else:
                yield one


def keyed(cards: Iterable[Card]) -> Iterator[tuple[Key, Card]]:
    often: Counter[tuple[str, Zone, Position | None]] = Counter()
    for card in cards:
        place = (card.name, card.zone, card.at)
        yield (*place, often[place]), card
        often[place] += 1


def _is_new_once_gone(card: Card) -> bool:
    """Whether an equal card counts as new after this card has disappeared."""
    return card.status in (CardStatus.USED, CardStatus.TO_CLEAR)


def _is_between(seen: SeenCard) -> bool:
    return seen.in_grid and seen.at is None and not seen.down
