"""Face-up piles: whether the top card is new or was there before.

A camera sees only the top of a pile, and the next card may have the same name. The card's id, its
position, and the cards that the game has below the top tell the cards apart. If they do not, people
are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from firmware.reading.ledger.used_cards import LastPosition
from firmware.reading.seen_cards import SeenCard, TablePass, uppermost
from referee.table import Card, Change, Laid, Pile, Taken, Zone


@dataclass(frozen=True)
class MaybeNew:
    """A card that may be new. If it is not, `else_` is the change that happened, or None."""

    laid: Laid
    seen: SeenCard
    else_: Change | None = None
    on_pile: bool = False


@dataclass(frozen=True)
class _Top:
    """The known top card of a pile. `away` means that it has been out of sight since."""

    pile: Pile
    left: LastPosition
    away: bool = False


class Tops:
    """Follows the top card of each face-up pile."""

    def __init__(self) -> None:
        self._tops: dict[Zone, _Top] = {}
        self._were: set[str] = set()  # Ids of former top cards; they may show beside the pile.

    def forget(self, id_: str) -> None:
        """Forget the position of a top card, because people have said whether it is new."""
        self._tops = {zone: top for zone, top in self._tops.items() if top.left.card.id != id_}

    def changes_on(
        self,
        pile: Pile,
        table_pass: TablePass,
        earlier: Iterable[Change],
        known: Mapping[str, bool],
    ) -> tuple[list[Change], list[MaybeNew]]:
        """Return the changes on a pile that are not in `earlier`, and the possible changes.

        `known` says by id whether a card is new, if that is known.
        """
        zone = pile.zone
        there = uppermost([seen for seen in table_pass.seen if seen.zone == zone])
        top = self._tops.get(zone)
        if top is None or (top.pile.top, top.pile.count) != (pile.top, pile.count):
            top = self._first(pile, there, table_pass, known)
        if not table_pass.zones.is_seen_whole(zone):
            if top is not None:
                left = replace(top.left, touched=True)
                self._tops[zone] = replace(top, left=left)
            return [], []
        top_id = "" if top is None else top.left.card.id
        on_top = (card for card in there if card.name == pile.top)
        back = next((seen_card for seen_card in on_top if table_pass.is_fresh(seen_card.id)), None)
        if back is not None and pile.leaves and table_pass.known_card(back.id).is_new is False:
            return [Taken(Card(pile.top, zone), top_id), _laid(back, zone)], []  # It was drawn.
        lies = next((item for item in there if item.id == top_id), None)
        maybe_new = [card for card in there if known.get(card.id, True) and card.name]
        fresh = [card for card in maybe_new if card is not lies]
        if lies is not None and top is not None:
            fresh = [seen for seen in fresh if seen.id not in self._were or known.get(seen.id)]
            covered = table_pass.known_card(lies.id).is_new  # By an equal card.
            unmoved = not (covered or top.left.has_moved(lies.card))
            if fresh or unmoved or not known.get(lies.id, True):
                return [_laid(seen, zone) for seen in fresh], []
            return [], [MaybeNew(_laid(lies, zone), lies, on_pile=True)]
        if top is not None:
            self._tops[zone] = replace(top, away=True)
        return self._without_known_top(pile, top, fresh, there, table_pass, earlier, known)

    def _first(
        self, pile: Pile, there: list[SeenCard], table_pass: TablePass, known: Mapping[str, bool]
    ) -> _Top | None:
        """Return the top card of a pile in which the ledger knows no card yet, or None."""
        was = self._tops.pop(pile.zone, None)
        if was is not None:
            self._were.add(was.left.card.id)
        alike = [card for card in there if card.name == pile.top and not known.get(card.id)]
        if not alike or not table_pass.zones.is_still(pile.zone):
            return None
        self._were.discard(alike[-1].id)
        self._tops[pile.zone] = _Top(pile, LastPosition(alike[-1].card))
        return self._tops[pile.zone]

    @staticmethod
    def _without_known_top(
        pile: Pile,
        top: _Top | None,
        fresh: list[SeenCard],
        there: list[SeenCard],
        table_pass: TablePass,
        earlier: Iterable[Change],
        known: Mapping[str, bool],
    ) -> tuple[list[Change], list[MaybeNew]]:
        """Return the changes and the possible changes while the known top card is out of sight."""
        taken = Taken(Card(pile.top, pile.zone), "" if top is None else top.left.card.id)
        lifted = any(isinstance(change, Laid) and change.card == pile.top for change in earlier)
        if not fresh:
            names = {card.name for card in there}
            alike = [seen_card for seen_card in there if seen_card.name == pile.top]
            whole = any(table_pass.known_card(item.id).is_new is False for item in alike)
            bares = names <= {*pile.under} and (lifted or pile.top not in names)
            return ([taken] if not there or ((top or lifted) and bares and not whole) else []), []
        changes: list[Change] = []
        maybe: list[MaybeNew] = []
        for seen in fresh:
            back = top is not None and top.away and seen.name == pile.top
            beneath = seen.name in pile.under
            if known.get(seen.id) or not (back or beneath):
                changes.append(_laid(seen, pile.zone))
            elif beneath and (lifted or table_pass.has_made_its_move(seen)):
                changes.append(taken)
            elif not (top is None and seen.name == pile.top):
                maybe.append(MaybeNew(_laid(seen, pile.zone), seen, None if back else taken, True))
        return changes, maybe


def _laid(seen: SeenCard, zone: Zone) -> Laid:
    return Laid(seen.name or "", zone, None, seen.id)
