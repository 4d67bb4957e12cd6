"""Turns proposals and their answers into entries of the running match."""

from __future__ import annotations

import math
from typing import Any

from referee import library
from referee.actor import Actor
from referee.contract import IllegalMove, Message, Presentation
from referee.match.journal import bodies
from referee.match.journal.entries import now_s
from referee.match.running import PlayedMatch
from referee.proposals import (
    ASKED_WITHIN_S,
    MOST_ASKED,
    Object,
    Proposal,
    ProposalAnswer,
    check_answer,
    refuse_other,
)

STOP = Presentation(Message("desk.proposal.stop"), effect=Message("desk.proposal.stop.effect"))
Tried = tuple[bodies.Body, Any]  # An entry, and what `PlayedMatch.add` needs with it.


def stop_body(running: PlayedMatch, seat: int | None, by: Actor) -> bodies.Body:
    """Return the entry of a proposal to stop. Bots agree at once. Raise `IllegalMove`.

    `seat` proposes it, or the host (None).
    """
    if running.lesson or running.last is None:
        raise IllegalMove("desk", Message("desk.nothing_to_stop"))
    if running.proposal is not None:
        refuse_other(running.proposal)
    agreed = {*running.players.levels, *(() if seat is None else (seat,))}
    return proposed(running, by, agreed, STOP, None)[0]


def move_body(running: PlayedMatch, move: Any, by: Actor, *, plays_on: bool = False) -> Tried:
    """Return the entry of a move: itself, a proposal if all must agree to it, or an answer.

    A seat that `plays_on` had tapped its move before everybody was asked. Raise `IllegalMove`.
    """
    if isinstance(move, ProposalAnswer) or not plays_on:
        check_answer(running.proposal, move)
    if (proposal := running.proposal) is not None and isinstance(move, ProposalAnswer):
        if isinstance(move, Object):
            return bodies.Objected(move.seat), None
        after = proposal.with_agreed(
            (move.seat,)
        )  # The last yes makes the move, or stops the match.
        return (bodies.Agreed(move.seat), None) if after.missing else _agreed_by_all(running, after)
    if running.is_stopped:
        raise IllegalMove("desk", Message("desk.over"))
    moved = _moved(running, move)
    matching = running.open_offers.playable.matching(move)
    offer = next((offer for offer in matching if offer.needs_all), None)
    if offer is None:
        return moved
    agreed = set() if offer.seat is None else {offer.seat}
    return proposed(running, by, agreed, offer.shown, move)


def proposed(
    running: PlayedMatch, by: Actor, agreed: set[int], shown: Presentation, move: Any
) -> Tried:
    """Return the entry of a proposal. If nobody else must agree, it happens at once.

    Raise `IllegalMove` if a seat asks too often, or repeats a request that was refused in this
    round.
    """
    seats, label, effect = tuple(sorted(agreed)), shown.label, shown.effect
    proposal = Proposal(0, by, running.seats, seats, label, effect, move)
    if not proposal.missing:
        return _agreed_by_all(running, proposal)
    if by.seat is not None:
        _check_may_ask(running, by, label, move)
    return bodies.Proposed(label, proposal.agreed, move, effect), None


def _check_may_ask(running: PlayedMatch, by: Actor, label: Message, move: Any) -> None:
    running.refused.check(running.round, label, move)
    asked = (entry for entry in running.log if entry.kind == bodies.PROPOSE and entry.by == by)
    lately = [age_s for entry in asked if 0 <= (age_s := now_s() - entry.at_s) < ASKED_WITHIN_S]
    if len(lately) >= MOST_ASKED:
        seconds = math.ceil(ASKED_WITHIN_S - lately[-MOST_ASKED])
        raise IllegalMove("desk", Message("desk.proposal.often", {"seconds": seconds}))


def _agreed_by_all(running: PlayedMatch, proposal: Proposal) -> Tried:
    if proposal.move is None:
        return bodies.Stopped(), None
    if proposal.deals_anew:
        return bodies.DealtAnew(running.try_deal_anew()), None
    move = proposal.move
    return _moved(running, library.move(running.game, move) if isinstance(move, dict) else move)


def _moved(running: PlayedMatch, move: Any) -> Tried:
    """Return the entry of a move after trying it. Raise `IllegalMove`."""
    tried = running.try_move(move)
    running.check_showable(tried[0])
    return bodies.Moved(move), tried
