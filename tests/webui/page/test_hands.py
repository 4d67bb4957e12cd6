"""Cards of hands on a phone: what a tap lays is offered to who plays the hand, to nobody else."""

from __future__ import annotations

from typing import cast

from referee.reports.tabletop import HeldCard, Tabletop
from referee.words import Voice
from webui.page.scene import visible_hands
from webui.port import Virtual


class Open:
    """A virtual table whose hands all may look at, as in a game of territories."""

    def scene(self) -> Tabletop:
        every = (0, 1)
        return Tabletop(
            mat_mm=(1, 1),
            card_mm=(1, 1),
            placed=(),
            hands=(("a",), ("b",)),
            faces={"a": "duke", "b": "duke"},
            pile=0,
            discards=0,
            faults={},
            version=1,
            held=dict.fromkeys("ab", HeldCard(taps=("middle",))),
            sees=(every, every),
            open=every,
            players=every,
        )

    def tray(self) -> tuple[str, ...]:
        return ("duke",)

    def face_svg(self, card: str) -> str:
        return card

    def back_svg(self) -> str:
        return ""


def test_a_hand_that_one_only_looks_at_offers_no_card_to_lay() -> None:
    own, others = visible_hands(Voice("en", {}, 0), cast(Virtual, Open()), 0)
    assert (own.plays, others.plays) == (True, False)
    assert [len(card.lays) for hand in (own, others) for card in hand.cards] == [1, 0]
