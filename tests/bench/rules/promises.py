"""What holds after every move of every game, by the contract alone: no rule is known here."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from referee import library
from referee.contract import AskPlace, By, Game, Offers, View
from referee.judging import Judgement
from referee.library import to_plain
from referee.offers import EVIDENCE
from referee.pending import CardAction, awaited, offers_of
from referee.table import Layout, diff_layouts
from tests.bench.rules.randomplay import Transition, fill


class BrokenPromise(AssertionError):
    """A game did what the contract says it never does."""


def check_move(
    game: Game[Any, Any, Any],
    counts: Mapping[str, int],
    step: Transition,
    before: Offers,
    offers: Offers,
) -> None:
    """Check one legal move, by the offers `before` it and those after it.

    `counts` says how many there are of each card.

    The move was offered, and something was said. Whoever may go on is still in; a match ends
    when nobody is. Counters stay within their limits, and no card is there too often. Raises
    `BrokenPromise`.
    """
    outcome = game.rules.outcome(step.after)
    view: View = game.shown.view(step.after, None)
    seats = range(len(view.seats))
    face_up = Counter(card for seat in view.seats for card in seat.cards)
    face_up += Counter(card for party in view.others for card in party.cards)
    tokens = [token for seat in view.seats for token in seat.tokens]
    tokens += [token for party in view.others for token in party.tokens]
    kept = {
        "a legal move is offered": step.move in before,
        "a move is ruled": bool(step.rulings),
        "a match goes on until it ends": any(offer.by is not By.HOST for offer in offers)
        == (outcome is None),
        "winners sit at the table": outcome is None or set(outcome.winners) <= set(seats),
        "who is out does nothing": not any(
            offer.by is By.SEAT and offer.seat is not None and view.seats[offer.seat].out
            for offer in offers
        ),
        "each seat has one cue": len(offers.cues) == len(seats)
        and tuple(seat.cue for seat in view.seats) == offers.cues,
        "counters keep their limits": all(
            0 <= token.count <= (token.count if token.of is None else token.of) for token in tokens
        ),
        "nothing is counted below none": not any(
            isinstance(count := fact.params.get("count"), int) and count < 0 for fact in view.facts
        ),
        "there are no more cards than in the deck": not face_up - Counter(counts),
        "a new card goes to a free cell, and one that leaves lies there": all(
            ask.leaves == (at in {(cell.row, cell.column) for cell in ask.known})
            for offer in offers
            for ask in offer.ask
            if isinstance(ask, AskPlace)
            for cells in ask.places.values()
            for at in cells
        ),
        "windows are counted upwards": before.window <= offers.window or not offers.window,
    }
    _must(kept, step)


def check_secret(
    game: Game[Any, Any, Any], step: Transition, before: Offers, random: Random
) -> None:
    """Check of a move with something for one seat's eyes that nobody else can tell what it was.

    Another answer of the seat to the same question, offered `before` the move, shows everybody
    else the same. Raises `BrokenPromise`.
    """
    seats = {ruling.only for ruling in step.rulings} - {None}
    for seat in seats:
        tag = step.move.__struct_config__.tag
        others = [offer for offer in before if offer.move == tag and offer.seat == seat]
        _must({"an answer unseen is offered as such": all(other.secret for other in others)}, step)
        for other in others:
            after, rulings = game.rules.apply(step.before, library.move(game, fill(other, random)))
            instead = Transition(step.before, step.move, after, rulings)
            for eye in {None, *range(len(before.cues))} - {seat}:
                kept = {
                    "a secret is told to its seat alone": _told(game, step, eye)
                    == _told(game, instead, eye)
                }
                _must(kept, step)


def _told(game: Game[Any, Any, Any], step: Transition, eye: int | None) -> tuple[Any, ...]:
    """Return all that one who looks on is told after a move."""
    rulings = [ruling for ruling in step.rulings if ruling.only in (None, eye)]
    answers = (game.rules.offers, game.table.layout, game.rules.outcome)
    return (rulings, game.shown.view(step.after, eye), *(answer(step.after) for answer in answers))


def check_table(
    game: Game[Any, Any, Any], counts: Mapping[str, int], step: Transition, before: Offers
) -> None:
    """Check what lies on the table, and what a move changes there, before and after one move.

    Nothing is judged where nothing changed. What people do at the table for a move that cards
    make is judged as that move, or as a choice that has it. Raises `BrokenPromise`.
    """
    was, now = game.table.layout(step.before), game.table.layout(step.after)
    named = Counter(card.name for card in now.cards if not card.down)
    cells = [(card.zone, card.at) for card in now.cards if card.at is not None]
    idle = game.table.judge(step.after, ())
    kept = {
        "no more cards lie there than the deck has": not named - Counter(counts)
        and len(now.cards) <= sum(counts.values()),
        "a card in a grid has a cell of its own": len(set(cells)) == len(cells),
        "what is outlined lies there": all(
            {(outline.zone, at) for at in outline.cells} <= set(cells) for outline in now.outlines
        ),
        "a layout comes back from JSON": msgspec.convert(to_plain(now), Layout) == now,
        "nothing changed is no move": not idle.moves and idle.choice is None,
        "nothing changed is refused nothing": not idle.refusals,
        "nothing that lies there is missed": not idle.missing,
        **_pending_promises(game, step.after, idle),
    }
    changes = diff_layouts(was, now)
    by_host = all(offer.by is By.HOST for offer in before.matching(step.move))
    if changes and "proof" in type(step.move).__struct_fields__ and not by_host:
        judgement = game.table.judge(step.before, changes)
        ways = (*judgement.moves[:1], *(judgement.choice.meanings if judgement.choice else ()))
        kept["what lies there is judged as the move that it is"] = any(
            same_move(way.move, step.move) for way in ways
        )
    _must(kept, step)


def _pending_promises(game: Game[Any, Any, Any], state: Any, idle: Judgement) -> dict[str, bool]:
    """Return whether what must be done by hand is what is offered and what is waited for."""
    pending, offers = game.table.pending(state), game.rules.offers(state)
    moves = [action for action in pending if isinstance(action, CardAction)]
    return {
        "what must be done by hand is offered": all(
            offer in offers.items for offer in offers_of(pending)
        ),
        "what must be done by hand is waited for": not pending or idle.pending == awaited(pending),
        "a card is asked for where it must be laid": all(
            move.ask.zone == str(move.zone) for move in moves
        ),
    }


def same_move(move: Any, other: Any) -> bool:
    """Whether two moves are one, however they came about and in whichever order cards lie."""
    answer, meant = map(to_plain, (move, other))
    for plain in (answer, meant):
        for field in EVIDENCE:
            plain.pop(field, None)
        if "cards" in plain:
            plain["cards"] = sorted(plain["cards"])
    return bool(answer == meant)


def check_state(game: Game[Any, Any, Any], step: Transition, random: Random) -> None:
    """Check more slowly: the state comes back from JSON, and all that is offered is taken.

    Raises `BrokenPromise`.
    """
    state, plain = step.after, json.dumps(library.to_plain(step.after))
    offers = game.rules.offers(state)
    offered = [library.move(game, fill(offer, random)) for offer in offers]
    for move in offered:
        game.rules.apply(state, move)
    kept = {
        "a state comes back from JSON": library.state(game, json.loads(plain)) == state,
        "a move comes back from JSON": library.move(game, library.to_plain(step.move)) == step.move,
        "the same move does the same": game.rules.apply(step.before, step.move)
        == (state, step.rulings),
        "what is offered is in the offers": all(move in offers for move in offered),
        "a state is never changed": json.dumps(library.to_plain(state)) == plain,
    }
    _must(kept, step)


def _must(kept: Mapping[str, bool], step: Transition) -> None:
    broken = [promise for promise, holds in kept.items() if not holds]
    if broken:
        raise BrokenPromise(f"not kept: {'; '.join(broken)}, by {step.move}")
