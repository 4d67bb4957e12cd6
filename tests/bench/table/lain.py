"""Cards of any game, laid where its layouts say, and not quite straight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot
from random import Random

from referee.table import ANYWHERE, Card, CardStatus, Change, Laid, Layout, Moved, Pile, Taken
from tests.bench.table.cells import Place, brought_in, followed
from tests.bench.table.filmed import Filmed, Size
from tests.bench.table.seen import ANY_ZONE, MIDDLE, SMALL_MM, Seen, lies_wide, places
from tests.bench.table.sighted import Sighted
from vision.art import deck_art
from vision.synthetic.scene import PlacedCard

ASIDE_MM = 15.0  # from its place a small card is laid at most, turned freely
ASKEW_MM, ASKEW_DEG = 6.0, 8.0  # the same of a larger one
IN_CELL_MM, IN_CELL_DEG = 1.5, 2.0
UPON_MM, UPON_DEG = 5.0, 6.0  # as hands discard
MAY_GO = (CardStatus.USED, CardStatus.TO_CLEAR)
TRIES = 2000


@dataclass(eq=False)
class Loose:
    """A card that lies in a zone, in no cell and on no pile."""

    lying: PlacedCard
    zone: str


class Lain(Seen):
    """The cards on a game's mats: in cells, by row and column of the mat; on piles; loose.

    `shifts` are the columns by which each grid's cards lie further right than the match counts.
    The two classes below add how the cards are seen. They set out the mats first.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.card_mm = deck_art(self.deck).size_mm
        self.cells: dict[str, dict[Place, PlacedCard]] = {zone: {} for zone in self.grids}
        self.shifts: dict[str, int] = {}
        self.piles: dict[str, list[PlacedCard]] = {}
        self.loose: list[Loose] = []

    @property
    def lying(self) -> tuple[PlacedCard, ...]:
        """The cards in cells, then those on piles, then those that lie loose."""
        in_cells = (card for lay in self.cells.values() for card in lay.values())
        on_piles = (card for pile in self.piles.values() for card in pile)
        return (*in_cells, *on_piles, *(loose.lying for loose in self.loose))

    # -- what is done ---------------------------------------------------------------------------

    def follow(self, layout: Layout) -> None:
        """Lay all cards as a layout says, and take away the used ones."""
        self._follow_cells(layout, self.cells)
        for pile in layout.piles:
            self._follow_pile(pile)
        self._follow_loose(layout)

    def do(self, changes: Iterable[Change], after: Layout) -> None:
        """Make changes with the cards. `after` is the layout that they lead to."""
        zones = set()
        for change in changes:
            zone = _zone(change)
            if zone in self.cells and _cell(change) is not None:
                zones.add(zone)
                continue
            if isinstance(change, Taken | Moved):
                self.take(change.was.name, str(change.was.zone))
            if isinstance(change, Moved):
                self.lay(change.was.name, zone)
            elif isinstance(change, Laid):
                pile = after.pile(change.zone) if change.zone is not None else None
                (self.upon if pile is not None and pile.top else self.lay)(change.card, zone)
        self._follow_cells(after, zones)

    def lay(self, card: str, zone: str) -> None:
        """Lay a card near a free place of a zone."""
        small, box = hypot(*self.card_mm) < SMALL_MM, self.spread.zones[zone]
        aside_mm = ASIDE_MM if small else ASKEW_MM
        apart_mm = hypot(*self.card_mm) + 2.0 if small else self.card_mm[0] + 1.0
        free, off = places(box, self.card_mm), self.random.uniform
        for _ in range(TRIES):
            x, y = self.random.choice(free)
            dx, dy = off(-aside_mm, aside_mm), off(-aside_mm, aside_mm)
            x, y = x + dx, y + dy
            near = (loose for loose in self.loose if _from_mm(loose.lying, x, y) < apart_mm)
            if hypot(dx, dy) <= aside_mm and not any(near):
                break
        upright = 0.0 if lies_wide(box) else 90.0
        turn = off(0.0, 360.0) if small else upright + off(-ASKEW_DEG, ASKEW_DEG)
        self.loose.append(Loose(self._card(card, (x, y, turn), 0.0, 0.0), zone))

    def take(self, card: str, zone: str) -> None:
        """Take a card from a zone or its pile, if it is there."""
        pile = self.piles.get(zone)
        if pile:
            pile.pop()
            return
        there = [loose for loose in self.loose if (loose.lying.card, loose.zone) == (card, zone)]
        if there:
            self.loose.remove(there[0])

    def upon(self, card: str, zone: str) -> None:
        """Lay a card on the pile of a zone."""
        left, top, right, bottom = self.spread.zones[zone]
        at = ((left + right) / 2, (top + bottom) / 2, 0.0)
        self.piles.setdefault(zone, []).append(self._card(card, at, UPON_MM, UPON_DEG))

    def move_along(self, zone: str, by: int) -> None:
        """Move all the cards of a grid along."""
        self.shifts[zone] = self.shifts.get(zone, MIDDLE) + by
        self.cells[zone] = {
            (row, column + by): self._moved(card, zone, (row, column + by))
            for (row, column), card in self.cells[zone].items()
        }

    # -- what may be asked of it ----------------------------------------------------------------

    def in_cell(self, card: str, zone: str, at: Place) -> PlacedCard:
        """Return a new card, not quite straight in a cell of a grid."""
        return self._card(card, self.spread.cell_mm(zone, *at), IN_CELL_MM, IN_CELL_DEG)

    # -- one kind of place after the other ------------------------------------------------------

    def _follow_cells(self, layout: Layout, zones: Iterable[str]) -> None:
        floats = {str(zone) for zone in layout.floats}
        for zone in zones:
            shift = self.shifts.setdefault(zone, MIDDLE if zone in floats else 0)
            known = {
                card.at: card.name
                for card in layout.cards
                if card.at is not None
                and str(card.zone) == zone
                and card.status is not CardStatus.TO_CLEAR
            }
            if known and zone in floats:
                columns = sorted(column for _, column in known)
                wide = self.grids[zone].columns
                by = brought_in(range(columns[0], columns[-1] + 1), shift, wide)
                if by:
                    self.move_along(zone, by)
                    shift += by

            def new(card: str, at: Place, zone: str = zone) -> PlacedCard:
                return self.in_cell(card, zone, at)

            def moved(card: PlacedCard, at: Place, zone: str = zone) -> PlacedCard:
                return self._moved(card, zone, at)

            want = {(row, column + shift): card for (row, column), card in known.items()}
            lay = self.cells[zone]
            self.cells[zone] = followed(lay, want, lambda placed: placed.card, new, moved)

    def _follow_pile(self, pile: Pile) -> None:
        """Lay the top that a pile must show, or one that it may show."""
        zone = str(pile.zone)
        lies = self.piles.get(zone, [])
        del lies[pile.count or 0 :]
        top = lies[-1].card if lies else ""
        if pile.top and top != pile.top:
            del lies[max(0, (pile.count or 0) - 1) :]
            self.upon(pile.top, zone)
        elif not pile.top and pile.under and pile.count and top not in pile.under:
            self.upon(self.random.choice(pile.under), zone)

    def _follow_loose(self, layout: Layout) -> None:
        cards = [card for card in layout.cards if card.at is None and card.status not in MAY_GO]
        left = Counter(map(_place, cards))
        for loose in [*self.loose]:
            at = (loose.zone, loose.lying.card)
            if left[at] > 0:
                left[at] -= 1
            else:
                self.loose.remove(loose)
        for zone, card in left.elements():
            self.lay(card, zone)

    def _moved(self, card: PlacedCard, zone: str, at: Place) -> PlacedCard:
        return replace(self.in_cell(card.card, zone, at), copy=card.copy)

    def _card(
        self, name: str, at: tuple[float, float, float], by_mm: float, by_deg: float
    ) -> PlacedCard:
        (x, y, turn), off = at, self.random.uniform
        x, y = x + off(-by_mm, by_mm), y + off(-by_mm, by_mm)
        wear, copy = off(0.0, 0.25), self.random.randrange(6)
        return PlacedCard(self.deck, name, x, y, turn + off(-by_deg, by_deg), wear=wear, copy=copy)


class FilmedLain(Lain, Filmed):
    """Cards that are rendered and read."""

    def __init__(
        self, game: str, deck: str, seats: int, size: Size, tilt_deg: float, random: Random
    ) -> None:
        Filmed.__init__(self, game, deck, seats, size, tilt_deg)
        Lain.__init__(self, random)


class SightedLain(Lain, Sighted):
    """Cards that are known without a picture."""

    def __init__(self, game: str, deck: str, seats: int, random: Random) -> None:
        Sighted.__init__(self, game, deck, seats)
        Lain.__init__(self, random)


def _zone(change: Change) -> str:
    zone = change.was.zone if isinstance(change, Taken) else change.zone
    return ANY_ZONE if zone in (None, ANYWHERE) else str(zone)


def _cell(change: Change) -> Place | None:
    return change.was.at if isinstance(change, Taken) else change.at


def _place(card: Card) -> tuple[str, str]:
    return (ANY_ZONE if card.zone == ANYWHERE else str(card.zone)), card.name


def _from_mm(lying: PlacedCard, x_mm: float, y_mm: float) -> float:
    return hypot(lying.x_mm - x_mm, lying.y_mm - y_mm)
