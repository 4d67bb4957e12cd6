"""Random matches with all optional actions on: what must hold after every move."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any, get_args

import pytest

from referee import library
from referee.contract import By, Cue
from referee.coyote.flow import ROWS
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.moves import CardsCorrected, CardsRead, Leave, Move
from referee.coyote.state.state import State, active_count, cards_held, is_in, pile_after_deal
from referee.kit import compare_cards
from referee.table import ANYWHERE, CardStatus, Laid, Zone
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import Transition, play
from tests.referee.asks import reads
from tests.referee.coyote.flow import FLOW
from tests.referee.coyote.real_cards import RealCards
from tests.referee.coyote.summary import TALK, summary_of
from tests.referee.enough import matches
from tests.referee.layouts import pending_messages, staying_cards
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "75")) // 3  # of each edition
GAME = library.game("coyote")
LIT = {Cue.TURN, Cue.MAY_CHALLENGE}


def settings(edition: str, random: Random) -> tuple[dict[str, Any], int]:
    """All actions on; often a deck that runs out, in `oliphante` other tokens and more seats."""
    seats = random.randint(3 if edition == "oliphante" else 2, 6)
    if edition == "oliphante" and random.random() < 0.2:
        seats = random.randint(7, 12)
    plain: dict[str, Any] = {"edition": edition, "actions": True}
    plain["starter"] = random.randrange(seats)
    if random.random() < 0.4:
        faces = ["1", "5", "20", "-5", "0", "?", "max0", "x2", "night"]
        deck = Counter(random.choice(faces) for _ in range(seats + random.randint(0, 8)))
        deck["?"] = min(deck["?"], 4)
        deck["3"] += 1 + seats // 2
        plain["deck"] = dict(deck)
    if edition == "oliphante" and random.random() < 0.5:
        kinds = list(EDITIONS[edition].actions)
        plain["tokens"] = dict(Counter(random.choice(kinds) for _ in range(8)))
    return plain, seats


@pytest.mark.parametrize("edition", EDITIONS)
def test_matches_with_all_actions(edition: str) -> None:
    random = Random(f"actions of {edition}")
    rules: Counter[str] = Counter()
    every = set(EDITIONS[edition].actions.values())
    for _ in matches(MATCHES, lambda: every <= set(rules)):
        plain, seats = settings(edition, random)
        options = library.options(GAME, plain)
        counts = GAME.table.cards.counts(options)
        steps = list(play(GAME, options, seats, random))
        for step in steps:
            check_invariants(step)
            check_strikes(step)
            check_way(step)
            check_table(GAME, counts, step, GAME.rules.offers(step.before))
            rules.update(ruling.rule for ruling in step.rulings)
        for step in random.choices(steps, k=2):
            check_move(
                GAME, counts, step, GAME.rules.offers(step.before), GAME.rules.offers(step.after)
            )
            check_state(GAME, step, random)
            check_json(GAME, step)
            check_lights(step.after)
        check_undo_and_redo(GAME, options, seats, steps, random)
        assert GAME.rules.outcome(steps[-1].after)
    assert every <= set(rules)


def check_invariants(step: Transition) -> None:
    """Cards add up, tokens are not overdrawn, and whoever must act is in the round."""
    state: State = step.after
    setup, acts = state.setup, state.acts
    assert all(0 <= strikes <= setup.limit for strikes in state.strikes)
    assert pile_after_deal(state) >= 0
    assert sum(state.discards.values()) + cards_held(state) + pile_after_deal(state) == setup.size
    assert not Counter(acts.open_cards()) - Counter(setup.deck)
    assert acts.unread_swaps() >= 0
    assert set(acts.sitting) <= {use.seat for use in acts.used if use.action == "know"}
    if setup.rules.limit.one_a_seat:
        assert len(acts.used) == len({use.seat for use in acts.used})
    else:
        assert all(acts.times_used(action) <= setup.tokens[action] for action in setup.tokens)
    if summary_of(state).phase in TALK:
        assert is_in(state, state.turn)
        assert state.turn not in acts.sitting
        assert active_count(state) >= 2
        own = state.turn == state.announcer
        assert not own or summary_of(state).phase in ("again", "declare") or acts.sitting
    if summary_of(state).phase in ("reveal", "replaced"):
        assert {state.announcer, summary_of(state).challenger}.isdisjoint(acts.sitting)


def check_strikes(step: Transition) -> None:
    """One or two strikes go to one party of the challenge, or one to who guessed wrong."""
    before, after = step.before, step.after
    if isinstance(step.move, CardsCorrected):
        return
    gained = [b - a for a, b in zip(before.strikes, after.strikes, strict=True)]
    if isinstance(step.move, Leave):
        assert sum(gained) == gained[step.move.seat] > 0
        return
    if summary_of(after).result is None or summary_of(before).result is not None:
        assert not any(gained)
        return
    result = summary_of(after).result
    assert sum(gained) == gained[result.loser] == result.strikes
    if result.total is None:
        assert summary_of(before).phase == "look"
        assert result.strikes == 1
        return
    assert {result.loser, result.winner} == {before.announcer, summary_of(before).challenger}
    assert (result.loser == before.announcer) == (result.total < before.number)
    room = before.setup.limit - before.strikes[result.loser]
    assert result.strikes == min(room, 2 if before.acts.doubled else 1)


def check_way(step: Transition) -> None:
    """The move was due in its phase, and led where the table of the flow says."""
    was, now = summary_of(step.before).phase, summary_of(step.after).phase
    if isinstance(step.move, CardsCorrected):
        return
    if isinstance(step.move, Leave):
        assert was in TALK | {"counted"}
        assert now in ("talking", "over")
        return
    assert now in FLOW[was][type(step.move)], (was, step.move, now)


def check_lights(state: State) -> None:
    """Who is waited for has a light; a gesture means one thing; open cards stay."""
    offers = GAME.rules.offers(state)
    presses = [(offer.seat, offer.shown.press) for offer in offers if offer.shown.press]
    assert len(presses) == len(set(presses))
    for offer in offers:
        if offer.by is By.SEAT and offer.seat is not None and offer.seat != state.announcer:
            assert offers.cues[offer.seat] in LIT
        assert offer.shown.press is None or offers.cues[offer.seat or 0] in LIT
    if reads(offers):
        assert pending_messages(GAME, state)
        assert Cue.WAIT in offers.cues
    if summary_of(state).phase in TALK:
        kept = Counter(card for cards in staying_cards(GAME, state).values() for card in cards)
        assert kept == Counter(state.acts.open_cards())


def test_every_way_of_the_flow_is_taken() -> None:
    left_over = {(was, move, now) for was in FLOW for move in FLOW[was] for now in FLOW[was][move]}
    offered: dict[str, set[str]] = {phase: set() for phase in FLOW}
    for number in range(900):
        random = Random(f"ways {number}")
        plain, seats = settings(random.choice(list(EDITIONS)), random)
        for step in play(GAME, library.options(GAME, plain), seats, random):
            left_over.discard(
                (summary_of(step.before).phase, type(step.move), summary_of(step.after).phase)
            )
            offers = GAME.rules.offers(step.after)
            moves = {offer.move for offer in offers if offer.by is not By.HOST}
            offered[summary_of(step.after).phase] |= moves
        if not left_over and number > 150:
            break
    assert not left_over
    tags = {move: move.__struct_config__.tag for move in get_args(Move)}
    assert offered == {was: {tags[move] for move in FLOW[was]} for was in FLOW}


def test_the_rows_take_the_moves_of_the_flow() -> None:
    taken = {phase.__struct_config__.tag: set(row.moves) for phase, row in ROWS.items()}
    assert taken == {
        was: {*ways, Leave} if was in TALK | {"counted"} else {*ways} for was, ways in FLOW.items()
    }


def check_laid_one_by_one(step: Transition, random: Random) -> None:
    """Cards laid one after the other, wherever, are waited for calmly; all of them are the move."""
    (ask,) = (ask for _, ask in reads(GAME.rules.offers(step.before)))
    place = Zone.parse(ask.zone)
    lying = [card for card in GAME.table.layout(step.before).cards if place.covers(card.zone)]
    new, gone = compare_cards(
        step.move.cards, [card.name for card in lying if card.status is CardStatus.STAYS]
    )
    assert not gone
    anywhere = [Zone("middle"), *(Zone("seat", seat) for seat in range(6))]
    zones = anywhere if place == ANYWHERE else [place]
    laid = [Laid(card, random.choice(zones), id=str(at)) for at, card in enumerate(new)]
    for number in range(len(laid)):
        said = GAME.table.judge(step.before, laid[:number])
        assert (said.moves, said.choice, said.refusals) == ((), None, ())
        lacks = said.pending[0].count - said.pending[0].have
        assert lacks == len(laid) - number or summary_of(step.before).phase == "draw"
    said = GAME.table.judge(step.before, laid)
    assert (said.choice, said.refusals, said.to_do) == (None, (), ())
    (way,) = said.moves
    assert type(GAME.rules.apply(step.before, way.move)[0].phase) is type(step.after.phase)


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_real_cards_all_that_lies_there_is_taken_and_counted(edition: str) -> None:
    """Nothing that can lie on a mat is refused, and no card is lost on its way."""
    made: Counter[str] = Counter()
    for number in range(max(60, MATCHES // 2)):
        random = Random(f"real cards, {edition} {number}")
        plain, seats = settings(edition, random)
        table = RealCards(plain, seats, random)
        while GAME.rules.outcome(table.state) is None:
            step = table.step()
            table.check()
            if isinstance(step.move, CardsRead):
                check_laid_one_by_one(step, random)
            made[step.move.__struct_config__.tag] += 1
    assert set(EDITIONS[edition].actions) <= set(made)
