"""Random matches of Coup, by the offers alone: what must hold after every move."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from referee import library
from referee.contract import By, Cue, Game, IllegalMove
from referee.coup.flow import ROWS
from referee.coup.state.cards import CHARACTERS, COINS
from referee.coup.state.moves import CardsCorrected, CardShown, CoinsSet, Move
from referee.coup.state.state import (
    EventKind,
    State,
    challenge_of_shown,
    claimer,
    hidden_cards,
    influence,
    is_in,
    treasury,
)
from referee.coup.view.claims import claims
from tests.bench.rules.promises import check_table
from tests.bench.rules.randomplay import Transition, choose, fill, play
from tests.referee.asks import reads
from tests.referee.coup.flow import FLOW, SHOW, Stage, stage
from tests.referee.coup.summary import summary_of
from tests.referee.enough import matches
from tests.referee.layouts import pending_messages
from tests.referee.returning import check_json
from tests.referee.undoing import check_undo_and_redo

MATCHES = int(os.environ.get("COYOTE_MATCHES", "75"))
PARTS = 4  # so that they can run side by side


def settings(random: Random) -> tuple[dict[str, Any], int]:
    """Options and seats as a table might choose them."""
    seats = random.randint(2, 6)
    return {
        "starter": random.randrange(seats),
        "most_s": random.choice([0, 20]),
        "least_s": 0,
        "strict_contessa": random.random() < 0.3,
        "named_block": random.random() < 0.7,
        "two_players": random.choice(["sheet", "one_coin", "sets"]),
    }, seats


@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_matches(part: int) -> None:
    game = library.game("coup")
    random = Random(f"matches of Coup, part {part}")
    winners: Counter[int] = Counter()
    rules: Counter[str] = Counter()
    made: Counter[str] = Counter()
    proved: Counter[bool | None] = Counter()
    some = {"CP-5", "CP-6", "CP-7", "CP-16", "CP-22", "CP-25", "CP-27", "CP-28", "CP-31"}
    tags = {move.__struct_config__.tag for move in get_args(Move)}

    def all_seen() -> bool:
        all_won = len(winners) == 6
        return all_won and made.keys() == tags and some <= set(rules) and len(proved) == 3

    for _ in matches(MATCHES // PARTS, all_seen):
        plain, seats = settings(random)
        options = library.options(game, plain)
        counts = game.table.cards.counts(options)
        steps = list(play(game, options, seats, random))
        for step in steps:
            check_state(step.after, seats)
            check_step(step)
            check_table(game, counts, step, game.rules.offers(step.before))
            rules.update(ruling.rule for ruling in step.rulings)
            made[step.move.__struct_config__.tag] += 1
        for step in random.choices(steps, k=3):
            check_json(game, step)
            check_offers(game, step, random)
        check_undo_and_redo(game, options, seats, steps, random)
        ended = game.rules.outcome(steps[-1].after)
        assert ended is not None
        winners.update(ended.winners)
        proved.update(claim.true for claim in claims(steps[-1].after))
    assert set(winners) == set(range(6))
    assert set(made) == tags
    assert some <= set(rules)
    assert proved[True]
    assert proved[False]


def check_state(state: State, seats: int) -> None:
    """50 coins in all, at most three of a kind face up, and whoever is waited for is in."""
    assert len(state.coins) == len(state.faces) == seats
    assert min(state.coins) >= 0
    assert sum(state.coins) + treasury(state) == COINS
    assert treasury(state) >= 0
    face_up = Counter(card for cards in state.faces for card in cards)
    assert all(number <= 3 for number in face_up.values())
    assert set(face_up) <= set(CHARACTERS)
    assert face_up + Counter(hidden_cards(state)) == Counter(state.options.deck)
    still_in = [seat for seat in range(seats) if is_in(state, seat)]
    assert all(0 <= influence(state, seat) <= 2 for seat in range(seats))
    assert all(state.coins[seat] == 0 for seat in range(seats) if seat not in still_in)
    now = summary_of(state)
    assert (len(still_in) == 1) == (now.phase == "over")
    for seat in (now.loser, now.blocker if now.phase == "counter" else None):
        assert seat is None or seat in still_in
    assert now.loser is not None or now.phase != "lose"


def check_step(step: Transition) -> None:
    """Windows only count up, and what nobody touched stays."""
    before, after = step.before, step.after
    assert after.window >= before.window
    check_way(step)
    assert step.rulings
    assert all(ruling.rule.startswith(("CP-", "SL-17")) for ruling in step.rulings)
    was, now = summary_of(before).phase, summary_of(after).phase
    if was != now != "over":
        corrected = step.move.__struct_config__.tag == "cards_corrected"
        assert corrected or after.window > before.window, "a press of before must not act now"
    for was, now in zip(before.faces, after.faces, strict=True):
        assert now[: len(was)] == was or step.move.__struct_config__.tag == "cards_corrected"


def check_way(step: Transition) -> None:
    """The move was due at its stage, and led where the table of the flow says."""
    was, now = stage(step.before), stage(step.after)
    if isinstance(step.move, CardsCorrected):
        assert now == was or (challenge_of_shown(step.before) and now in FLOW[SHOW][CardShown])
    elif isinstance(step.move, CoinsSet):
        assert now == was
    else:
        assert now in FLOW[was][type(step.move)]


def test_every_way_of_the_flow_is_taken() -> None:
    """Random matches at a table that likes to assassinate, until no row of the table is left."""
    game = library.game("coup")
    random = Random("ways")
    left_over = {(was, move, now) for was in FLOW for move in FLOW[was] for now in FLOW[was][move]}
    for _ in range(2000):
        plain, seats = settings(random)
        state = game.rules.begin(library.options(game, plain), seats)
        while game.rules.outcome(state) is None:
            offers = game.rules.offers(state)
            kills = [o for o in offers if o.given == {"action": "assassinate"}]
            likes = kills and random.random() < 0.5
            move = fill(kills[0], random) if likes else choose(offers, random)
            before, made = state, library.move(game, move)
            state, rulings = game.rules.apply(before, made)
            check_way(Transition(before, made, state, rulings))
            left_over.discard((stage(before), type(made), stage(state)))
        if not left_over:
            break
    assert not left_over


def test_what_is_offered_at_a_stage_is_what_the_flow_says() -> None:
    game = library.game("coup")
    tags = {move.__struct_config__.tag: move for move in get_args(Move)}
    offered: dict[Stage, set[type]] = {was: set() for was in FLOW}
    for seed in range(150):
        random = Random(f"stages {seed}")
        plain, seats = settings(random)
        for step in play(game, library.options(game, plain), seats, random):
            offers = game.rules.offers(step.after)
            flow = (offer for offer in offers if offer.by is not By.HOST or offer.move == "leave")
            moves = {tags[offer.move] for offer in flow}
            offered[stage(step.after)] |= moves
    assert offered == {was: set(FLOW[was]) for was in FLOW}


def test_the_rows_take_the_moves_of_the_flow() -> None:
    taken: dict[str, set[type]] = {}
    for was, ways in FLOW.items():
        taken.setdefault(was.phase, set()).update(ways)
    assert {phase.__struct_config__.tag: set(row.moves) for phase, row in ROWS.items()} == taken


def check_offers(game: Game[Any, Any, Any], step: Transition, random: Random) -> None:
    """Offers tell the truth, lamps too, and views can be sent."""
    state = step.after
    assert step.move in game.rules.offers(step.before)
    assert game.rules.apply(step.before, step.move) == (state, step.rulings)
    offers = game.rules.offers(state)
    for offer in offers:
        move = fill(offer, random)
        assert move in offers
        game.rules.apply(state, library.move(game, move))
        if offer.shown.press is not None:
            assert offer.seat is not None
            assert offers.cues[offer.seat] not in (Cue.IDLE, Cue.WAIT, Cue.OUT)
    presses = [(offer.seat, offer.shown.press) for offer in offers if offer.shown.press is not None]
    assert len(presses) == len(set(presses)), "a gesture means one thing for a seat"
    assert pending_messages(game, state) or not any(ask.most for _, ask in reads(offers))
    for seat in (None, *range(len(offers.cues))):
        view = game.shown.view(state, seat)
        assert [shown.cue for shown in view.seats] == list(offers.cues)
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
        assert view == msgspec.structs.replace(game.shown.view(state, None), seat=seat)
    check_refusals(game, state, random)


def check_refusals(game: Game[Any, Any, Any], state: State, random: Random) -> None:
    """What is not offered is refused, with a rule and words; and the state stays."""
    kept = library.to_plain(state)
    offers = game.rules.offers(state)
    seat = random.randrange(-1, len(offers.cues) + 1)
    cards = random.choices(CHARACTERS, k=random.randint(0, 3))
    action = random.choice(["income", "foreign_aid", "coup", "tax", "extort", "exchange"])
    target = random.choice([None, *range(len(offers.cues))])
    moves: list[dict[str, Any]] = [
        {"move": "declare", "seat": seat, "action": action, "target": target},
        *({"move": tag, "seat": seat} for tag in ("challenge", "pass", "move_on", "block")),
        *({"move": tag, "seat": seat} for tag in ("concede", "exchanged")),
        {"move": "name_card", "seat": seat, "card": random.choice(CHARACTERS)},
        {"move": "window_closed"},
        *({"move": tag, "cards": cards} for tag in ("card_shown", "card_turned", "card_returned")),
        {"move": "cards_corrected", "cards": cards},
        {"move": "coins_set", "seat": seat, "coins": random.randint(-1, 51)},
    ]
    for move in moves:
        typed = library.move(game, move)
        if typed in offers:
            game.rules.apply(state, typed)
            continue
        with pytest.raises(IllegalMove) as refusal:
            game.rules.apply(state, typed)
        assert refusal.value.rule.startswith("CP-")
        assert refusal.value.message.key.startswith("coup.refused.")
    assert library.to_plain(state) == kept


# -- a table of real cards ------------------------------------------------------------------


class Table:
    """Hands and a Court that the referee never sees: every reading is one that can be."""

    def __init__(self, state: State, random: Random) -> None:
        self.random = random
        self.court = [card for card, number in state.options.deck.items() for _ in range(number)]
        random.shuffle(self.court)
        self.hands = [[self.court.pop() for _ in range(2)] for _ in state.faces]
        self.truth: list[bool] = []

    def answer(self, state: State, plain: dict[str, Any]) -> dict[str, Any]:
        """Return a move with the cards that really lie there."""
        if plain["move"] == "card_shown":
            return {**plain, "cards": [self.random.choice(self.hands[claimer(state)])]}
        if plain["move"] == "card_turned":
            loser = summary_of(state).loser or 0
            hand = self.hands[loser]
            last = state.history.last
            shown = last.what is EventKind.FAILED and last.seat == loser and last.cards
            card = last.cards[0] if shown and len(hand) == 1 else self.random.choice(hand)
            return {**plain, "cards": [*state.faces[loser], card]}
        return plain

    def follow(self, before: State, after: State) -> None:
        """Move the cards as people would."""
        for event in list(after.history)[len(before.history) :]:
            hand = self.hands[event.seat]
            if event.what is EventKind.CLAIMED:
                self.truth.append(any(card in hand for card in event.cards))
            elif event.what is EventKind.TURNED:
                hand.remove(event.cards[0])
            elif event.what in (EventKind.REPLACED, EventKind.EXCHANGED):
                self._swap(hand, event.cards)

    def _swap(self, hand: list[str], cards: tuple[str, ...]) -> None:
        if cards:
            hand.remove(cards[0])
            self.court.append(cards[0])
            self.random.shuffle(self.court)
            hand.append(self.court.pop())
            return
        keep = len(hand)
        hand += [self.court.pop(), self.court.pop()]
        self.random.shuffle(hand)
        self.court += hand[keep:]
        del hand[keep:]
        self.random.shuffle(self.court)


def test_what_the_record_proves_is_so_at_tables_with_real_cards() -> None:
    game = library.game("coup")
    random = Random(50)
    told: Counter[bool | None] = Counter()
    for _ in range(max(150, MATCHES // 8)):
        plain, seats = settings(random)
        state = game.rules.begin(library.options(game, plain), seats)
        table = Table(state, random)
        while game.rules.outcome(state) is None:
            offers = [offer for offer in game.rules.offers(state) if offer.by != "host"]
            move = table.answer(state, fill(random.choice(offers), random))
            after, _ = game.rules.apply(state, library.move(game, move))
            table.follow(state, after)
            state = after
        record = claims(state)
        assert len(record) == len(table.truth)
        for claim, true in zip(record, table.truth, strict=True):
            assert claim.true in (None, true)
            told[claim.true] += 1
            if claim.fate is EventKind.SHOWN:
                assert claim.true is True
    assert told[True] > 50
    assert told[False] > 50
