"""Whole matches in a real browser without a phone: knob, buttons and cards alone.

Rounds that are as the one before go to the desk.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from referee import words
from referee.actor import HOST, at_seat
from referee.contract import AskChoice, AskNumber, AskSeat, By, Offer, Press
from referee.coup.state.state import claimer, unanswered_seats
from referee.match.commands import Move
from referee.match.desk import Desk
from referee.reports import virtual_acts
from tests.played.coup import CoupEvening
from tests.referee.asks import reads
from tests.referee.phase import phase
from tests.webui.pages import PATIENCE_MS, picture, say

SYMBOLS = "●▲■◆★✚"

# ``COYOTE_EDITIONS="Kidult Tomahawk Oliphante"`` plays a match of each: half a minute apiece.
EDITIONS = os.environ.get("COYOTE_EDITIONS", "Oliphante").split()


class Table(CoupEvening):
    """People round a table without a phone: its knob, its buttons, its cards."""

    clicks = 0
    taken = 0  # turns and pushes that the console has followed and shown

    def __init__(self, desk: Desk, browser: Browser, seed: int) -> None:
        super().__init__(desk, browser, seed)
        console = self.table.console
        assert console is not None
        self.console, take = console, console._take

        def counted(event: Any) -> None:
            take(event)
            self.taken += 1

        console._take = counted  # type: ignore[method-assign]

    @property
    def screen(self) -> list[str]:
        """The display's lines, as they are read aloud to whoever has the knob in hand."""
        return (self.page.locator("#oled-text").text_content() or "").splitlines()

    @property
    def chosen(self) -> str:
        """The line that is chosen."""
        return " ".join(line[2:] for line in self.screen if line.startswith("> "))

    def key(self, key: str) -> bool:
        """Turn or push the knob with a key, and see it answered; tell whether that shows."""
        before, taken = self.screen, self.taken
        self.page.locator("#knob").focus()
        self.page.keyboard.press(key)
        self.until(lambda: self.taken > taken, "that the knob was felt")
        self.until(lambda: self.screen == self.console.shown.text.splitlines(), "the display")
        return self.screen != before

    def there(self, label: str) -> bool:
        """Turn until the entry that begins with a label is the chosen one, if it is here."""
        wanted = re.compile(rf"{re.escape(label)}(?!\w)")
        for way in ("ArrowDown", "ArrowUp"):
            while not wanted.match(self.chosen) and self.key(way):
                pass
        return wanted.match(self.chosen) is not None

    def push(self) -> bool:
        """Push; tell whether it was taken, as the display does."""
        self.key("Enter")
        taken = self.screen[0] != say("console.changed")
        self.clicks += taken
        return taken

    def take(self, *labels: str) -> int:
        """Turn to each of these and push; return how many pushes that took.

        Where the display says that what was pushed has changed, look and push again; where its
        page is gone, go back there.
        """
        before, at = self.clicks, 0
        while at < len(labels):
            if self.there(labels[at]):
                at += self.push()
            else:
                assert at, f"no {labels[at]!r} among {self.screen}"
                at -= 1
        return self.clicks - before

    def take_number(self, label: str, number: int) -> None:
        """Turn to a number that is asked for, and push."""
        self.take(label)
        while (shown := int(self.screen[1])) != number:  # a quick hand goes past it, and back
            self.key("ArrowUp" if shown > number else "ArrowDown")
        self.push()

    def move(self, *labels: str) -> None:
        """Take these, the last of which makes a move."""
        with self.moves(str(labels)):
            self.take(*labels)
            assert self.screen[0] != say("console.refused"), self.screen

    def take_up(self, offer: Offer, *answers: str) -> None:
        """Take an offer up by knob: its seat first where several may act, then the answers."""
        acting = {one.seat for one in self.match.offers if one.by is By.SEAT}
        seat = (SYMBOLS[offer.seat or 0],) if len(acting) > 1 else ()
        with self.moves(f"{offer.move} of {offer.seat}"):
            self.take(*seat, words.say(offer.label), *answers)
            if any(isinstance(ask, AskNumber) for ask in offer.ask):
                assert self.push(), self.screen  # the least that is legal
            assert self.screen[0] != say("console.refused"), self.screen
        assert self.match.log[-1].by == at_seat(offer.seat or 0)

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
        held = self.page.locator(f'.spot[data-spot="{seat}"] .hand')
        number = held.count()
        self.page.locator("#pile").focus()
        self.page.keyboard.press(str(seat + 1))
        expect(held).to_have_count(number + 1, timeout=PATIENCE_MS)


@pytest.fixture
def open_table(tmp_path: Path, browser: Browser) -> Iterator[Callable[[int], Table]]:
    opened: list[Table] = []

    def open_(seed: int) -> Table:
        opened.append(Table(Desk.open(tmp_path / "console.sqlite"), browser, seed))
        opened[-1].page.keyboard.press("Escape")  # the games to choose from: the knob has them, too
        opened[-1].page.wait_for_selector("#knob")
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


