"""The bots' cards at the virtual table, and the chores that move them.

This code knows no rules: the layout and the pending actions of the match decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from firmware.bots.bot_process import Decision
from firmware.virtual.duty import Duty
from referee import library
from referee.determinization import Hidden
from referee.judging import why_illegal
from referee.match.desk import Snapshot
from referee.pending import Clear, ClearAway, Draw, Lay, MissingCard, PendingAction, TurnUp
from referee.reports import virtual_acts
from referee.table import ANYWHERE, CardStatus, Zone
from referee.values import Message

if TYPE_CHECKING:
    from firmware.virtual.table import VirtualTable


class Chore(NamedTuple):
    """A task with cards. If it has a text, people first get time to look at the cards."""

    act: Any
    message: Message | None = None


class Hands(Protocol):
    """The bots' cards, and the program or the people who move them."""

    def visible_cards(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards that a seat may look at, by the hand that they are in."""

    def next_chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return the next chore, which must be done before the match goes on, or None."""

    def draw_chore(self, seat: int) -> Chore | None:
        """Return the chore that draws a card for a seat, or None if it may not draw."""

    def move_chores(self, match: Snapshot, seat: int, made: Decision) -> list[Chore] | None:
        """Return the chores before a move: cards that a seat does not keep go face down onto the
        table if the move needs that, or else back into the pile.

        Return None if people were asked to lay the cards of the move.
        """

    def do(self, chore: Chore) -> None:
        """Do a chore. Raise `IllegalMove` or `LookupError` if it is no longer possible."""


class VirtualHands:
    """Hands at the virtual table, which has all cards."""

    def __init__(self, virtual: VirtualTable) -> None:
        self.virtual = virtual

    def visible_cards(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards of the hands that a seat may look at, and its own face-down cards.

        A card that it has laid face down counts as held until the match has it on the table.
        """
        hands, own = self.virtual.hands(), dict[int, tuple[str, ...]]()
        early, downs = self._laid_down(match, seat)
        for hand in match.game.table.visible_hands(match.state, seat):
            if hand < len(hands):
                held = [*hands[hand].values()]
                own[hand] = tuple(sorted(held + (early if hand == seat else [])))
        return own | {hand: (card,) for hand, card in downs.items()}

    def _laid_down(self, match: Snapshot, seat: int) -> tuple[list[str], dict[int, str]]:
        """Return the cards that a seat laid face down: the cards not in the layout yet, and the
        cards in it by the number of their hand (`Hidden.counts`).
        """
        if match.game.table.hidden is None:
            return [], {}
        hidden: Hidden = match.game.table.hidden(match.state)
        left, downs = self.virtual.laid_down(seat), dict[int, str]()
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

    def next_chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return the next chore that a bot must do, or that no particular seat must do, or None."""
        if not self.virtual.is_dealt():
            return Chore(virtual_acts.Deal(), Message("page.deal"))
        for duty in self.virtual.duties():
            clears = isinstance(duty.action, Clear | ClearAway)
            lies = len(self._not_held(duty)) > 0
            if _is_chore(duty, bots, lies) and not (clears and _waits_for_people(match, bots)):
                lying = self._not_held(duty) or self._not_held(duty, bots)
                cards = lying[: duty.count] if duty.chooses else ()
                if cards or not duty.chooses:
                    message = duty.action.message if clears else None
                    return Chore(virtual_acts.CarryOut(duty.id, cards), message)
        return None

    def _not_held(self, duty: Duty, bots: Collection[int] = ()) -> tuple[str, ...]:
        """Return the cards of a duty that are in no hand, except those of `bots`."""
        hands = enumerate(self.virtual.hands())
        held = {card for hand, cards in hands if hand not in bots for card in cards}
        return tuple(card for card in duty.cards if card not in held)

    def draw_chore(self, seat: int) -> Chore | None:
        for duty in self.virtual.duties():
            if isinstance(duty.action, Draw) and duty.action.seat == seat and duty.is_open:
                return Chore(virtual_acts.CarryOut(duty.id, duty.cards[:1]))
        return None

    def move_chores(self, match: Snapshot, seat: int, made: Decision) -> list[Chore] | None:
        move, apply = library.move(match.game, made.move), match.game.rules.apply
        if why_illegal(apply, match.state, move) is not None:
            return []  # It is too early.
        after, _ = apply(match.state, move)
        keeps = Counter(made.kept)
        zones, loose = self._zones_to_lay(match, seat, after), []
        for card, name in self.virtual.hands()[seat].items():
            if keeps[name]:
                keeps[name] -= 1
            else:
                loose.append(card)
        chores = [
            Chore(virtual_acts.Show(card, str(zone), face_up=False))
            for card, zone in zip(loose, zones, strict=False)
        ]
        back = loose[len(zones) :] if made.kept else ()
        return chores + [Chore(virtual_acts.PutBack(card)) for card in back]

    def _zones_to_lay(self, match: Snapshot, seat: int, after: Any) -> list[Zone]:
        """Return the zones in which a seat must still lay a card face down for its next state."""
        hidden = match.game.table.hidden
        if hidden is None:
            return []
        new = hidden(after).new_downs(hidden(match.state))
        early, _ = self._laid_down(match, seat)
        return [down.zone for down in new if down.seat == seat][len(early) :]

    def do(self, chore: Chore) -> None:
        self.virtual.do(chore.act, own=True)


def _is_chore(duty: Duty, bots: Collection[int], lies: bool) -> bool:
    """Whether the bots' hands do a duty by themselves, because no player has a choice in it.

    A card that a bot chooses follows from its move. `lies` says whether a card of the duty is in no
    hand.
    """
    action = duty.action
    if not duty.is_open or (action.seat is not None and action.seat not in bots):
        return False
    if isinstance(action, Lay) and not isinstance(action, TurnUp):
        named = len(action.cards) > 0 and lies and not action.instead
        return action.zone == ANYWHERE or duty.sweeps or named
    named = type(action) is PendingAction and len(action.cards) > 0
    return named or isinstance(action, TurnUp | Clear | ClearAway | MissingCard)


def _waits_for_people(match: Snapshot, bots: Collection[int]) -> bool:
    """Whether people act next, so that cards which may be cleared stay to be seen.

    A pending action that concerns no particular seat, such as refilling a market, waits until all
    cards are cleared.
    """
    return bool(match.pending) and all(
        action.seat is not None and action.seat not in bots for action in match.pending
    )
