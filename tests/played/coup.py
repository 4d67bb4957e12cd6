"""What people do with the cards of Coup at the virtual table."""

from __future__ import annotations

from playwright.sync_api import expect

from referee.coup.state.state import claimer
from tests.played.evening import Evening
from tests.referee.coup.summary import summary_of
from tests.webui.pages import PATIENCE_MS


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
            held = self.page.locator(f'.spot[data-spot="{seat}"] .hand')
            number = held.count()
            self._drag(self.page.locator("#pile"), hand)
            expect(held).to_have_count(number + 1, timeout=PATIENCE_MS)

    def exchange(self, seat: int) -> None:
        """Drag two cards from the pile into a hand, and two from the hand into the pile."""
        pile, spot = self.page.locator("#pile"), self.page.locator(f'.spot[data-spot="{seat}"]')
        hand = spot.locator(".hand")
        held = hand.count()
        for now in (held + 1, held + 2):
            self._drag(pile, spot.locator(".about"))
            expect(hand).to_have_count(now, timeout=PATIENCE_MS)
        for now in (held + 1, held):
            self._drag(hand.first, pile)
            expect(hand).to_have_count(now, timeout=PATIENCE_MS)
        assert len(self.virtual.scene().hands[seat]) == held
