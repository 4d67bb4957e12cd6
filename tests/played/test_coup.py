"""Whole games of Coup in real browsers: three phones, the panel, cards read by the camera.

The table runs within this process, so that two presses can be given stamps 2 ms apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from referee.contract import Press
from referee.coup.state.state import claimer, unanswered_seats
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.played.console import TAP_MS, edges
from tests.played.evening import Evening
from tests.process import eventually
from tests.referee.coup.summary import summary_of
from tests.webui.pages import PATIENCE_MS, all_fits, hand_of, picture, say

SEATS = 3


class CoupEvening(Evening):
    """People who play Coup round a virtual table."""

    def holds(self, seat: int) -> str | None:
        """Return a card that proves the claim that stands, if the claimer has one."""
        scene = self.virtual.scene()
        hand = [scene.faces[id_] for id_ in scene.hands[seat]]
        return next((card for card in summary_of(self.state).claimed if card in hand), None)

    def cards(self) -> None:
        """Lay, take back and draw cards until no card is waited for."""
        while (now := summary_of(self.state)).phase in ("lose", "return"):
            if now.phase == "lose":
                assert now.loser is not None
                self.show(now.loser)
            else:
                self.return_and_draw(claimer(self.state), draws=now.loser is None)

    def show(self, seat: int, card: str | None = None) -> None:
        """Tap a card on its player's phone: it is laid where one is due."""
        scene, phone = self.virtual.scene(), self.phones[seat]
        held = [id_ for id_ in scene.hands[seat] if card in (None, scene.faces[id_])]
        with self.moves(f"a card of {seat}"):
            phone.click(f'#held [data-key="{held[0]}"]', timeout=PATIENCE_MS)
            phone.click('#sheet [data-key^="lay:"]', timeout=PATIENCE_MS)

    def return_and_draw(self, seat: int, draws: bool) -> None:
        """Drag the card in the middle to the pile and draw another, or take it back."""
        scene = self.virtual.scene()
        left, top, right, bottom = scene.zones["middle"]
        (shown,) = (p for p in scene.placed if left < p.x_mm < right and top < p.y_mm < bottom)
        card = self.page.locator(f'.placed[data-id="{shown.id}"]')
        hand = self.page.locator(f'.spot[data-spot="{seat}"] .about')
        with self.moves("an empty middle"):
            self._drag(card, self.page.locator("#pile") if draws else hand)
        if draws:
            held = self.held(seat)
            self._drag(self.page.locator("#pile"), hand)
            eventually(lambda: self.held(seat) == held + 1, "the card drawn")

    def exchange(self, seat: int) -> None:
        """Drag two cards from the pile into a hand, and two from the hand into the pile."""
        pile, spot = self.page.locator("#pile"), self.page.locator(f'.spot[data-spot="{seat}"]')
        held = self.held(seat)
        for now in (held + 1, held + 2):
            self._drag(pile, spot.locator(".about"))
            eventually(partial(self.has, seat, now), f"{now} cards in hand")
        for now in (held + 1, held):
            self._drag(hand_of(self.page, seat).first, pile)
            eventually(partial(self.has, seat, now), f"{now} cards in hand")

    def has(self, seat: int, cards: int) -> bool:
        return self.held(seat) == cards

    def held(self, seat: int) -> int:
        """Return how many cards a hand has. The page shows many hidden ones as one back."""
        return len(self.virtual.scene().hands[seat])

    def touch_together(self, fingers: list[tuple[int, float]]) -> None:
        """Touch several buttons, so many milliseconds after the first; all let go 80 ms later."""
        with self.moves("a race"):
            # The reports come in the wrong order: only the stamps tell who was first.
            changes = [
                (seat, late_ms + held_ms, down)
                for down, held_ms in ((True, 0.0), (False, TAP_MS))
                for seat, late_ms in reversed(fingers)
            ]
            edges(self.table.panel, changes)


@pytest.fixture
def game(desk: Desk, browser: Browser) -> Iterator[CoupEvening]:
    desk.do(Begin("coup", {"least_s": 1, "most_s": 0}, SEATS))
    opened = CoupEvening(desk, browser, 3)
    opened.sit_down(SEATS)
    opened.deal(2 * SEATS)
    yield opened
    opened.close()


@pytest.mark.verify
def test_a_whole_game_with_three_phones_and_a_challenge_race_2_ms_apart(game: CoupEvening) -> None:
    raced = exchanged = False
    for phone in game.phones:
        expect(phone.locator("#held .held")).to_have_count(2)
        all_fits(phone)
    while game.match.outcome is None:
        state = game.state
        seat = state.turn
        match summary_of(state).phase:
            case "turn" if not exchanged:
                game.tap(seat, "declare.exchange")
                for other in unanswered_seats(game.state):
                    game.press(other, Press.LONG)
            case "exchange":
                exchanged = True
                game.exchange(seat)
                game.press(seat, Press.LONG)
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
                game.touch_together([(first, 0.0), (second, 2.0)])
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
