"""What hands do at the virtual table for the table's own players: what one captured, to its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.bots.bot_process import Decision
from firmware.bots.hands import Chore, VirtualHands
from firmware.virtual.table import VirtualTable
from referee import library
from referee.actor import CAMERA, Actor, bot
from referee.contract import Cell
from referee.coup.state import moves as coup
from referee.examples import one_lie
from referee.match.commands import Move
from referee.match.desk import Desk
from referee.ogallala.state import moves as ogallala
from referee.reports import virtual_acts
from tests.live import StillVirtualTable
from tests.matches import match_of
from tests.referee.shelved import shelve
from vision.decks import shelves

PREY = ("empty_bow", "eagle", "tobacco", "empty_stern")
FLINT = bot(1)
HUNTERS = ("bow_red", "warrior_g_red", "stern_red")


class Hunt(StillVirtualTable):
    """A match of Ogallala in which the table's own player, at seat 1, is to capture a canoe."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.hands = VirtualHands(self.virtual, lambda: True)
        self.deal("ogallala", 2, levels=("", "fair"))
        for seat, canoe in enumerate((PREY, HUNTERS)):
            for column, card in enumerate(canoe):
                self.place(seat, card, column)

    def place(self, seat: int, card: str, column: int) -> None:
        """Let a card lie in a seat's middle row that the camera has seen come there."""
        self.does(ogallala.Place(seat, "pile", Cell(card, 1, column)), CAMERA)
        lay = self.virtual._layout
        found = lay.pile.take_named(card)
        lay.hands[seat].append(found)
        self.virtual.do(virtual_acts.Show(found, f"territory:{seat}", (1, column)))

    def does(self, move: ogallala.Move, by: Actor = FLINT) -> None:
        self.desk.do(Move(library.to_plain(move)), by)

    def chores(self) -> list[object]:
        """Let hands do all that is due; return what it was."""
        done: list[object] = []
        while (chore := self.hands.next_chore(match_of(self.desk), {1})) is not None:
            done.append(chore.act)
            self.hands.do(chore)
        return done

    def held(self) -> list[str]:
        lies = self.virtual.scene()
        return sorted(lies.faces[card] for card in lies.hands[1])

    def lying(self, zone: str) -> list[str]:
        lies = self.virtual.scene()
        left, top, right, bottom = lies.zones[zone]
        return sorted(
            one.card
            for one in lies.placed
            if left <= one.x_mm <= right and top <= one.y_mm <= bottom
        )


@pytest.fixture
def hunt(tmp_path: Path) -> Iterator[Hunt]:
    made = Hunt(tmp_path)
    yield made
    made.close()


def test_og_31_all_spoils_are_taken_up_and_what_else_went_is_on_the_grounds_at_once(
    hunt: Hunt,
) -> None:
    """It took one of several, and waited for the others without end."""
    hunt.does(ogallala.Attack(1, 0, Cell("eagle", 1, 1)))
    hunt.chores()
    assert hunt.held() == ["eagle", "tobacco"]
    hunt.does(ogallala.Place(1, "spoils", Cell("eagle", 0, 0)))
    hunt.does(ogallala.Place(1, "spoils", Cell("tobacco", 0, 1)))
    assert hunt.lying("territory:1") == sorted((*HUNTERS, "eagle", "tobacco"))
    assert hunt.chores() == [virtual_acts.Gather("mat")]
    assert hunt.lying("grounds") == ["empty_bow", "empty_stern"]
    assert hunt.lying("territory:0") == []
    assert hunt.held() == []


