"""Random legal play, by the offers alone: what must hold after every move of every game."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from referee import library
from referee.contract import By, Cue, Game, IllegalMove, Offers
from referee.coyote.state.state import State, cards_held, is_in, pile_after_deal
from tests.bench.rules import speeds as bench
from tests.bench.rules.promises import check_table
from tests.bench.rules.randomplay import Transition, choose, fill, play
from tests.referee.coyote.summary import summary_of
from tests.referee.enough import matches
from tests.referee.layouts import pending_messages
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "100"))  # of each edition
PARTS = 2  # so that they can run side by side
LIT = {Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER}
EDITIONS = ("kidult", "tomahawk", "oliphante")


def settings(edition: str, random: Random) -> tuple[dict[str, Any], int]:
    """Options and seats as a table might choose them; sometimes a small or a strange deck."""
    seats = random.randint(3 if edition == "oliphante" else 2, 6)
    options: dict[str, Any] = {"edition": edition, "starter": random.randrange(seats)}
    if edition == "tomahawk":
        options["strikes"] = random.randint(1, 4)
    if random.random() < 0.2:
        cards = ["1", "5", "20", "-5", "-10", "0", "?", "max0", "max-", "x2", "night"]
        deck = Counter(random.choice(cards) for _ in range(seats + random.randint(0, 12)))
        deck["?"] = min(deck["?"], 4)
        deck["3"] += seats
        options["deck"] = dict(deck)
    return options, seats


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("edition", EDITIONS)
def test_thousands_of_matches(edition: str, part: int) -> None:
    game = library.game("coyote")
    random = Random(f"matches of {edition}, part {part}")
    winners: Counter[int] = Counter()
    rules: Counter[str] = Counter()
    every = {"CY-1", "CY-2", "CY-3", "CY-6", "CY-7", "CY-8", "CY-9", "CY-11", "CY-21", "CY-79"}
    for _ in matches(MATCHES // PARTS, lambda: len(winners) == 6 and every <= set(rules)):
        plain, seats = settings(edition, random)
        options = library.options(game, plain)
        counts = game.table.cards.counts(options)
        steps = list(play(game, options, seats, random))
        for step in steps:
            check_state(step.after, seats)
            check_step(step)
            check_json(game, step)
            check_table(game, counts, step, game.rules.offers(step.before))
            rules.update(ruling.rule for ruling in step.rulings)
        for step in random.choices(steps, k=2):
            check_offers(game, step, random)
        check_undo_and_redo(game, options, seats, steps, random)
        ended = game.rules.outcome(steps[-1].after)
        assert ended is not None
        winners.update(ended.winners)
    assert set(winners) == set(range(6))
    assert set(rules) == every


def check_state(state: State, seats: int) -> None:
    """Strikes, seats and cards always add up."""
    setup = state.setup
    assert len(state.strikes) == seats
    assert all(0 <= strikes <= setup.limit for strikes in state.strikes)
    still_in = [seat for seat in range(seats) if is_in(state, seat)]
    assert state.turn in still_in
    assert (len(still_in) == 1) == (summary_of(state).phase == "over")
    assert all(0 < n <= setup.deck[card] for card, n in state.discards.items())
    assert pile_after_deal(state) >= 0
    on_mat = Counter(summary_of(state).cards)
    assert not on_mat - Counter(setup.deck)
    if summary_of(state).cards and len(summary_of(state).cards) - cards_held(
        state
    ) <= pile_after_deal(state):
        assert not on_mat + Counter(state.discards) - Counter(setup.deck)
    assert not Counter(summary_of(state).drawn) - on_mat
    if summary_of(state).phase != "over":  # the last but one may have left
        assert (summary_of(state).result is None) == (summary_of(state).phase != "counted")


def check_step(step: Transition) -> None:
    """A count gives one strike to a party of the challenge, and the sum is right."""
    before, after = step.before, step.after
    if summary_of(after).result is None:
        return
    result = summary_of(after).result
    assert {result.loser, result.winner} == {after.announcer, summary_of(after).challenger}
    assert result.total == plain_total(after)
    assert (result.loser == after.announcer) == (result.total < after.number)
    if summary_of(before).result is None:
        gained = [b - a for a, b in zip(before.strikes, after.strikes, strict=True)]
        assert sum(gained) == gained[result.loser] == 1
    ruling = next(ruling for ruling in step.rulings if ruling.rule == "CY-7")
    assert ruling.steps[-1].total == result.total
    assert [t.card for t in ruling.steps[-1].terms] == [
        t.card for t in ruling.steps[-1].terms if t.card.lstrip("-").isdigit()
    ]


def plain_total(state: State) -> int:
    """The arithmetic worked out in another way than the referee's: by sorting."""
    numbers = sorted(
        (int(c) for c in summary_of(state).cards if c.lstrip("-").isdigit()), reverse=True
    )
    cards = Counter(summary_of(state).cards)
    highest = [n for n in numbers if n > 0]
    struck = highest[cards["max0"] :]
    turned, kept = struck[: cards["max-"]], struck[cards["max-"] :]
    times: int = 2 ** cards["x2"]
    rest = sum(n for n in numbers if n < 0) - sum(turned)
    if state.setup.edition == "tomahawk":
        return (sum(kept) + rest) * times
    return sum(kept) * times + rest


