"""Draw the table for a viewer: a game's layout on the plan of its mats.

A layout has only open cards and numbers of cards, so it is the same for everybody. Only the cells
for the viewer's next card are added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.contract import AskPlace
from referee.judging import Judgement, Refusal
from referee.match.running import Snapshot
from referee.pending import PendingAction
from referee.reports.tabletop import Box, Plan
from referee.table import (
    Card,
    CardStatus,
    Laid,
    Layout,
    Moved,
    Pile,
    Position,
    Taken,
    Zone,
    diff_layouts,
)
from referee.values import Message
from webui.page.border import Shape, Words
from webui.page.pictures import digest
from webui.page.tabletop.gathered import gathered
from webui.page.tabletop.ground import Ground
from webui.page.tabletop.marks import (
    cell_outline,
    free_cells,
    misplaced_cards,
    misplaced_cells,
    to_table_box,
    with_wanted,
    zone_glows,
)
from webui.page.tabletop.parts import TableParts
from webui.page.tabletop.place_names import place_names
from webui.page.tabletop.placement import PlacedItem, Placement, Thing
from webui.page.tabletop.shapes import SeatPlace, TableBox, TableCard, TableDrawing, ZoneNotes
from webui.page.tabletop.zone_texts import zone_texts


class TableSection(Shape):
    """The drawing of the table, if anything is on it."""

    table: TableDrawing | None


def table_section(
    words: Words,
    snapshot: Snapshot | None,
    plan: Plan | None,
    *,
    judged: Judgement,
    asked: Sequence[AskPlace] = (),
    reason: Message | None = None,
    others: int = 0,
    wanted: PendingAction | None = None,
    facts: Collection[Message] = (),
    near: bool = False,
    starts: Mapping[str, int] | None = None,
) -> TableSection:
    """Return the drawing of a match's table for a viewer, or None if nothing is on it.

    * `judged`: what the differences between the layout and the real table mean.
    * `asked`: the viewer's moves that bring a card into a cell; `reason`: the open question.
    * `others`: the number of parties without a seat; their places come after the seats'.
    * `wanted`: a bot's request to people.
    * `facts`: what the page says elsewhere, so that no zone repeats it.
    * `near`: whether the viewer's screen is small, so that zones are pushed together.
    * `starts`: the column in which each grid has its column 0, if the viewer sees real cards.
    """
    if snapshot is None or plan is None:
        return TableSection(None)
    layout, own = snapshot.layout, words.voice.seat
    if layout == Layout() and not judged.refusals:
        return TableSection(None)
    seat = own if own is not None and own < snapshot.seats else None
    earlier = (snapshot.game.table.layout(state) for state in snapshot.earlier)
    before = next((item for item in earlier if item != layout), layout)
    due = judged.to_do or snapshot.pending
    draws = {draw.source: draw.seat for draw in snapshot.draws}
    ground = Ground.seen_from(plan, seat)
    if near:
        waits = (
            *(action.zone for action in due),
            *(zone for why in judged.refusals for zone in _zones(why)),
        )
        ground = gathered(ground, (before, layout), snapshot.seats, waits)
    drawer = _Drawer(words, ground, before, layout, reason, wanted, draws, facts, starts or {})
    seats = range(snapshot.seats + others)
    return TableSection(drawer.table(due, judged.refusals, asked, seats))


def draw_cards(words: Words, plan: Plan, layout: Layout) -> TableDrawing:
    """Return a drawing of cards without a match."""
    return _Drawer(words, Ground(plan), layout, layout).table((), (), (), range(0))


@dataclass(frozen=True)
class _Drawer:
    """Draws a layout, and what has changed since an earlier layout.

    `draws` has the seat that must draw from each pile, if there is one. No zone repeats `facts`.
    `starts` has the column of column 0 of each grid that has one.
    """

    words: Words
    ground: Ground
    before: Layout
    layout: Layout
    reason: Message | None = None
    wanted: PendingAction | None = None
    draws: Mapping[Zone, int | None] = field(default_factory=dict)
    facts: Collection[Message] = ()
    starts: Mapping[str, int] = field(default_factory=dict)

    def table(
        self,
        due: Sequence[PendingAction],
        refusals: Sequence[Refusal],
        asked: Sequence[AskPlace],
        seats: range,
    ) -> TableDrawing:
        plan, ground, layout = self.ground.plan, self.ground, self.layout
        due = with_wanted(due, self.wanted)
        cells = ((action.zone, at) for action in due for at in action.at)
        more = (*misplaced_cells(refusals), *cells)
        placement = Placement.for_layouts(
            ground, self.before, layout, more=more, starts=self.starts
        )
        items = placement.all(layout)
        glows = tuple(zone_glows(placement, due, refusals, self.wanted))
        outlines = (cell_outline(placement, layout, outline) for outline in layout.outlines)
        table_parts = TableParts(placement, layout, seats)
        return TableDrawing(
            size=ground.size,
            mat=f"/mat.svg?{digest(plan.drawing)}" if plan.drawing else "",
            mat_size=plan.size_mm,
            quarters=ground.quarters,
            back=f"/back.svg?{digest(plan.back)}" if plan.back else "",
            lying=tuple(self._cards(items)),
            gone=tuple(self._emptied_places(placement, items)),
            outlines=tuple(item for item in outlines if item is not None),
            heaps=tuple(self._zone_notes(placement, items)),
            names=tuple(place_names(self.words.voice, placement, layout, items)),
            glows=tuple(reversed(glows)),
            free=tuple(free_cells(self.words, placement, asked)),
            amiss=tuple(misplaced_cards(self.words, placement, items, refusals, self.reason)),
            whole=table_parts.whole(),
            parts=table_parts.parts(),
            places=tuple(
                SeatPlace(n, ground.edge(n), round(ground.along(n), 3))
                for n in (seats if len(ground.mats) == 1 else ())
            ),
            texts=zone_texts(self.words, layout, due),
        )

    # -- cards, outlines and counters -----------------------------------------------------

    def _cards(self, items: Sequence[PlacedItem]) -> Iterable[TableCard]:
        fresh, often, marked = self._new_ids(), dict[str, int](), set[Zone]()
        for item in items:
            what = item.what
            name = what.top if isinstance(what, Pile) else what.name
            kind = "pile" if isinstance(what, Pile) else "back" if what.down else "card"
            key = f"{what.zone} {kind} {name}"
            often[key] = often.get(key, 0) + 1
            (x, y), (width, height) = item.at, item.size
            seat = self._symbol_seat(what)
            if seat is None and self.ground.gathered and what.zone not in marked:
                seat = what.zone.seat  # No mat shows whose place it is.
            marked.add(what.zone)
            yield TableCard(
                **self._face(what, name),
                key=f"{key} {often[key]}",
                kind=kind,
                zone=str(what.zone),
                x=round(x, 1),
                y=round(y, 1),
                width=round(width, 1),
                height=round(height, 1),
                lies=what.status.value if isinstance(what, Card) else CardStatus.STAYS.value,
                edge=what.edge if isinstance(what, Card) else None,
                seat=seat,
                fresh=id(what) in fresh,
                count=what.count if isinstance(what, Pile) else None,
            )

    def _symbol_seat(self, what: Thing) -> int | None:
        """Return the seat whose symbol a card or pile carries, or None if its place shows it."""
        if isinstance(what, Card) and what.edge is not None:
            return what.edge
        seat = what.seat if isinstance(what, Card) else self.draws.get(what.zone)
        return None if what.zone.seat == seat else seat

    def _face(self, what: Thing, name: str) -> dict[str, str]:
        """Return a card's name and picture. Without a drawing, the camera's picture is shown."""
        face, proof = self.words.card(name), what.proof if isinstance(what, Card) else ""
        return {**face, "picture": face["picture"] or (f"/proof/{proof}" if proof else "")}

    def _new_ids(self) -> set[int]:
        """Return the ids (`id()`) of the cards and piles that the last change brought."""
        new: list[tuple[str, Zone, Position | None]] = []
        for change in diff_layouts(self.before, self.layout):
            if isinstance(change, Laid) and change.zone is not None:
                new.append((change.card, change.zone, change.at))
            elif isinstance(change, Moved):
                new.append((change.was.name, change.zone, change.at))
        result = set()
        for card in reversed(self.layout.cards):  # Of equal cards, the last one is the newest.
            if (card.name, card.zone, card.at) in new:
                new.remove((card.name, card.zone, card.at))
                result.add(id(card))
        for pile in self.layout.piles:
            if (pile.top, pile.zone, None) in new:
                result.add(id(pile))
        return result

    def _emptied_places(
        self, placement: Placement, items: Sequence[PlacedItem]
    ) -> Iterable[TableBox]:
        """Yield the places that the last change emptied."""
        gone = [
            change.was
            for change in diff_layouts(self.before, self.layout)
            if not isinstance(change, Laid)
        ]
        for item in placement.all(self.before):
            card = item.what
            if not isinstance(card, Card) or card not in gone:
                continue
            gone.remove(card)
            if card.status is not CardStatus.TO_CLEAR and not any(
                _lies_on(item, other) for other in items
            ):
                yield to_table_box(item.box)

    def _zone_notes(self, placement: Placement, items: Sequence[PlacedItem]) -> Iterable[ZoneNotes]:
        cells = [item.box for item in items if item.zone not in self.ground.zones]
        for home in dict.fromkeys(map(placement.drawn_zone, placement.banded_zones(self.layout))):
            band = self.ground.band(home)
            texts = tuple(
                message
                for zone, message in self.layout.words
                if placement.drawn_zone(zone) == home and message not in self.facts
            )
            # A grid may span several zones. Words there still need the pieces that they name.
            covered = not texts and any(_overlap(band, box) for box in cells)
            yield ZoneNotes(
                zone=str(home),
                seat=home.seat,
                box=to_table_box(band),
                tokens=tuple(
                    piece
                    for piece in self.layout.pieces
                    if placement.drawn_zone(piece.zone) == home and not covered
                ),
                texts=texts,
            )


def _zones(why: Refusal) -> Iterable[Zone]:
    """Yield the zones of misplaced cards, and those in which they may lie."""
    yield from why.allowed_zones
    yield from (
        change.zone
        for change in why.changes
        if not isinstance(change, Taken) and change.zone is not None
    )


def _lies_on(item: PlacedItem, other: PlacedItem) -> bool:
    (x, y), (far, down) = item.at, other.at
    return abs(x - far) < other.size[0] * 0.6 and abs(y - down) < other.size[1] * 0.6


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
