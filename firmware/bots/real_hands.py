"""The bots' cards at a real table. People show these cards, and lay them as the bot asks.

Other moves with a bot's cards do not count, unless somebody says that they do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from firmware.bots.bot_process import Decision
from firmware.bots.hands import Chore
from firmware.bots.known_hands import hand_size, is_possible_hand, still_held
from firmware.bots.shown_cards import (
    Shown,
    ShownHand,
    Wish,
    ask_cards,
    ask_other,
    shown_cards,
    without_unwanted,
)
from firmware.bots.wishes import changes_for, is_wanted, meaning_of, wanted
from firmware.reading.judged_pass import Judges
from referee import library
from referee.contract import Message
from referee.judging import Judgement
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BACK, UNDO
from referee.pending import PendingAction
from referee.reports.questions import Question
from referee.table import ANYWHERE, Change, Changes, Laid

# After this long the table asks which card was drawn. With half, it would interrupt people who take
# their time. With double, people whose card the camera cannot see would give up.
SAID_S = 45.0
UNSEEN_S = 8.0  # The same without a camera. It takes that long to take a picture.


class ShowCards(NamedTuple):
    """A chore for people: they draw a card for a seat, or show its hand."""

    seat: int


class RealHands(Judges):
    """Implements `Hands` by asking people.

    `ask` tells people each new request. `shown` is called after they showed cards.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        ask: Callable[[Message], None] = lambda _said: None,
        shown: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._clock, self._ask, self._notify_shown = clock, ask, shown
        self._lock = threading.RLock()
        self._match: Snapshot | None = None  # The match when the bots last looked at it.
        self._shown: dict[int, ShownHand] = {}
        self._wish: Wish | None = None
        self._other_card = ""  # A card that the camera sees where another was shown.

    # -- Hands ---------------------------------------------------------------------------------

    def visible_cards(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the known cards of each hand. A hidden hand that nobody has shown is empty."""
        with self._lock:
            self._match = match
            own: dict[int, tuple[str, ...]] = {}
            for hand in match.game.table.visible_hands(match.state, seat):
                held = self._known_hand(match, hand)
                if held is not None:
                    own[hand] = tuple(sorted(held.cards))
                elif hand_size(match, hand):
                    own[hand] = ()
            return own

    def next_chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return None, because people move all cards and the match guides them."""
        del match, bots
        return None

    def draw_chore(self, seat: int) -> Chore | None:
        """Return the chore that asks people to draw for a seat."""
        return Chore(ShowCards(seat))

    def move_chores(self, match: Snapshot, seat: int, made: Decision) -> list[Chore] | None:
        """Ask people to lay the cards of a seat's move. Nothing is left to do if it needs none.

        The cards that people leave on the table show which ones the seat keeps.
        """
        typed = library.move(match.game, made.move)
        current = self._current_wish(match)
        if current is not None and current.move == typed:
            return None
        changes = changes_for(match, typed)
        if changes:
            self._set_wish(match, typed, seat, seat, 1, wanted(match, seat, changes))
        return None if changes or typed.mover is None else []

    def do(self, chore: Chore) -> None:
        """Ask people to draw for a seat, or to show its hand."""
        match, seat = self._match, chore.act.seat
        if match is None:
            return
        for hand in match.game.table.visible_hands(match.state, seat):
            count = hand_size(match, hand)
            if count and self._known_hand(match, hand) is None:
                key = "shows" if hand == seat else "shows_other"
                message = Message(f"table.bots.{key}", {"seat": seat, "count": count})
                self._set_wish(
                    match, None, seat, hand, count, PendingAction(message, ANYWHERE, seat)
                )
                return
        again = bool(match.log) and match.log[-1].kind in (UNDO, BACK)
        message = Message(f"table.bots.{'shows_again' if again else 'draws'}", {"seat": seat})
        draws = () if again else match.draws
        zone = next((draw.source for draw in draws if draw.seat == seat), ANYWHERE)
        self._set_wish(match, None, seat, seat, 1, PendingAction(message, zone, seat))

    # -- wishes --------------------------------------------------------------------------------

    def wanted(self, match: Snapshot | None) -> PendingAction | None:
        """Return what people must do now, or None."""
        wish = None if match is None else self._current_wish(match)
        return None if wish is None else wish.wanted

    def _set_wish(
        self, match: Snapshot, move: Any, seat: int, hand: int, count: int, wanted: PendingAction
    ) -> None:
        with self._lock:
            current = self._current_wish(match)
            if current is not None and (current.move, current.wanted) == (move, wanted):
                return
            now_s, results = self._clock(), (None,) * count
            self._wish = Wish(match, move, seat, hand, count, wanted, now_s, results)
        self._ask(wanted.message)

    def _current_wish(self, match: Snapshot) -> Wish | None:
        """Return the bot's request if it was made in this state of the match, or None."""
        wish = self._wish
        if wish is None or (wish.match.match, wish.match.seq) != (match.match, match.seq):
            return None
        return wish if wish.seat in match.players.levels else None

    def _known_hand(self, match: Snapshot, hand: int) -> ShownHand | None:
        """Return the cards known to be in a hand: cards that were shown and not played since."""
        held = self._shown.get(hand)
        if held is None or held.deal != match.deal_key:
            return None
        if held.state == match.state:
            return held
        cards, count = still_held(match, hand, held.state, held.cards), hand_size(match, hand)
        if not count or len(cards) != count or not is_possible_hand(match, hand, {hand: cards}):
            del self._shown[hand]
            return None
        self._shown[hand] = ShownHand(match.deal_key, match.state, cards, held.ids)
        return self._shown[hand]

    # -- answers -------------------------------------------------------------------------------

    def question(self, match: Snapshot | None, sees: bool) -> Question | None:
        """Return the question which cards were drawn, or None before it is time to ask."""
        wish = None if match is None else self._current_wish(match)
        if match is None or wish is None or wish.move is not None or match.rests:
            return None
        if self._clock() - wish.since_s < (SAID_S if sees else UNSEEN_S):
            return None
        return ask_cards(match, wish.wanted, wish.hand, wish.said)

    def misread(self, match: Snapshot | None) -> Question | None:
        """Return the question whether a card other than the shown one was drawn, or None."""
        wish = None if match is None else self._current_wish(match)
        if match is None or wish is None or wish.move is None or not self._other_card:
            return None
        return ask_other(match, wish.wanted, self._other_card)

    def answer(self, match: Snapshot, question: str, item: str, card: str | None) -> None:
        """Take an answer about a drawn card. None means "not drawn yet".

        Raise `LookupError` if this is no longer asked, and `ValueError` for an impossible card.
        """
        with self._lock:
            wish, other = self._current_wish(match), self.misread(match)
            if other is not None and other.id == question:
                if card is not None and wish is not None:
                    self._accept_shown(match, wish.hand, (self._other_card,), frozenset())
                self._other_card = ""
                return
            if wish is None or wish.move is not None:
                raise LookupError(question)
            asked = ask_cards(match, wish.wanted, wish.hand, wish.said)
            if asked.id != question or item not in {item.id for item in asked.items}:
                raise LookupError(item)
            if card is None:
                self._wish = wish._replace(since_s=self._clock())
                return
            if card not in {candidate.card for candidate in asked.items[0].candidates}:
                raise ValueError(card)
            texts = (*wish.said[: int(item)], card, *wish.said[int(item) + 1 :])
            cards = tuple(name for name in texts if name is not None)
            if len(cards) < wish.needed:
                self._wish = wish._replace(said=texts)
            elif is_possible_hand(match, wish.seat, {wish.hand: cards}):
                self._accept_shown(match, wish.hand, cards, frozenset())
            else:
                raise ValueError(card)

    def seat_served(self, match: Snapshot) -> int | None:
        """Return the seat whose cards people move now, or None."""
        wish = self._current_wish(match)
        return None if wish is None else wish.seat

    def is_requested(self, match: Snapshot, laid: Laid) -> bool:
        """Whether a bot asks people to lay just this card."""
        wish = self._current_wish(match)
        return wish is not None and wish.move is not None and is_wanted(match, wish.move, laid)

    def take_pictured(self, match: Snapshot, names: Sequence[str | None]) -> Message | None:
        """Take a picture's cards as those asked for, or return None if they are not those."""
        with self._lock:
            wish = self._current_wish(match)
            cards = tuple(name for name in names if name is not None)
            if wish is None or wish.move is not None or len(cards) < len(names):
                return None
            seat = wish.seat
            if len(cards) != wish.needed or not is_possible_hand(match, seat, {wish.hand: cards}):
                return None
            self._accept_shown(match, wish.hand, cards, frozenset())
            return Message("table.bots.shown", {"seat": seat, "cards": cards})

    def _accept_shown(
        self, match: Snapshot, hand: int, cards: tuple[str, ...], ids: frozenset[str]
    ) -> None:
        with self._lock:
            self._shown[hand] = ShownHand(match.deal_key, match.state, cards, ids)
            self._wish = None
        self._notify_shown()

    # -- judging -------------------------------------------------------------------------------

    def judgement_basis(self, match: Snapshot) -> object:
        """Return everything that a judgement depends on, except for the match and the changes."""
        wish = self._current_wish(match)
        return match.players.levels, wish and (wish.move, wish.wanted), dict(self._shown)

    def judge(self, match: Snapshot, changes: Changes, counted: Changes) -> Judgement:
        """Judge changes. Those in `counted` stand, because people said that they count."""
        on_mats = [
            change for change in changes if not (isinstance(change, Laid) and change.zone is None)
        ]
        judged: Judgement = match.game.table.judge(match.state, on_mats)
        if not match.players.levels:
            return judged
        with self._lock:
            wish = self._current_wish(match)
            lie = [item for item in changes if self._lies_as_shown(match, item)]
            if wish is not None and wish.move is not None:
                rest = [mat for mat in on_mats if mat not in lie]
                for judgement in (
                    judged,
                    match.game.table.judge(match.state, rest) if lie else judged,
                ):
                    if (meaning := meaning_of(match, judgement, wish.move)) is not None:
                        return Judgement((meaning,), missing=judged.missing)
            shown = Shown(tuple(lie))
            if wish is not None:
                shown = shown_cards(match, wish, self._known_hands(match, wish), changes, lie)
            self._remember(match, wish, shown)
        if shown.changes:
            rest = [on_mat for on_mat in on_mats if on_mat not in shown.changes]
            judged = match.game.table.judge(match.state, rest)
        return without_unwanted(match, judged, wish, shown, counted)

    def _known_hands(self, match: Snapshot, wish: Wish) -> dict[int, ShownHand]:
        """Return the known hands that the bot may look at."""
        hands = match.game.table.visible_hands(match.state, wish.seat)
        known = ((hand, self._known_hand(match, hand)) for hand in hands)
        return {hand: held for hand, held in known if held is not None}

    def _remember(self, match: Snapshot, wish: Wish | None, shown: Shown) -> None:
        """Remember what people showed, and end the request if it is fulfilled."""
        self._other_card = shown.other_card
        if shown.corrected is not None:
            del self._shown[shown.corrected]
            self._wish = None
            self._notify_shown()
        if wish is not None and shown.accepted:
            cards = tuple(change.card for change in shown.accepted)
            self._accept_shown(
                match, wish.hand, cards, frozenset(laid.id for laid in shown.accepted)
            )

    def _lies_as_shown(self, match: Snapshot, one: Change) -> bool:
        """Whether a change is a shown card still in place. It may stay until it is picked up."""
        return isinstance(one, Laid) and any(
            one.id in held.ids and one.card in held.cards and held.deal == match.deal_key
            for held in self._shown.values()
        )
