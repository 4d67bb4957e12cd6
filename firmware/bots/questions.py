"""Questions about a bot's cards, for when no camera sees a card or it sees a different one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from firmware.bots.known_hands import is_possible_hand
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.reports.questions import Item, PossibleCard, Question


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
