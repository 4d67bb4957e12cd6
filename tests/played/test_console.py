"""A whole match of Coyote without a phone: knob, buttons, and cards that the camera reads.

Rounds that are as the one before go to the desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from firmware.virtual.brief import Brief
from firmware.virtual.state import TableState
from referee.actor import HOST
from referee.contract import AskChoice, AskNumber, AskSeat, By, Offer, Press
from referee.match.commands import Move
from referee.match.desk import Desk
from referee.reports import virtual_acts
from tests.played.console import Knob
from tests.played.evening import Evening
from tests.referee.asks import reads
from tests.referee.phase import phase
from tests.webui.pages import PATIENCE_MS, hand_of, picture

SEATS = 3


class Table(Evening):
    """People round a table without a phone: its knob, its buttons, its cards."""

    def __init__(self, desk: Desk, browser: Browser, seed: int) -> None:
        super().__init__(desk, browser, seed)
        self.knob = Knob(self.table, SEATS)

    def take_up(self, offer: Offer, **answers: Any) -> None:
        """Take an offer up by knob."""
        with self.moves(f"{offer.move} of {offer.seat}"):
            self.knob.take_up(offer, answers)
        assert self.match.log[-1].by == self.knob.by(offer)

    def reveal(self) -> None:
        """Lay the cards down, turn up what is wanted, and have all read."""
        self.page.click("#reveal")

        def counted() -> bool:
            if phase(self.state) != "draw":
                return phase(self.state) != "reveal"
            lying, asks = len(self.virtual.scene().placed), reads(self.match.offers)
            if asks and lying < asks[0][1].least:
                self.page.click("#pile")
                self.until(lambda: len(self.virtual.scene().placed) > lying, "a card more")
            return False

        self.until(counted, "the count")
        self.put_sheet_away()

    def put_sheet_away(self) -> None:
        """Close the sheet with the count, where one came up."""
        done = self.page.locator('#sheet [data-key="done"]')
        if done.is_visible():
            done.click()

    def draw(self, seat: int) -> None:
        """Draw a card from the pile into a seat's hand."""
        held = hand_of(self.page, seat)
        number = held.count()
        self.page.locator("#pile").focus()
        self.page.keyboard.press(str(seat + 1))
        expect(held).to_have_count(number + 1, timeout=PATIENCE_MS)


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Table]:
    opened = Table(Desk.open(tmp_path / "console.sqlite"), browser, 7)
    opened.page.keyboard.press("Escape")  # the games to choose from: the knob has them, too
    yield opened
    opened.close()