def test_cp_25_a_proven_card_stays_to_be_seen_and_then_goes_back_into_the_court(
    tmp_path: Path,
) -> None:
    with closing(StillVirtualTable(tmp_path)) as table:
        table.deal("coup", 2, levels=("fair", ""))
        desk, virtual = table.desk, table.virtual
        hand, pile = virtual._layout.hands[0], virtual._layout.pile
        if "duke" not in (pile.faces[card] for card in hand):
            pile.draw.append(hand.pop())
            hand.append(pile.take_named("duke"))
        for move in (coup.Declare(0, "tax"), coup.Challenge(1)):
            desk.do(Move(library.to_plain(move)))
        duke = next(card for card in hand if pile.faces[card] == "duke")
        virtual.do(virtual_acts.Show(duke, "middle"))
        desk.do(Move(library.to_plain(coup.CardShown(("duke",)))), CAMERA)
        other = virtual._layout.pile.faces[virtual._layout.hands[1][0]]
        virtual.do(virtual_acts.Show(virtual._layout.hands[1][0], "seat:1"))
        desk.do(Move(library.to_plain(coup.CardTurned((other,)))), CAMERA)
        hands = VirtualHands(virtual, lambda: True)
        chore = hands.next_chore(match_of(desk), {0})
        assert chore == Chore(virtual_acts.Tap(duke), is_seen=True)
        hands.do(chore)
        assert duke in virtual._layout.pile.draw
        assert [draw.seat for draw in virtual.scene().draws.values()] == [0]


@pytest.fixture
def liars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, VirtualTable]]:
    """A dealt match of One Lie. Seat 0 begins; it has a bot."""
    folder = Path(one_lie.__file__).parent
    decks = {**shelves.deck_folders(), "one_lie": folder / "decks" / "one_lie"}
    monkeypatch.setattr(shelves, "_deck_folders", decks)
    shelve(monkeypatch, one_lie.GAME, folder=folder)
    with closing(StillVirtualTable(tmp_path)) as table:
        table.deal("one_lie", 2, levels=("fair", ""))
        desk, virtual = table.desk, table.virtual
        yield desk, virtual


def test_a_card_that_a_move_hides_is_laid_face_down_once_and_stays_known_to_its_bot(
    liars: tuple[Desk, VirtualTable],
) -> None:
    desk, virtual = liars
    hands, begun = VirtualHands(virtual, lambda: True), match_of(desk)
    ((laid, kept),) = hands.visible_cards(begun, 0).values()
    for seat in (1, 0):
        claim = Decision(library.to_plain(one_lie.Claim(seat, "A")), (kept,))
        for chore in hands.move_chores(begun, seat, claim):
            hands.do(chore)
    assert [(one.card, one.face_up) for one in virtual.laid_down(0)] == [(laid, False)]
    assert virtual.laid_down(1) == ()  # it is not its turn
    assert hands.visible_cards(begun, 0) == {0: (laid, kept)}  # the move is not made yet
    assert [*hands.move_chores(begun, 0, claim)] == []
    desk.do(Move(claim.move), bot(0))
    assert hands.visible_cards(match_of(desk), 0) == {0: (kept,), 2: (laid,)}
    assert "" in {one.card for one in virtual.scene().placed}  # and to nobody else
    desk.do(Move(library.to_plain(one_lie.Believe(1))))
    assert hands.visible_cards(match_of(desk), 0) == {0: (kept,)}
    (back,) = virtual.laid_down(0)
    assert virtual.scene().goes == (back.id,)
    virtual.do(virtual_acts.Tap(back.id))
    assert back.id in virtual._layout.pile.discards


def test_a_tap_lays_a_card_face_down_and_a_second_tap_turns_it_over_when_it_is_doubted(
    liars: tuple[Desk, VirtualTable],
) -> None:
    desk, virtual = liars
    desk.do(Move(library.to_plain(one_lie.Claim(0, "A"))))  # first said, then laid
    first, second = virtual._layout.hands[0]
    virtual.do(virtual_acts.Tap(first))
    virtual.do(virtual_acts.Tap(second))
    (back,) = virtual._layout.placed
    assert (back.id, back.face_up, virtual.spread.zone_of(back.x_mm, back.y_mm)) == (
        first,
        False,
        "seat:0",
    )
    virtual.do(virtual_acts.Tap(first))
    assert virtual._layout.placed == [back]  # nobody has doubted it
    desk.do(Move(library.to_plain(one_lie.Doubt(1))))
    virtual.do(virtual_acts.Tap(first))
    assert [(one.id, one.face_up) for one in virtual._layout.placed] == [(first, True)]
