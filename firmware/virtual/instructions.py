"""What hands do at the virtual table as was said: what a seat typed, a card that leaves play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.placement import lie_in
from firmware.virtual.state import Layout
from firmware.virtual.tapping import TALON
from referee.actor import TABLE
from referee.contract import By
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE, UNDO
from referee.reports import hands
from referee.reports.hands import VirtualAct
from referee.reports.tabletop import PILE, Placed
from referee.table import Card, Change, Laid, Lies, Moved, Taken, Zone, between
from referee.table import Layout as Expected
from vision.spread import Spread


@dataclass(frozen=True)
class Typed:
    """A move that was typed: how the table lay before and lies now, and whose hand it is about.

    `draws` is how many cards that hand was to draw first, after which entry; `next` are the cards
    that it is to lay then.
    """

    was: Expected
    now: Expected
    hand: int
    draws: tuple[int, int] = (0, 0)
    next: tuple[str, ...] = ()

    def acts(self, lay: Layout, spread: Spread) -> Iterator[VirtualAct]:
        """Yield what that hand takes up, then what it lays, as far as it is not done yet.

        What it took up before that was said, and was not named, it lays back. Each act is done
        before the next is asked for: a pile that runs out by one takes in what lies about.
        """
        if self.hand >= len(lay.hands):
            return  # it is not dealt yet
        lifted = self._lifted(lay, spread)
        free = self._loose(one for one in self.was.cards if one.lies is Lies.FREE)
        was, now = self._loose(self.was.cards), self._loose(self.now.cards)
        taken, cells = (was & free) - now, self._cells
        yield from self._from_cells(lay, spread)
        for (name, zone), many in taken.items():
            there = _lying(lay, spread, name, zone)
            for lying in there[max(now[name, zone], len(there) - many) :]:
                yield hands.Hold(lying.id, self.hand)
        many, seq = self.draws
        lays = taken or ((now - was or cells) and not lifted)
        for _ in range(many - lay.drawn_after(seq) if lays else 0):
            yield hands.Hold(PILE, self.hand)
        held = [*self._lifted(lay, spread), *lay.hands[self.hand]]
        lacks = {one: many - len(_lying(lay, spread, *one)) for one, many in (free & now).items()}
        loose = Counter({**lacks, **(now - was)}).elements()
        laid = [*(Laid(name, zone) for name, zone in loose), *cells, *self._on_tops]
        for one in laid:
            having = [card for card in held if lay.pile.faces[card] == one.card]
            if having and _is_there(spread, str(one.zone)):
                held.remove(having[0])
                yield hands.Show(having[0], str(one.zone), one.at)

    def _from_cells(self, lay: Layout, spread: Spread) -> Iterator[VirtualAct]:
        """Yield where cards go that leave a grid: into the hand, upon the discards, or away."""
        grids = Grids(spread, lay.placed, layout=self.was)
        held = [lay.pile.faces[card] for card in lay.hands[self.hand]]
        heaps = (pile.zone for pile in self.was.piles if pile.top or pile.count == 0)
        heap = next(heaps, None)
        for one in self._changes:
            if not isinstance(one, Taken) or (lying := grids.lying_at(one.was)) is None:
                continue
            shot = any(top.card == one.was.name for top in self._on_tops)
            spoils = next((to for to in self._cells if to.card == one.was.name), None)
            if spoils is not None and spoils.card not in held:
                yield hands.Show(lying, str(spoils.zone), spoils.at)
            elif one.was.name in self.next:
                yield hands.Hold(lying, self.hand)
            elif heap is None and not shot:
                yield hands.Take(lying)
            else:
                yield hands.Show(lying, str(self._on_tops[0].zone if shot else heap))

    @cached_property
    def _changes(self) -> tuple[Change, ...]:
        return between(self.was, self.now)

    @property
    def _tops(self) -> list[Change]:
        """The changes of what lies on piles."""
        return [one for one in self._changes if _of_a_pile(one, self.now)]

    def _lifted(self, lay: Layout, spread: Spread) -> list[str]:
        """Return the cards that lie on piles and are no tops any more."""
        off = [one.was for one in self._tops if isinstance(one, Taken)]
        return [card for top in off for card in _on(lay, spread, top)]

    @property
    def _on_tops(self) -> list[Laid]:
        return [one for one in self._tops if isinstance(one, Laid)]

    @property
    def _cells(self) -> list[Laid]:
        """What is laid in the cells of grids."""
        return [one for one in self._changes if isinstance(one, Laid) and one.at is not None]

    @staticmethod
    def _loose(cards: Iterable[Card]) -> Counter[tuple[str, Zone]]:
        """Count the cards that lie in no cell."""
        return Counter((one.name, one.zone) for one in cards if one.at is None)


def _is_there(spread: Spread, zone: str) -> bool:
    return zone in spread.zones or any(zone in laid.mat.grids for laid in spread.laid)


def _of_a_pile(change: Change, layout: Expected) -> bool:
    """Tell whether a change is one of a pile's top."""
    zone = change.zone if isinstance(change, Laid | Moved) else change.was.zone
    return zone is not None and layout.pile(zone) is not None


