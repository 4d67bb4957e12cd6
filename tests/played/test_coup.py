"""Whole games of Coup in real browsers: three phones, the panel, cards read by the camera.

The table runs within this process, so that two presses can be given stamps 2 ms apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from referee.actor import at_seat
from referee.contract import Offer, Press
from referee.coup.state.state import claimer, unanswered_seats
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.played.console import TAP_MS, edges
from tests.played.coup import CoupEvening
from tests.referee.coup.summary import summary_of
from tests.webui.pages import all_fits, picture, say

SEATS = 3


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., CoupEvening]]:
    opened: list[CoupEvening] = []

    def open_(seed: int, **options: Any) -> CoupEvening:
        desk = Desk.open(tmp_path / "coup.sqlite")
        desk.do(Begin("coup", options, SEATS))
        opened.append(CoupEvening(desk, browser, seed))
        opened[-1].sit_down(SEATS)
        opened[-1].deal(2 * SEATS)
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_a_whole_game_with_three_phones_and_a_challenge_race_2_ms_apart(
    evening: Callable[..., CoupEvening],
) -> None:
    game = evening(3, least_s=1, most_s=0)
    raced = False
    for phone in game.phones:
        expect(phone.locator("#held .held")).to_have_count(2)
        all_fits(phone)
    while game.match.outcome is None:
        state = game.state
        seat = state.turn
        match summary_of(state).phase:
            case "turn":
                others = [s for s in range(SEATS) if s != seat and len(state.faces[s]) < 2]
                target = others[0]
                if state.coins[seat] >= 7:
                    game.tap(seat, "declare.coup", f"declare.coup.{target}")
                elif state.coins[seat] >= 3:
                    game.tap(seat, "declare.assassinate", f"declare.assassinate.{target}")
                else:
                    game.tap(seat, "declare.tax")
            case "challenge" if not raced:
                raced = True
                picture(game.phones[1], "coup-window")
                second, first = unanswered_seats(state)  # who sits nearer is 2 ms late
                touch_together(game, [(first, 0.0), (second, 2.0)])
                assert summary_of(game.state).challenger == first
                ruling = next(r for r in game.match.rulings if r.rule == "CP-23")
                assert ruling.message.params["behind_seat"] == second
                assert ruling.message.params["ms"] == pytest.approx(2.0, abs=0.001)
                for phone in game.phones:
                    expect(phone.locator("#last")).to_contain_text("2 milliseconds")
                    all_fits(phone)
            case "challenge" | "counter":
                game.tap(unanswered_seats(state)[0], "challenge")
            case "block":
                game.tap(unanswered_seats(state)[0], "block")
            case "show":
                card = game.holds(claimer(state))
                if card is not None:
                    game.show(claimer(state), card)
                    for phone in game.phones:
                        all_fits(phone)
                        expect(phone.locator("#last button.said")).to_be_visible()
                    picture(game.phones[0], "coup-shown")
                else:
                    game.tap(claimer(state), "concede")
        game.cards()
    (winner,) = game.match.outcome.winners
    for seat, phone in enumerate(game.phones):
        won = say("coup.focus.over", seat=winner, to=seat)
        expect(phone.locator("#focus")).to_contain_text(won)
        expect(phone.locator(f'.seat[data-seat="{seat}"] .notes')).to_contain_text("claim")
    picture(game.phones[0], "coup-over")
    picture(game.page, "coup-virtual-over")
    face_up = sorted(placed.card for placed in game.virtual.scene().placed)
    assert face_up == sorted(card for faces in game.state.faces for card in faces)


def test_every_challenge_block_pass_and_exchange_is_made_by_the_panels_buttons(
    evening: Callable[..., CoupEvening],
) -> None:
    game = evening(8, least_s=1, most_s=0)
    chance = random.Random(2)
    made: set[str] = set()
    while not made >= {"challenge", "block", "pass", "move_on", "exchanged"}:
        assert game.match.outcome is None
        state = game.state
        seat = state.turn
        match summary_of(state).phase:
            case "turn":
                rivals = [s for s in range(SEATS) if s != seat and len(state.faces[s]) < 2]
                game.tap(seat, *_action(state.coins[seat], chance.choice(rivals), made, chance))
            case "challenge" | "counter" | "block" | "name" | "show":
                card = game.holds(claimer(state)) if summary_of(state).phase == "show" else None
                if card is not None:
                    game.show(claimer(state), card)
                    continue
                play = state.phase.play
                peaceful = play is not None and play.name == "exchange" and "exchanged" not in made
                offers = [o for o in game.match.offers if o.press]
                offer = _answer(offers, made, chance, peaceful=peaceful)
                assert offer.seat is not None
                assert offer.press is not None
                game.press(offer.seat, offer.press)
                made.add(offer.move)
            case "exchange":
                game.exchange(seat)
                game.press(seat, Press.LONG)
                made.add("exchanged")
        game.cards()
    by_panel = {at_seat(seat) for seat in range(SEATS)}
    answers = {"challenge", "block", "pass", "move_on", "name_card", "concede", "exchanged"}
    moves = [entry for entry in game.match.log if entry.kind == "move"]
    tags = {entry.move.__struct_config__.tag for entry in moves}
    assert tags & answers >= {"challenge", "pass"}
    for entry in moves:
        if entry.move.__struct_config__.tag in answers:
            assert entry.by in by_panel


def touch_together(game: CoupEvening, fingers: list[tuple[int, float]]) -> None:
    """Touch several buttons, so many milliseconds after the first; all let go 80 ms later."""
    with game.moves("a race"):
        # The reports come in the wrong order: only the stamps tell who was first.
        changes = [
            (seat, late_ms + held_ms, down)
            for down, held_ms in ((True, 0.0), (False, TAP_MS))
            for seat, late_ms in reversed(fingers)
        ]
        edges(game.table.panel, changes)


def _action(coins: int, target: int, made: set[str], chance: random.Random) -> tuple[str, ...]:
    """Return what to tap for an action: first those that lead to what was not done yet."""
    if coins >= 7:
        return "declare.coup", f"declare.coup.{target}"
    if "block" not in made:
        return ("declare.foreign_aid",)
    if "exchanged" not in made:
        return ("declare.exchange",)
    return chance.choice([("declare.tax",), ("declare.extort", f"declare.extort.{target}")])


def _answer(offers: list[Offer], made: set[str], chance: random.Random, *, peaceful: bool) -> Offer:
    """Return how to answer: what nobody has done yet, else to object rather than not."""
    bold = [offer for offer in offers if offer.move in ("challenge", "block")]
    quiet = [offer for offer in offers if offer not in bold]
    if peaceful or not bold:
        return chance.choice([o for o in quiet if o.move not in made] or quiet)
    new = [offer for offer in bold if offer.move not in made]
    return chance.choice(new or (bold if chance.random() < 0.7 else quiet))
