"""A correction in the log: its step and its rulings, with the card and the new score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.actor import Actor
from referee.contract import Game, Message, Ruling, Value
from referee.match.back.correcting import Correction
from referee.match.back.steps import Step
from referee.match.log import AppliedMove, Entry, applied_moves

_RULE = "desk"


def correction_step(
    game: Game[Any, Any, Any], entry: Entry, correction: Correction, shown: int, last: AppliedMove
) -> Step:
    """Return the step of a correction after the move `last`.

    The log shows it as a correction of the entry `shown`.
    """
    made = (correction.of, *correction.kept)
    read = next((step for step in made if step.seq == shown), correction.of)
    rulings = _rulings(game, correction, read, last, entry.by)
    cut = frozenset(entry.seq for entry in correction.cut)
    entry = replace(entry, move=read.move, rulings=rulings, of=read.seq, cut=len(cut))
    return Step(entry, last, correction.made, cut, correction.renamed)


def _rulings(
    game: Game[Any, Any, Any], correction: Correction, shown: Entry, last: AppliedMove, by: Actor
) -> tuple[Ruling, ...]:
    """Return the rulings of a correction that the actor `by` made.

    `shown` is the corrected entry, and `last` was the last move before the correction. If the
    corrected reading was secret to one seat, the ruling about the card is secret, too.
    """
    verdict = shown.rulings if shown.seq == correction.made.entry.seq else shown.rulings[:1]
    only = correction.of.rulings[0].only if correction.of.rulings else None
    proof = next((ruling.proof for ruling in shown.rulings if ruling.proof), ())
    card = Ruling(_RULE, _card(game, correction, by), proof=proof, only=only)
    back = Message("desk.corrected_back", {"count": len(correction.cut)})
    followed = (Ruling(_RULE, back),) if correction.cut else ()
    now = tuple(_score(game, last.state, correction.made.state))
    if not now and not followed:
        now = (Ruling(_RULE, Message("desk.corrected_no_more")),)
    return (card, *verdict, *now, *followed)


def _card(game: Game[Any, Any, Any], correction: Correction, by: Actor) -> Message:
    moves = applied_moves(correction.made)
    read = next(move for move in moves if move.entry.seq == correction.of.seq)
    was, card = correction.changed
    params: dict[str, Value] = {"card": card, "was_card": was}
    params["number"] = game.shown.view(read.state, None).round
    if by.seat is None:
        return Message("desk.corrected", params)
    params["seat"] = by.seat
    return Message("desk.corrected_by", params)


def _score(game: Game[Any, Any, Any], was: Any, now: Any) -> Iterator[Ruling]:
    """Yield rulings for changed counters with a limit, and for a changed end of the match."""
    earlier, later = (game.shown.view(state, None).seats for state in (was, now))
    for before, after in zip(earlier, later, strict=True):
        counted = {token.kind: token for token in before.tokens}
        for token in after.tokens:
            old = counted.get(token.kind)
            if token.of is not None and old is not None and old.count != token.count:
                params: dict[str, Value] = {"seat": after.seat, "word": f"counter.{token.kind}"}
                params |= {"was": old.count, "now": token.count}
                message = Message("desk.corrected_counter", params)
                yield Ruling(_RULE, message, seats=(after.seat,))
    ends = (game.rules.outcome(state) for state in (was, now))
    led, leads = (end.winners if end else () for end in ends)
    if led == leads:
        return
    message = Message("desk.corrected_winner", {"was_seats": led, "seats": leads})
    if not leads:
        message = Message("desk.corrected_goes_on", {"seats": led})
    elif not led:
        message = Message("desk.corrected_won", {"seats": leads})
    yield Ruling(_RULE, message, seats=tuple(dict.fromkeys((*led, *leads))))