class Coyote:
    """A match of Coyote with all optional actions on, each used as soon as it can be."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.used: set[str] = set()
        # Cards that are replaced, and laid first: whose, and which; ids end as a hand is mixed.
        self.swapped: list[tuple[int, str]] = []

    def play(self) -> None:
        """Play to the end: rounds in which each action is used, one without, and the last."""
        for rounds in count(1):
            if self.table.match.outcome is not None:
                break
            if rounds > 2 and set(self.table.state.setup.tokens) <= self.used:
                self.until_the_last()
            due = self.table.match.view(None).deal
            assert due is not None
            self.table.deal(sum(due.cards))
            self.swapped.clear()
            self.talk()  # the first word opens the round
            while phase(self.table.state) not in ("counted", "over"):
                self.step()

    def until_the_last(self) -> None:
        """Have rounds played without anybody looking, until who loses the next may be out."""
        while True:
            state: Any = self.table.state
            left = [seat for seat, one in enumerate(state.strikes) if one < state.setup.limit]
            first = left.index(state.turn)
            other = left[first - len(left) + 1]  # who challenges, and loses
            if len(left) == 2 and state.strikes[other] == state.setup.limit - 1:
                break
            self.table.virtual.become(with_numbers_played)
            pile = self.table.virtual.snapshot()[0].pile
            played = [pile.faces[card] for card in pile.discards[-len(left) :]]
            for move in (
                {"move": "announce", "seat": state.turn, "number": 1},
                {"move": "challenge", "seat": other},
                {"move": "cards_read", "cards": played},
            ):
                self.table.desk.do(Move(move))

    def step(self) -> None:
        """Do what is next: lay cards, use an action, announce or challenge."""
        table = self.table
        match phase(table.state):
            case "open":
                left, top, right, bottom = table.virtual.scene().zones[f"seat:{table.state.turn}"]
                with table.moves("the open card"):
                    table.virtual.do(
                        virtual_acts.Place("pile", (left + right) / 2, (top + bottom) / 2, 0, True)
                    )
            case "look":
                with table.moves("the look"):
                    table.page.click(f'.hand[data-id="{self.own(table.state.turn)}"]')
            case "replaced":
                seat, card = self.swapped[0]
                with table.moves("the replaced card"):
                    held = self.held(seat, card)
                    table.page.locator(f'.hand[data-id="{held}"]').focus()
                    table.page.keyboard.press("Enter")
            case "reveal" | "draw":
                table.reveal()
            case "uncounted":
                with table.moves("the cards of a round without a count"):
                    table.page.click("#reveal")
                table.put_sheet_away()
            case _:
                self.talk()

    def talk(self) -> None:
        """Use an action that was not used yet; else challenge, or say the least that is legal."""
        table, offers = self.table, table_offers(self.table)
        new = [one for one in offers if one.move not in (*self.used, "announce", "challenge")]
        call = [one for one in offers if one.shown.press is Press.SHORT]
        if new:
            self.use(new[0])
        elif call:
            table.press(table.state.turn, Press.SHORT)
        else:
            announce = next(one for one in offers if one.move == "announce")
            table.take_up(announce, **least(announce))

    def use(self, offer: Offer) -> None:
        """Use an action with the knob, and do with the cards what it says."""
        table, seat = self.table, offer.seat or 0
        self.used.add(offer.move)
        answers, target = least(offer), seat
        for ask in offer.ask:
            if isinstance(ask, AskSeat):
                answers[ask.field] = target = ask.seats[0]
            elif isinstance(ask, AskChoice):  # which card is one's own
                answers[ask.field] = table.virtual.scene().faces[self.own(seat)]
        scene = table.virtual.scene()
        own, pile = scene.faces.get(self.own(seat), ""), scene.pile
        table.take_up(offer, **answers)
        if table.match.state.acts.cards_taken() > len(self.swapped) and offer.move in (
            "extra",
            "swap",
        ):
            assert pile
            table.draw(target)
            if target == seat:
                self.swapped.append((seat, own))

    def own(self, seat: int) -> str:
        """Return the id of the card that a seat holds as its own, not one that is replaced."""
        replaced = [self.held(*one) for one in self.swapped if one[0] == seat]
        hand = self.table.virtual.scene().hands[seat]
        return next((one for one in hand if one not in replaced), "")

    def held(self, seat: int, card: str) -> str:
        """Return the id by which a seat holds a card now; "" once it is laid."""
        scene = self.table.virtual.scene()
        return next((one for one in scene.hands[seat] if scene.faces[one] == card), "")


def with_numbers_played(table: TableState, brief: Brief, chance: Random) -> TableState:
    """Return the table after a round in which each player held a number above 0."""
    assert brief.deal is not None
    played = table.copy()
    played.deal(brief.deal, brief.layout.set_aside, chance)
    pile, hands = played.pile, [card for _, card in played.held_cards()]
    pile.put_back(hands, chance)
    played.hands = [[] for _ in played.hands]
    faces = [pile.faces[card] for card in pile.draw]
    numbers = [face for face in faces if face.isdigit() and face != "0"]
    pile.discards += [pile.take_named(face) for face in numbers[: len(hands)]]
    return played


def least(offer: Offer) -> dict[str, Any]:
    """Return the least numbers that an offer asks for."""
    return {ask.field: ask.least for ask in offer.ask if isinstance(ask, AskNumber)}


def table_offers(table: Table) -> list[Offer]:
    return [offer for offer in table.match.offers if offer.by is By.SEAT]


@pytest.mark.verify
@pytest.mark.parametrize("edition", ["Kidult", "Tomahawk", "Oliphante"])
def test_a_match_of_coyote_with_all_actions_is_played_by_knob_buttons_and_cards_alone(
    table: Table, edition: str
) -> None:
    table.knob.take("New match", "Edition", edition)
    table.knob.take("Optional actions", "All of them", "Start")
    table.until(lambda: table.desk.snapshot() is not None, "the match")
    assert (table.match.seats, table.match.log[0].by) == (SEATS, HOST)
    assert table.match.options.edition == edition.lower()
    assert table.match.options.actions
    game = Coyote(table)
    game.play()
    assert set(table.match.state.setup.tokens) <= game.used
    expect(table.page.locator("#oled-text")).to_contain_text("wins", timeout=PATIENCE_MS)
    picture(table.page, f"console-{edition.lower()}-over")
    seq = table.match.seq
    assert table.knob.take("Again") == 1  # a rematch is one push away
    table.until(lambda: table.match.seq > seq and table.match.outcome is None, "another match")
    assert table.match.options.edition == edition.lower()