class Coyote:
    """A match of Coyote with all optional actions on, each used as soon as it can be."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.used: set[str] = set()
        # Cards that are replaced, and laid first: whose, and which; ids end as a hand is mixed.
        self.swapped: list[tuple[int, str]] = []

    def play(self) -> None:
        """Play to the end: a round with actions, one without, and the last."""
        for rounds in count(1):
            if self.table.match.outcome is not None:
                break
            due = self.table.match.view(None).deal
            assert due is not None
            self.table.deal(sum(due.cards))
            self.swapped.clear()
            self.talk()  # the first word opens the round
            while phase(self.table.state) not in ("counted", "over"):
                self.step()
            if rounds == 2:
                self.until_the_last()

    def until_the_last(self) -> None:
        """Have rounds played without anybody looking, until who loses the next may be out.

        Their cards are the undermost of the pile, which nobody comes to.
        """
        pile = self.table.virtual.snapshot()[0].pile
        lowest = iter([face for card in pile.draw if (face := pile.faces[card]).isdigit()])
        while True:
            state: Any = self.table.state
            left = [seat for seat, one in enumerate(state.strikes) if one < state.setup.limit]
            first = left.index(state.turn)
            other = left[first - len(left) + 1]  # who challenges, and loses
            if len(left) == 2 and state.strikes[other] == state.setup.limit - 1:
                break
            for move in (
                {"move": "announce", "seat": state.turn, "number": 1},
                {"move": "challenge", "seat": other},
                {"move": "cards_read", "cards": [next(lowest) for _ in left]},
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
        call = [one for one in offers if one.press is Press.SHORT]
        if new:
            self.use(new[0])
        elif call:
            table.press(table.state.turn, Press.SHORT)
        else:
            table.take_up(next(one for one in offers if one.move == "announce"))

    def use(self, offer: Offer) -> None:
        """Use an action with the knob, and do with the cards what it says."""
        table, seat = self.table, offer.seat or 0
        self.used.add(offer.move)
        answers, target = [], seat
        for ask in offer.ask:
            if isinstance(ask, AskSeat):
                target = ask.seats[0]
                answers.append(SYMBOLS[target])
            elif isinstance(ask, AskChoice):  # which card is one's own
                answers.append(words.card(table.virtual.scene().faces[self.own(seat)]))
        scene = table.virtual.scene()
        own, pile = scene.faces.get(self.own(seat), ""), scene.pile
        table.take_up(offer, *answers)
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


def table_offers(table: Table) -> list[Offer]:
    return [offer for offer in table.match.offers if offer.by is By.SEAT]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_of_coyote_with_all_actions_is_played_by_knob_buttons_and_cards_alone(
    open_table: Callable[[int], Table], edition: str
) -> None:
    table = open_table(7)
    assert table.take("New match", "Edition", edition) == 3
    table.take("Optional actions", "All of them", "Start")
    table.until(lambda: table.desk.snapshot() is not None, "the match")
    assert (table.match.seats, table.match.log[0].by) == (3, HOST)
    assert table.match.options.edition == edition.lower()
    assert table.match.options.actions
    game = Coyote(table)
    game.play()
    assert set(table.match.state.setup.tokens) <= game.used
    expect(table.page.locator("#oled-text")).to_contain_text("wins", timeout=PATIENCE_MS)
    picture(table.page, f"console-{edition.lower()}-over")
    seq = table.match.seq
    assert table.take("Again") == 1  # a rematch is one push away
    table.until(lambda: table.match.seq > seq and table.match.outcome is None, "another match")
    assert table.match.options.edition == edition.lower()


def test_a_match_of_coup_is_played_by_knob_buttons_and_cards_alone(
    open_table: Callable[[int], Table],
) -> None:
    table = open_table(3)
    table.take("New match", "Game", "Coup")
    table.take_number("Seconds before going on", 1)
    table.take("Start")
    table.until(lambda: table.desk.snapshot() is not None, "the match")
    assert (table.match.game.name, table.match.options.least_s) == ("coup", 1)
    table.deal(6)
    by_knob = False
    while table.match.outcome is None:
        state = table.state
        seat = state.turn
        match phase(state):
            case "turn":
                target = next(
                    other for other in range(3) if other != seat and len(state.faces[other]) < 2
                )
                symbol = "●▲■"[target]
                if state.coins[seat] >= 7:
                    table.move("Coup: costs 7", symbol)
                elif state.coins[seat] >= 3:
                    table.move("Assassinate", symbol)
                else:
                    table.move("Tax")
            case "challenge" | "counter":
                other = unanswered_seats(state)[0]
                if by_knob:
                    table.press(other, Press.SHORT)
                else:  # with several who may answer, the seat is chosen first
                    table.due(next(o for o in table_offers(table) if o.move == "challenge"))
                    table.move("●▲■"[other], "Challenge")
                    assert table.match.log[-1].by == at_seat(other)
                    by_knob = True
            case "block":
                table.press(unanswered_seats(state)[0], Press.DOUBLE)
            case "show":
                card = table.holds(claimer(state))
                if card is not None:
                    table.show(claimer(state), card)
                else:
                    table.press(claimer(state), Press.LONG)
        table.cards()
    assert by_knob
    expect(table.page.locator("#oled-text")).to_contain_text("wins", timeout=PATIENCE_MS)
    picture(table.page, "console-coup-over")