def _on(lay: Layout, spread: Spread, top: Card) -> list[str]:
    """Return the card that is the top of a pile."""
    return [one.id for one in _lying(lay, spread, top.name, top.zone)[-1:]]


def _lying(lay: Layout, spread: Spread, name: str, zone: Zone) -> list[Placed]:
    """Return the cards of a name that lie face up in a zone."""
    there = lie_in(lay.placed, spread, zone)
    return [one for one in there if one.card == name and one.face_up]


@dataclass(frozen=True)
class Leaving:
    """Cards that leave play: who holds one lays it away, and takes the card dealt to nobody."""

    cards: frozenset[str]

    def acts(self, lay: Layout, spread: Spread) -> Iterator[VirtualAct]:
        """Yield how the cards are swapped, as far as that is not done yet."""
        backs = [
            one.id
            for one in lay.placed
            if not one.face_up and spread.zone_of(one.x_mm, one.y_mm) == TALON
        ]
        held = [one for one in lay.held() if lay.pile.faces[one[1]] in self.cards]
        for seat, card in held[: len(backs)]:
            yield hands.Take(card)
            yield hands.Hold(backs.pop(), seat)


@dataclass(frozen=True)
class Back:
    """Cards that a player says to take back, by name and zone: each goes into its hand again."""

    cards: frozenset[tuple[str, Zone]]

    def acts(self, lay: Layout, spread: Spread) -> Iterator[VirtualAct]:
        """Yield which cards are taken up, as far as they lie there still."""
        for one in self._meant(lay, spread):
            if (seat := lay.came.get(one.id)) is not None:
                yield hands.Hold(one.id, seat)

    def _meant(self, lay: Layout, spread: Spread) -> Iterator[Placed]:
        ids = {
            one.id
            for name, zone in self.cards
            for one in lie_in(lay.placed, spread, zone)
            if one.card == name
        }
        yield from (one for one in lay.placed if one.id in ids)


class Again(Back):
    """Cards that lay there when a deal went back: they are as they were before they lay there."""

    def acts(self, lay: Layout, spread: Spread) -> Iterator[VirtualAct]:
        """Yield which are taken up, and away what came from no hand: it lay face down."""
        yield from super().acts(lay, spread)
        for one in self._meant(lay, spread):
            if one.id not in lay.came:
                yield hands.Take(one.id)


Said = Typed | Leaving | Back


class Typing:
    """Tells of each new state of a match what hands are to do by what was said."""

    def __init__(self) -> None:
        self._last: Snapshot | None = None

    def __call__(self, match: Snapshot) -> Said | None:
        """Return what was said of cards by the newest entry; None where it was something else."""
        was, self._last = self._last, match
        if was is None or was.match != match.match or not match.log:
            return None
        entry = match.log[-1]
        if out := frozenset(match.layout.without) - frozenset(was.layout.without):
            return Leaving(out)
        if entry.kind == UNDO and entry.seq > was.seq and _by_bot(match, entry.of):
            return Back(_gone(was, match))
        if entry.kind != MOVE or entry.seq <= was.seq:
            return None
        held = zip(was.layout.held, match.layout.held, strict=False)
        if any(before < now for before, now in held):
            return Again(_gone(was, match))
        bot = entry.by.kind is None and entry.by.seat is not None
        if entry.by.kind not in (By.SEAT, By.HOST) and not bot:
            return None
        if not (bot or hasattr(entry.move, "proof")):
            return _back(was, match)
        seat = entry.by.seat if bot else getattr(entry.move, "seat", None)
        if seat is None or (not bot and entry.move.proof):
            return None
        owed = max((pile.draws for pile in was.layout.piles if pile.seat == seat), default=0)
        lays = tuple(card for one in match.waits if one.seat == seat for card in one.cards)
        hand = Brief.of(was).hand_of(seat)
        return Typed(was.layout, match.layout, hand, (owed, was.steps_seq), lays)


def _by_bot(match: Snapshot, of: int | None) -> bool:
    """Tell whether an entry is a move of the table's own player."""
    by = next((one.by for one in match.log if one.seq == of), TABLE)
    return by.kind is None and by.seat is not None


def _gone(was: Snapshot, match: Snapshot) -> frozenset[tuple[str, Zone]]:
    """Return the cards that lay there and do not any more."""
    stand = [(one.name, one.zone) for one in match.layout.cards]
    lay = ((one.name, one.zone) for one in was.layout.cards)
    return frozenset(one for one in lay if one not in stand)


def _back(was: Snapshot, match: Snapshot) -> Back | None:
    """Return the cards that stood and do not any more, where who laid one may lay it again.

    One that its player might take up, as it waited for a second one, stood too.
    """
    stand = [(one.name, one.zone) for one in match.layout.cards]
    brief = Brief.of(match)
    gone = frozenset(
        (one.name, one.zone)
        for one in was.layout.cards
        if (one.lies is Lies.STAYS or (one.lies is Lies.FREE and one.seat is not None))
        and not any(name == one.name and zone.covers(one.zone) for name, zone in stand)
        and brief.zones_for(one.name, one.seat, (str(one.zone),))
    )
    return Back(gone) if gone else None
