"""The bots' cards at the virtual table, and the chores that move them.

This code knows no rules: the layout and the pending actions of the match decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple, Protocol

from firmware.bots.bot_process import Decision
from firmware.bots.own_cards import OwnCards, Virtual
from firmware.reading.judged_pass import OwnCard
from referee import library
from referee.determinization import Hidden
from referee.judging import why_illegal
from referee.match.desk import Snapshot
from referee.pending import Clear, Lay, TurnUp
from referee.reports import virtual_acts
from referee.reports.tabletop import Placed, Tabletop
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, CardStatus, Zone
from vision.mat import WHOLE
from vision.observation import SettledCard


class Chore(NamedTuple):
    """A task with cards. If `is_seen`, people first get time to look at the cards."""

    act: Any
    is_seen: bool = False


class Hands(Protocol):
    """The bots' cards, and the program or the people who move them."""

    def visible_cards(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards that a seat may look at, by the hand that they are in."""

    def next_chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return the next chore, which must be done before the match goes on, or None."""

    def draw_chore(self, seat: int) -> Chore | None:
        """Return the chore that draws a card for a seat, or None if it may not draw."""

    def move_chores(self, match: Snapshot, seat: int, made: Decision) -> Iterator[Chore]:
        """Yield the chores before a move: cards that a seat does not keep go face down onto the
        table if the move needs that, or else back into the pile.
        """

    def asks_people(self, match: Snapshot, seat: int, move: dict[str, Any]) -> bool:
        """Whether people must lay the cards of this move. If so, also ask them to lay the cards."""

    def own_card(self, match: Snapshot, card: SettledCard) -> OwnCard | None:
        """Return what is known about a card that these hands laid, or None for any other card."""

    def do(self, chore: Chore) -> None:
        """Do a chore. Raise `IllegalMove` or `LookupError` if it is no longer possible."""


class VirtualHands:
    """Hands at the virtual table, which has all cards. `dealt` tells whether no deal is pending."""

    def __init__(self, virtual: Virtual, dealt: Callable[[], bool]) -> None:
        self.virtual, self.dealt = virtual, dealt
        self._own = OwnCards(virtual)

    def visible_cards(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards of the hands that a seat may look at, and its own face-down cards.

        A card that it has laid face down counts as held until the match has it on the table.
        """
        lies, own = self.virtual.scene(), dict[int, tuple[str, ...]]()
        early, downs = self._laid_down(match, seat)
        for hand in match.game.table.visible_hands(match.state, seat):
            if hand < len(lies.hands):
                held = [lies.faces[card] for card in lies.hands[hand]]
                own[hand] = tuple(sorted(held + (early if hand == seat else [])))
        return own | {hand: (card,) for hand, card in downs.items()}

    def _laid_down(self, match: Snapshot, seat: int) -> tuple[list[str], dict[int, str]]:
        """Return the cards that a seat laid face down: those that are not in the layout yet, and
        those that are, by the number of their hand (`Hidden.counts`).
        """
        if match.game.table.hidden is None:
            return [], {}
        hidden: Hidden = match.game.table.hidden(match.state)
        left = {zone: [card.card for card in cards] for zone, cards in self._backs(seat).items()}
        downs = dict[int, str]()
        for hand, down in enumerate(hidden.downs, len(hidden.hands)):
            if down.seat == seat and left.get(down.zone):
                downs[hand] = left[down.zone].pop()
        gone = Counter(
            card.zone
            for card in match.layout.cards
            if card.down and card.status is CardStatus.TO_CLEAR
        )
        early = (card for zone, cards in left.items() for card in cards[gone[zone] :])
        return [*early], downs

    def _backs(self, seat: int) -> dict[Zone, list[Placed]]:
        """Return the cards that a seat laid face down, by zone."""
        found: dict[Zone, list[Placed]] = {}
        for lying in self.virtual.laid_down(seat):
            zone = self.virtual.spread.zone_of(lying.x_mm, lying.y_mm)
            if zone is not None:
                found.setdefault(Zone.parse(zone), []).append(lying)
        return found

    def next_chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return the next chore that a bot must do, or that no particular seat must do, or None."""
        self._own.follow(match)
        if not self.dealt():
            return Chore(virtual_acts.Deal(), is_seen=True)
        lies = self.virtual.scene()
        if any(lies.hands) and any(one.zone == ANYWHERE for one in match.pending):
            return Chore(virtual_acts.Reveal())
        for card in _to_take(match, lies, bots):
            return Chore(virtual_acts.Tap(card))
        for heap in _to_heap(match, lies, bots):
            return Chore(virtual_acts.Gather(heap), is_seen=True)
        if lies.goes and (away := _away(match, _cards_away(match, lies), bots)) is not None:
            return Chore(away, is_seen=True)
        for card in (*_to_turn_up(match, lies, bots), *_to_lay(lies, bots)):
            return Chore(virtual_acts.Tap(card))
        for pile, draw in lies.draws.items():
            if draw.seat is None or (draw.zone and draw.seat in bots):
                return Chore(virtual_acts.Tap(pile))
        return next(_given_back(match, lies, bots), None)

    def draw_chore(self, seat: int) -> Chore | None:
        draws = self.virtual.scene().draws
        owed = (pile for pile, draw in draws.items() if draw.seat == seat)
        return next((Chore(virtual_acts.Tap(pile)) for pile in owed), None)

    def move_chores(self, match: Snapshot, seat: int, made: Decision) -> Iterator[Chore]:
        move, apply = library.move(match.game, made.move), match.game.rules.apply
        if why_illegal(apply, match.state, move) is not None:
            return  # It is too early.
        after, _ = apply(match.state, move)
        lies, keeps = self.virtual.scene(), Counter(made.kept)
        zones, loose = self._zones_to_lay(match, seat, after), []
        for card in lies.hands[seat]:
            if keeps[lies.faces[card]]:
                keeps[lies.faces[card]] -= 1
            else:
                loose.append(card)
        for card, zone in zip(loose, zones, strict=False):
            yield Chore(virtual_acts.Show(card, str(zone), face_up=False))
        for card in loose[len(zones) :] if made.kept else ():
            yield Chore(virtual_acts.PutBack(card))

    def _zones_to_lay(self, match: Snapshot, seat: int, after: Any) -> list[Zone]:
        """Return the zones in which a seat must still lay a card face down for its next state."""
        hidden = match.game.table.hidden
        if hidden is None:
            return []
        new = hidden(after).new_downs(hidden(match.state))
        early, _ = self._laid_down(match, seat)
        return [down.zone for down in new if down.seat == seat][len(early) :]

    def asks_people(self, match: Snapshot, seat: int, move: dict[str, Any]) -> bool:
        """Return False, because the program moves the cards here."""
        del match, seat, move
        return False

    def own_card(self, match: Snapshot, card: SettledCard) -> OwnCard | None:
        return self._own.of(match, card)

    def do(self, chore: Chore) -> None:
        self._own.do(chore.act)


def _to_take(match: Snapshot, lies: Tabletop, bots: Collection[int]) -> Iterator[str]:
    """Yield the cards to clear that a bot must pick up and lay elsewhere."""
    lays = (one for one in match.pending if one.seat in bots and not isinstance(one, Clear))
    names = {name for one in lays for name in one.cards}
    yield from (card for card in lies.goes if lies.faces.get(card) in names)


def _to_heap(match: Snapshot, lies: Tabletop, bots: Collection[int]) -> Iterator[str]:
    """Yield the zone of the whole mat if all cards to clear must go onto one discard pile.

    They go there together, because otherwise the match would go on after the first card.
    """
    for one in match.pending:
        onto_pile = isinstance(one, Lay) and match.layout.pile(one.zone) is not None
        if onto_pile and (one.seat is None or one.seat in bots):
            held = () if one.seat is None else lies.hands[one.seat]
            counted = sum(back.count for back in match.layout.backs if back.seat == one.seat)
            if lies.goes or len(held) > counted:
                yield WHOLE


def _cards_away(match: Snapshot, lies: Tabletop) -> VirtualAct:
    """Return the act that takes away all the cards of a move at once, or else a single card."""
    goes = Counter(lies.faces.get(card, "") for card in lies.goes)
    clears = (one for one in match.pending if type(one) is Clear)
    if goes.total() > 1 and any(goes <= Counter(one.cards) for one in clears):
        return virtual_acts.Gather(WHOLE)
    return virtual_acts.Tap(lies.goes[0])


def _away(match: Snapshot, act: VirtualAct, bots: Collection[int]) -> VirtualAct | None:
    """Return the act that takes cards away, or None while the match waits for a person.

    A pending action that concerns no particular seat, such as refilling a market, waits until all
    cards are cleared. If the layout does not list a card to clear, the card was left behind.
    """
    went = {one.zone for one in match.layout.cards if one.status is CardStatus.TO_CLEAR}
    for one in match.pending:
        mine = one.seat in bots and (not went or any(map(one.zone.covers, went)))
        if one.seat is None or mine:
            return act
    return None


def _to_turn_up(match: Snapshot, lies: Tabletop, bots: Collection[int]) -> Iterator[str]:
    """Yield the face-down cards that a bot, or no particular seat, must turn up."""
    for action in match.pending:
        box = lies.zones.get(str(action.source)) if isinstance(action, TurnUp) else None
        if box is None or (action.seat is not None and action.seat not in bots):
            continue
        left, top, right, bottom = box
        for one in lies.placed:
            if not one.face_up and left <= one.x_mm <= right and top <= one.y_mm <= bottom:
                yield one.id


def _to_lay(lies: Tabletop, bots: Collection[int]) -> Iterator[str]:
    """Yield the held card that a bot must lay before the match goes on, unless it can choose."""
    params = {} if lies.first is None else lies.first.params
    seat = params.get("seat")
    if isinstance(seat, int) and seat in bots and "card" in params:
        yield from (card for card in lies.hands[seat] if lies.faces[card] == params["card"])


def _given_back(match: Snapshot, lies: Tabletop, bots: Collection[int]) -> Iterator[Chore]:
    """Yield the chore by which a bot with too many cards gives one to a hand with too few."""
    counted = Counter({one.seat: one.count for one in match.layout.backs if one.seat is not None})
    many = {seat: len(held) - counted[seat] for seat, held in enumerate(lies.hands)}
    short = [seat for seat in counted if many.get(seat, 0) < 0]
    drawing = {draw.seat for draw in lies.draws.values()}
    for seat in bots:
        if short and counted[seat] and many.get(seat, 0) > 0 and seat not in drawing:
            yield Chore(virtual_acts.Hold(lies.hands[seat][0], short[0]))
