"""The cards that people show for a bot, and what a judgement is worth while a bot asks for cards.

These functions keep no memory. They return what `RealHands` should remember.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from firmware.bots.known_hands import hand_size, is_possible_hand
from firmware.bots.wishes import may_be_shown, refuse_elsewhere, refuse_unwanted
from referee.contract import Message
from referee.judging import Judgement, Refusal
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.reports.questions import Item, PossibleCard, Question
from referee.table import ANYWHERE, Change, Changes, Laid, Taken, is_face_up


class ShownHand(NamedTuple):
    """The cards shown for a hand, with the deal, the state and the card ids at that time."""

    deal: tuple[int, int]
    state: Any
    cards: tuple[str, ...]
    ids: frozenset[str] = frozenset()


class Wish(NamedTuple):
    """A bot's request for a move, or to show `needed` cards. `said` are the cards named so far."""

    match: Snapshot
    move: Any
    seat: int
    hand: int
    needed: int
    wanted: PendingAction
    since_s: float
    said: tuple[str | None, ...]


class Shown(NamedTuple):
    """The meaning of the cards that people show.

    `changes` only show cards, and are no moves. `refusals` say which of them are wrong. `have`
    cards were shown so far; once they are the bot's hand, they are in `accepted`. `corrected` is
    the hand of which somebody has corrected a misread card. `other_card` has replaced a different
    card that was shown before.
    """

    changes: tuple[Change, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    have: int = 0
    accepted: tuple[Laid, ...] = ()
    corrected: int | None = None
    other_card: str = ""


def shown_cards(
    match: Snapshot,
    wish: Wish,
    known: Mapping[int, ShownHand],
    changes: Changes,
    lie: Sequence[Change],
) -> Shown:
    """Return what the changes show of a bot's cards.

    `known` are the hands of that bot that were shown before, and `lie` are their cards that are
    still on the table.
    """
    gone = [change.was.name for change in changes if isinstance(change, Taken)]
    there = [
        laid for laid in changes if is_face_up(laid) and laid.card and may_be_shown(laid, wish.seat)
    ]
    if wish.move is None:
        return _drawn_cards(match, wish, [item for item in there if item.card not in gone], lie)
    for hand, held in known.items():
        if any(change.id in held.ids and change.card not in held.cards for change in there):
            return Shown(corrected=hand)
    shown = [change for held in known.values() for change in there if change.card in held.cards]
    is_hidden = any(hand_size(match, hand) for hand in known)
    others = [change.card for change in there if change not in shown and change not in lie]
    other_card = ""
    if len(others) == 1 and not is_hidden and wish.hand in known and others[0] not in gone:
        may_be = is_possible_hand(match, wish.seat, {wish.hand: (others[0],)})
        other_card = others[0] if may_be else ""
    refusals = [
        refuse_elsewhere(match, wish.seat, wish.wanted, change)
        for change in shown
        if not (is_hidden and change in lie)  # It may stay until somebody picks it up.
        and change.zone is not None
        and match.game.table.judge(match.state, (change,)).moves
    ]
    rest = (change for change in lie if change not in shown)
    return Shown((*shown, *rest), tuple(refusals), other_card=other_card)


def _drawn_cards(
    match: Snapshot, wish: Wish, there: Sequence[Laid], lie: Sequence[Change]
) -> Shown:
    """Return the cards that were drawn or shown as the bot asked, if there are enough."""
    is_hidden, seat = hand_size(match, wish.hand) > 0, wish.seat
    new = tuple(
        change
        for change in there
        if change not in lie
        if not is_hidden or change.zone in (None, ANYWHERE) or change.zone.seat is not None
    )
    cards, count = tuple(laid.card for laid in new), len(new)
    shown = Shown((*lie, *new), have=count)
    if count > wish.needed:
        message = Message(
            "table.bots.too_many", {"seat": seat, "count": wish.needed, "cards": cards}
        )
        return shown._replace(refusals=(Refusal("SL-6", message, new, (seat,)),))
    if count < wish.needed:
        return shown
    if is_possible_hand(match, seat, {wish.hand: cards}):
        return shown._replace(accepted=new)
    message = Message("table.bots.cannot_be", {"seat": seat, "cards": cards})
    return shown._replace(refusals=(Refusal("SL-1", message, new, (seat,)),))


def without_unwanted(
    match: Snapshot, judged: Judgement, wish: Wish | None, shown: Shown, counted: Changes
) -> Judgement:
    """Return a judgement without those moves of bots that they did not ask for."""
    bots, meanings, choice = match.players.levels, judged.moves, judged.choice
    refusals = [*shown.refusals, *judged.refusals]
    unasked: Changes = ()
    for number, meaning in enumerate(judged.moves):
        if meaning.move.mover in bots and not any(change in counted for change in meaning.changes):
            meanings, unasked = meanings[:number], () if number else meaning.changes
            break
    if wish is not None and unasked:
        refusals.append(refuse_unwanted(wish.seat, wish.move is None, unasked))
    if choice is not None and any(way.move.mover in bots for way in choice.meanings):
        if wish is not None:
            refusals.append(refuse_unwanted(wish.seat, wish.move is None, choice.changes))
        choice = None
    pending = judged.pending
    if wish is not None:
        have = min(shown.have, wish.needed - 1)
        request = replace(wish.wanted, have=have, count=wish.needed)
        pending = (request, *(action for action in pending if action.seat != wish.seat))
    return replace(judged, moves=meanings, choice=choice, refusals=tuple(refusals), pending=pending)


# -- questions, if no camera sees a card or it sees a different one --------------------------------


def ask_cards(
    match: Snapshot, wanted: PendingAction, hand: int, said: Sequence[str | None]
) -> Question:
    """Ask which cards a hand has drawn or holds. `said` are the answers given so far."""
    may, none = _possible_cards(match, hand, len(said)), Message("table.bots.not_yet")
    items = (Item(str(number), "", may, answer=one, none=none) for number, one in enumerate(said))
    id_ = f"bot {match.seq} {wanted.seat}"
    return Question(id_, str(wanted.zone), wanted.message, tuple(items))


def ask_other(match: Snapshot, wanted: PendingAction, card: str) -> Question:
    """Ask whether the bot drew the card that is now on the table, and not the one shown before."""
    params = {"seat": wanted.seat, "cards": wanted.cards, "other_card": card}
    yes, none = Message("table.bots.other_yes"), Message("table.bots.other_no")
    item = Item("other", "", (PossibleCard(card, 1.0, 1),), guess=card, yes=yes, none=none)
    id_ = f"bot {match.seq} {wanted.seat} {card}"
    message = Message("table.bots.other", params)  # type: ignore[arg-type]
    return Question(id_, str(wanted.zone), message, (item,))


def _possible_cards(match: Snapshot, hand: int, size: int) -> tuple[PossibleCard, ...]:
    """Return the cards that a hand may have. If the hand has one card, it must also be possible in
    this state.
    """
    lie = Counter(card.name for card in match.layout.cards)
    counts = match.game.table.cards.counts(match.options)
    left = {name: count - lie[name] for name, count in counts.items()}
    return tuple(
        PossibleCard(name, 0.0, count)
        for name, count in left.items()
        if count > 0 and (size > 1 or is_possible_hand(match, hand, {hand: (name,)}))
    )