def check_offers(game: Game[Any, Any, Any], step: Transition, random: Random) -> None:
    """Offers tell the truth, and views can be sent; so for every game."""
    state = step.after
    assert step.move in game.rules.offers(step.before)
    assert game.rules.apply(step.before, step.move) == (state, step.rulings)
    offers = game.rules.offers(state)
    seats = len(offers.cues)
    for offer in offers:
        move = fill(offer, random)
        assert move in offers
        game.rules.apply(state, library.move(game, move))
        assert offer.shown.press is None or offer.seat is not None
        if offer.by is By.SEAT and offer.seat is not None:
            assert offers.cues[offer.seat] in LIT, "whoever may do something has a light"
    check_refusals(game, state, offers, random)
    for seat in (None, *range(seats)):
        view = game.shown.view(state, seat)
        assert [shown.cue for shown in view.seats] == list(offers.cues)
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
    if any(offer.by == "camera" for offer in offers):
        assert pending_messages(game, state)
        assert Cue.WAIT in offers.cues


def check_refusals(game: Game[Any, Any, Any], state: State, offers: Offers, random: Random) -> None:
    """What is not offered is refused, with a rule and words; and the state stays."""
    kept = msgspec.json.encode(state)
    seat = random.randrange(-1, len(offers.cues) + 1)
    deck = [card for card, number in state.setup.deck.items() for _ in range(number + 1)]
    cards = random.sample(deck, min(len(deck), random.randint(0, len(offers.cues) + 2)))
    moves: list[dict[str, Any]] = [
        {"move": "announce", "seat": seat, "number": random.randint(-2, state.number + 1)},
        {"move": "challenge", "seat": seat},
        {"move": "cards_read", "cards": cards},
        {"move": "cards_corrected", "cards": cards},
    ]
    for move in moves:
        typed = library.move(game, move)
        if move in offers:
            game.rules.apply(state, typed)
            continue
        with pytest.raises(IllegalMove) as refusal:
            game.rules.apply(state, typed)
        assert refusal.value.rule.startswith("CY-")
        assert refusal.value.message.key.startswith("coyote.refused.")
    assert msgspec.json.encode(state) == kept


@pytest.mark.parametrize("name", library.names())
def test_moves_from_json_are_ruled_nearly_as_fast_as_moves_are(name: str) -> None:
    # Where a move's type was sought in the union at every call they took seven times as long.
    speeds = bench.speeds(name, matches=3)
    assert speeds.checked / 3 < speeds.read
    assert 0 < speeds.shown < speeds.checked


def test_the_random_player_does_only_what_is_offered() -> None:
    game = library.game("coyote")
    random = Random(5)
    state = game.rules.begin(library.options(game), 4)
    for _ in range(300):
        if game.rules.outcome(state):
            break
        offers = game.rules.offers(state)
        move = choose(offers, random)
        assert move in offers
        state, _rulings = game.rules.apply(state, library.move(game, move))
