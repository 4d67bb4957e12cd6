"""Wishes: the card moves that a bot asks people for, and whether people's changes fulfil them.

This code knows no rules: the game's own `judge` decides which changes make a move. Two moves are
the same if they have the same outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.contract import Message, Value
from referee.judging import Judgement, Meaning, Refusal, why_illegal
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.table import (
    ANYWHERE,
    CardStatus,
    Change,
    Laid,
    Layout,
    Moved,
    Position,
    Taken,
    Zone,
    card_of,
    cell_name,
    diff_layouts,
)

MAY_GO = (CardStatus.USED, CardStatus.TO_CLEAR)


def changes_for(match: Snapshot, move: Any) -> tuple[Change, ...]:
    """Return the changes that make a move, or nothing if the move needs no cards."""
    game, state = match.game, match.state
    after, _ = game.rules.apply(state, move)
    for end in _end_layouts(game.table.layout(after)):
        changes = diff_layouts(match.layout, end)
        least = tuple(
            change
            for change in changes
            if not (isinstance(change, Taken) and change.was.status in MAY_GO)
        )
        for done in (least, changes):
            if done and meaning_of(match, game.table.judge(state, done), move) is not None:
                return done
    return ()


def _end_layouts(layout: Layout) -> Iterator[Layout]:
    """Yield the layout without the cards to clear, then the layout with them."""
    yield _without_cards_to_clear(layout)
    yield layout


def _without_cards_to_clear(layout: Layout) -> Layout:
    left = tuple(card for card in layout.cards if card.status is not CardStatus.TO_CLEAR)
    return replace(layout, cards=left)


def meaning_of(match: Snapshot, judged: Judgement, move: Any) -> Meaning | None:
    """Return the meaning in a judgement that matches this move: its first move, or a choice."""
    ways = judged.choice.meanings if judged.choice is not None else ()
    meanings = (
        meaning for meaning in (*judged.moves[:1], *ways) if same_outcome(match, meaning.move, move)
    )
    return next(meanings, None)


def same_outcome(match: Snapshot, one: Any, other: Any) -> bool:
    """Whether two moves lead to the same layout, offers and outcome.

    The moves may differ in their pictures, and in which of several equal cards was taken first.
    """
    if (
        type(one) is not type(other)
        or why_illegal(match.game.rules.apply, match.state, one) is not None
    ):
        return False
    game, ends = match.game, []
    for move in (one, other):
        after, _ = game.rules.apply(match.state, move)
        ends.append(
            (
                _without_cards_to_clear(game.table.layout(after)),
                game.rules.offers(after),
                game.rules.outcome(after),
            )
        )
    return bool(ends[0] == ends[1])


def is_wanted(match: Snapshot, move: Any, laid: Laid) -> bool:
    """Whether a laid card is one of the changes that make a move."""
    return any(
        isinstance(change, Laid)
        and (change.card, change.zone, change.at) == (laid.card, laid.zone, laid.at)
        for change in changes_for(match, move)
    )


def may_be_shown(one: Laid, seat: int) -> bool:
    """Whether a card lies in a zone in which it can be shown for a seat."""
    return one.zone is None or one.zone.seat in (None, seat)


def wanted(match: Snapshot, seat: int, changes: Sequence[Change]) -> PendingAction:
    """Return what people must do with cards so that a seat's move is made."""
    laid = [change for change in changes if isinstance(change, Laid)]
    taken = [change for change in changes if isinstance(change, Taken)]
    aside = [change for change in changes if isinstance(change, Moved)]
    values: dict[str, Any] = {"seat": seat}
    if not laid:
        cards = tuple(item.was.name for item in taken or aside)
        spots = _spot_labels(match, taken or aside)
        key = "table.bots.takes" if taken else "table.bots.moves"
        zone = (taken or aside)[0].was.zone
        at = tuple(item.was.at for item in taken or aside if item.was.at is not None)
        message = Message(key, {**values, "cards": cards, "spots": spots})
        return PendingAction(message, zone, seat, cards=cards, at=at)
    cards = tuple(change.card for change in laid)
    spots = _spot_labels(match, laid)
    values |= {"cards": cards, "spots": spots}
    key = "table.bots.lays"
    if taken and not aside:
        key = "table.bots.lays_taken" if len(taken) == 1 else "table.bots.takes_lays"
        values |= {"from_spots": _spot_labels(match, taken)}
        values |= (
            {"from_cards": tuple(change.was.name for change in taken)} if len(taken) > 1 else {}
        )
    elif aside:
        key = "table.bots.lays_pushed"
        values["aside_cards"] = tuple(change.was.name for change in aside)
    into = laid[0].zone or ANYWHERE
    at = tuple(change.at for change in laid if change.at is not None and change.zone == into)
    return PendingAction(Message(key, values), into, seat, cards=cards, at=at)


def _spot_labels(match: Snapshot, changes: Sequence[Change]) -> tuple[str, ...]:
    """Return how messages name the places of cards, zone by zone."""
    results: dict[Zone | None, list[Position | None]] = {}
    for change in changes:
        zone, at = (
            (change.zone, change.at)
            if isinstance(change, Laid)
            else (change.was.zone, change.was.at)
        )
        results.setdefault(zone, []).append(at)
    return tuple(spot_label(match, zone, *cells) for zone, cells in results.items())


def spot_label(match: Snapshot, zone: Zone | None, *cells: Position | None) -> str:
    """Return how messages name a place: the zone and, in a grid, the cells."""
    if zone is None:
        return "mat"
    called = ", ".join(cell_label(match, zone, at) for at in cells if at is not None)
    return f"{zone} {called}".strip()


def cell_label(match: Snapshot, zone: Zone, at: Position) -> str:
    """Return the name of a cell. In a floating grid, columns count from the leftmost one in use."""
    floats = zone in match.layout.floats
    columns = [card.at[1] for card in match.layout.cards_in(zone) if card.at is not None]
    return cell_name(at, min(columns, default=0) if floats else 0)


def refuse_elsewhere(match: Snapshot, seat: int, wanted: PendingAction, one: Laid) -> Refusal:
    """Return the refusal of a bot's card that lies in the wrong place."""
    spots = (spot_label(match, wanted.zone, *wanted.at),)
    params: dict[str, Value] = {"seat": seat, "card": one.card, "spots": spots}
    message = Message("table.bots.elsewhere", params)
    where = () if wanted.zone == ANYWHERE or wanted.at else (wanted.zone,)
    return Refusal("SL-4", message, (one,), (seat,), where)


def refuse_unwanted(seat: int, draws: bool, changes: Sequence[Change]) -> Refusal:
    """Return the refusal of changes that the bot did not ask for, or that come before its draw."""
    cards = tuple(map(card_of, changes))
    key = "not_drawn" if draws else "unwanted"
    params: dict[str, Value] = {"seat": seat, "cards": cards}
    message = Message(f"table.bots.{key}", params)
    return Refusal("SL-4", message, tuple(changes), (seat,))
