"""Real cards of the table's own players: people show them, and lay them where these want them.

What is done with cards for such a player is judged here before it counts: what it wants, and
nothing else, until somebody says otherwise.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from firmware.bots.hands import Chore
from firmware.bots.known_hands import fits, followed, size
from firmware.bots.questions import ask_cards, ask_other
from firmware.bots.wishes import acts, elsewhere, meant, mover, unwanted, wanted
from referee import library
from referee.contract import Message
from referee.judging import Judgement, PendingAction, Refusal
from referee.match.desk import Snapshot
from referee.match.journal.bodies import UNDO
from referee.reports.status import PendingBotAction, Question
from referee.table import ANYWHERE, Change, Changes, Laid, Taken, is_face_up

# After which it is asked which card was drawn, of all that it may be: halved, who takes their time
# is asked, too; doubled, who shows it to a camera that does not see it gives up.
SAID_S = 45.0
UNSEEN_S = 8.0  # the same without a camera: there is time to take a picture of it


class Show(NamedTuple):
    """People are to draw for a seat, or to show what it holds."""

    seat: int


class _Held(NamedTuple):
    """What people showed of a hand, in which state of which match, on which pictures."""

    match: int
    state: Any
    cards: tuple[str, ...]
    ids: frozenset[str] = frozenset()


class _Wants(NamedTuple):
    """What a seat waits for: a move that people make for it; without one, so many cards of a hand.

    People `said` of some which they are.
    """

    match: Snapshot
    move: Any
    hand: int
    many: int
    wanted: PendingBotAction
    since_s: float
    said: tuple[str | None, ...]


class RealHands:
    """Implements `Hands` by what people do; `changed` is called once something else is wanted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.changed: Callable[[Message], None] = lambda _said: None
        self.shown: Callable[[], None] = lambda: None  # is called once cards were shown
        self._clock = clock
        self._lock = threading.RLock()
        self._match: Snapshot | None = None  # as its bots last looked at it
        self._held: dict[int, _Held] = {}
        self._wants: _Wants | None = None
        self._have = 0
        self._other = ""  # a card that lies there in place of the one that was shown

    # -- Hands ---------------------------------------------------------------------------------

    def own(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards that were shown; none of a hidden hand says that it is not known."""
        with self._lock:
            self._match = match
            own: dict[int, tuple[str, ...]] = {}
            for hand in match.game.visible_hands(match.state, seat):
                held = self._cards(match, hand)
                if held is not None:
                    own[hand] = tuple(sorted(held.cards))
                elif size(match, hand):
                    own[hand] = ()
            return own

    def chore(self, match: Snapshot, bots: Collection[int]) -> Chore | None:
        """Return None: people move all cards, and are told so as a match tells them."""
        del match, bots
        return None

    def draw(self, seat: int) -> Chore | None:
        """Return that people are to draw for a seat."""
        return Chore(Show(seat))

    def puts_back(self, seat: int, kept: tuple[str, ...]) -> Iterator[Chore]:
        """Yield nothing: where a card lies says what is kept."""
        del seat, kept
        yield from ()

    def asks_people(self, match: Snapshot, seat: int, move: dict[str, Any]) -> bool:
        """Tell people what to do with cards for a seat's move; False where it is to be said."""
        typed = library.move(match.game, move)
        standing = self._standing(match)
        if standing is not None and standing.move == typed:
            return True
        changes = acts(match, typed)
        if changes:
            self._want(match, typed, seat, 1, wanted(match, seat, changes))
        return bool(changes) or mover(typed) is None

    def do(self, chore: Chore) -> None:
        """Tell people to draw for a seat, or to show what it holds."""
        match, seat = self._match, chore.act.seat
        if match is None:
            return
        for hand in match.game.visible_hands(match.state, seat):
            count = size(match, hand)
            if count and self._cards(match, hand) is None:
                key = "shows" if hand == seat else "shows_other"
                said = Message(f"table.bots.{key}", {"seat": seat, "count": count})
                self._want(match, None, hand, count, PendingBotAction(seat, said))
                return
        again = bool(match.log) and match.log[-1].kind == UNDO
        said = Message(f"table.bots.{'shows_again' if again else 'draws'}", {"seat": seat})
        pile = next((pile.zone for pile in match.layout.piles if pile.seat == seat), None)
        self._want(match, None, seat, 1, PendingBotAction(seat, said, None if again else pile))

    # -- what is wanted ------------------------------------------------------------------------

    def wanted(self, match: Snapshot | None) -> PendingBotAction | None:
        """Return what is wanted now."""
        wants = None if match is None else self._standing(match)
        return None if wants is None else wants.wanted

    def _want(
        self, match: Snapshot, move: Any, hand: int, many: int, wanted: PendingBotAction
    ) -> None:
        with self._lock:
            standing = self._standing(match)
            if standing is not None and (standing.move, standing.wanted) == (move, wanted):
                return
            now_s, said = self._clock(), (None,) * many
            self._wants, self._have = _Wants(match, move, hand, many, wanted, now_s, said), 0
        self.changed(wanted.message)

    def _standing(self, match: Snapshot) -> _Wants | None:
        """Return what is wanted in a match as it stands."""
        wants = self._wants
        if wants is None or (wants.match.match, wants.match.seq) != (match.match, match.seq):
            return None
        return wants if wants.wanted.seat in match.players.levels else None

    def _cards(self, match: Snapshot, hand: int) -> _Held | None:
        """Return what is known of a hand: as it was shown, less what was played."""
        held = self._held.get(hand)
        if held is None or held.match != match.match:
            return None
        if held.state == match.state:
            return held
        cards, many = followed(match, hand, held.state, held.cards), size(match, hand)
        if not many or len(cards) != many or not fits(match, hand, {hand: cards}):
            del self._held[hand]
            return None
        self._held[hand] = _Held(match.match, match.state, cards, held.ids)
        return self._held[hand]

    # -- what is said --------------------------------------------------------------------------

    def question(self, match: Snapshot | None, sees: bool) -> Question | None:
        """Return the question which cards were drawn, where no camera sees them, or none came."""
        wants = None if match is None else self._standing(match)
        if match is None or wants is None or wants.move is not None or match.paused:
            return None
        if self._clock() - wants.since_s < (SAID_S if sees else UNSEEN_S):
            return None
        return ask_cards(match, wants.wanted, wants.hand, wants.said)

    def misread(self, match: Snapshot | None) -> Question | None:
        """Return the question whether another card, which lies there, is the one that was drawn."""
        wants = None if match is None else self._standing(match)
        if match is None or wants is None or wants.move is None or not self._other:
            return None
        return ask_other(match, wants.wanted, self._other)

    def answer(self, match: Snapshot, question: str, item: str, card: str | None) -> None:
        """Take a person's word on which card was drawn; None: it is not drawn yet, ask later.

        Raises `LookupError` where that is not asked any more, `ValueError` for what it cannot be.
        """
        wants, other = self._standing(match), self.misread(match)
        if other is not None and other.id == question:
            if card is not None:
                self._show(match, wants.hand if wants else 0, (self._other,), frozenset())
            self._other = ""
            return
        if wants is None or wants.move is not None:
            raise LookupError(question)
        asked = ask_cards(match, wants.wanted, wants.hand, wants.said)
        if asked.id != question or item not in {one.id for one in asked.items}:
            raise LookupError(item)
        if card is None:
            self._wants = wants._replace(since_s=self._clock())
            return
        if card not in {one.card for one in asked.items[0].candidates}:
            raise ValueError(card)
        said = (*wants.said[: int(item)], card, *wants.said[int(item) + 1 :])
        cards = tuple(one for one in said if one is not None)
        if len(cards) < wants.many:
            self._wants = wants._replace(said=said)
        elif fits(match, wants.wanted.seat, {wants.hand: cards}):
            self._show(match, wants.hand, cards, frozenset())
        else:
            raise ValueError(card)

    def served(self, match: Snapshot) -> int | None:
        """Return the seat whose cards people move now."""
        wants = self._standing(match)
        return None if wants is None else wants.wanted.seat

    def pictured(self, match: Snapshot, names: Sequence[str | None]) -> Message | None:
        """Take the cards of a picture as those that are waited for; None where they are not."""
        wants = self._standing(match)
        cards = tuple(name for name in names if name is not None)
        if wants is None or wants.move is not None or len(cards) < len(names):
            return None
        seat = wants.wanted.seat
        if len(cards) != wants.many or not fits(match, seat, {wants.hand: cards}):
            return None
        self._show(match, wants.hand, cards, frozenset())
        return Message("table.bots.shown", {"seat": seat, "cards": cards})

    def _show(
        self, match: Snapshot, hand: int, cards: tuple[str, ...], ids: frozenset[str]
    ) -> None:
        with self._lock:
            self._held[hand] = _Held(match.match, match.state, cards, ids)
            self._wants = None
        self.shown()

    # -- what is done with cards -----------------------------------------------------------------

    def stands(self, match: Snapshot) -> object:
        """Return what a judgement rests on beside the match and what differs."""
        wants = self._standing(match)
        return match.players.levels, wants and (wants.move, wants.wanted), dict(self._held)

    def judge(self, match: Snapshot, changes: Changes, counted: Changes) -> Judgement:
        """Return what changes come to; what people said of the `counted` ones stands."""
        on_mats = [one for one in changes if not (isinstance(one, Laid) and one.zone is None)]
        judged: Judgement = match.game.judge(match.state, on_mats)
        if not match.players.levels:
            return judged
        with self._lock:
            wants = self._standing(match)
            gone = tuple(one for one in judged.pending if one.removed)
            lie = [one for one in changes if self._lies_shown(match, one)]
            if wants is not None and wants.move is not None:
                rest = [one for one in on_mats if one not in lie]
                for one in (judged, match.game.judge(match.state, rest) if lie else judged):
                    if (found := meant(match, one, wants.move)) is not None:
                        return Judgement((found,), pending=gone)
            self._other, said = "", list[Refusal]()
            shown = self._seen(match, wants, changes, lie, said)
        if shown:
            rest = [one for one in on_mats if one not in shown]
            judged = match.game.judge(match.state, rest)
        return self._let(match, judged, wants, counted, said)

    def _seen(
        self,
        match: Snapshot,
        wants: _Wants | None,
        changes: Changes,
        lie: Sequence[Change],
        said: list[Refusal],
    ) -> list[Change]:
        """Return the cards that are not played but shown; add what is to be `said` of them.

        Some `lie` there since they were shown.
        """
        if wants is None:
            return [*lie]
        seat = wants.wanted.seat
        gone = [one.was.name for one in changes if isinstance(one, Taken)]
        there = [one for one in changes if is_face_up(one) and one.card and _may_show(one, seat)]
        if wants.move is None:
            hidden = size(match, wants.hand) > 0
            new = [
                one
                for one in there
                if one.card not in gone and one not in lie
                if not hidden or one.zone in (None, ANYWHERE) or one.zone.seat is not None
            ]
            return [*lie, *self._drawn(match, wants, new, said)]
        shown: list[Laid] = []
        hidden = False
        for hand in match.game.visible_hands(match.state, seat):
            held = self._cards(match, hand)
            if held is not None:
                if any(one.id in held.ids and one.card not in held.cards for one in there):
                    del self._held[hand]  # it was misread, somebody says
                    self._wants = None
                    self.shown()
                    return []
                shown += (one for one in there if one.card in held.cards)
                hidden = hidden or size(match, hand) > 0
        others = [one for one in there if one not in shown and one not in lie]
        if len(others) == 1 and not hidden and self._cards(match, wants.hand) is not None:
            may = fits(match, seat, {wants.hand: (others[0].card,)})
            self._other = others[0].card if may and others[0].card not in gone else ""
        for one in shown:
            if hidden and one in lie:
                continue  # until it is taken up
            if one.zone is not None and match.game.judge(match.state, (one,)).moves:
                said.append(elsewhere(match, wants.wanted, one))
        return [*shown, *(one for one in lie if one not in shown)]

    def _lies_shown(self, match: Snapshot, one: Change) -> bool:
        """Tell whether a card lies as it was shown: it may, until it is taken up."""
        return isinstance(one, Laid) and any(
            one.id in held.ids and one.card in held.cards and held.match == match.match
            for held in self._held.values()
        )

    def _drawn(
        self, match: Snapshot, wants: _Wants, there: list[Laid], said: list[Refusal]
    ) -> list[Laid]:
        """Take cards as those that are waited for, once so many lie there."""
        seat, self._have = wants.wanted.seat, len(there)
        cards = tuple(one.card for one in there)
        if len(there) > wants.many:
            message = Message(
                "table.bots.too_many", {"seat": seat, "count": wants.many, "cards": cards}
            )
            said.append(Refusal("SL-6", message, tuple(there), (seat,)))
        elif len(there) == wants.many:
            if fits(match, seat, {wants.hand: cards}):
                self._show(match, wants.hand, cards, frozenset(one.id for one in there))
            else:
                message = Message("table.bots.cannot_be", {"seat": seat, "cards": cards})
                said.append(Refusal("SL-1", message, tuple(there), (seat,)))
        return there

    def _let(
        self,
        match: Snapshot,
        judged: Judgement,
        wants: _Wants | None,
        counted: Changes,
        said: Sequence[Refusal],
    ) -> Judgement:
        """Return a judgement without the moves of bots that do not want them."""
        bots, found, choice = match.players.levels, list(judged.moves), judged.choice
        refusals = [*said, *judged.refusals]
        for number, meaning in enumerate(judged.moves):
            if mover(meaning.move) in bots and not _any_of(meaning.changes, counted):
                del found[number:]
                if number == 0 and wants is not None:
                    refusals.append(unwanted(wants.wanted, wants.move is None, meaning.changes))
                break
        if choice is not None and any(mover(way.move) in bots for way in choice.meanings):
            if wants is not None:
                refusals.append(unwanted(wants.wanted, wants.move is None, choice.changes))
            choice = None
        missing = judged.pending
        if wants is not None:
            others = (one for one in missing if one.removed or one.seat != wants.wanted.seat)
            missing = (self._due(wants), *others)
        return replace(
            judged, moves=tuple(found), choice=choice, refusals=tuple(refusals), missing=missing
        )

    def _due(self, wants: _Wants) -> PendingAction:
        """Return what is wanted as what the table waits for."""
        one, have = wants.wanted, min(self._have, wants.many - 1)
        return PendingAction(
            one.message, one.zone or ANYWHERE, one.seat, have, wants.many, one.cards
        )


def _may_show(one: Laid, seat: int) -> bool:
    """Tell whether a card lies where it may be one that is shown for a seat."""
    return one.zone is None or one.zone.seat in (None, seat)


def _any_of(changes: Changes, counted: Sequence[Change]) -> bool:
    return any(one in counted for one in changes)
