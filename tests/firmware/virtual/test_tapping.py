"""Whatever is to be done at the virtual table shows: a labelled button, a lit pile, a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.mats import load_mats
from firmware.virtual.acts import Acts
from firmware.virtual.brief import Brief
from firmware.virtual.chores import draws, must_put_back, pile_to_top
from firmware.virtual.laid_cards import LaidCards
from firmware.virtual.pile import Pile
from firmware.virtual.placement import MIDDLE, TALON, next_spot
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState
from firmware.virtual.tapping import act_on_card, lay_zones
from referee import library, words
from referee.actor import HOST
from referee.contract import AskCards, AskPlace, By, IllegalMove, Message, Presentation
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.phases import Gathering, Laying, Naming, Playing
from referee.judging import Judgement, Meaning
from referee.kit import MoveBase
from referee.match.commands import Move
from referee.pending import CardAction, Clear, Lay, PendingAction, Return, TurnUp, draw, draws_of
from referee.pending import Draw as DrawAction
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Draw, Placed
from referee.table import Backs, Card, CardStatus, Layout, Zone
from referee.table import Pile as Due
from tests.bench.rules.randomplay import play
from tests.firmware.bots.seated import Seated
from tests.firmware.virtual.test_virtual import Hands
from tests.live import StillVirtualTable
from vision.spread import Spread

GAMES = ("coyote", "coup", "coup_detat", "ogallala", "plenty_coups")
MATCHES = 2
MOVES = 200  # of each match
ALIKE = 2  # moments that wait for the same are looked at so many times
OPTIONS = {"coyote": {"edition": "kidult"}}


def card_action(kind: type[CardAction], zone: Zone, seat: int | None = None, **more: Any) -> Any:
    """Return an action with cards; its words and its question do not matter here."""
    ask, says = AskCards("cards", str(zone), 1, 1, {}), Message("page.menu")
    return kind(says, zone, seat, move="", ask=ask, shown=Presentation(says), **more)


def turn_up(source: Zone, zone: Zone, **more: Any) -> TurnUp:
    made: TurnUp = card_action(TurnUp, zone, source=source, **more)
    return made


class Moment:
    """A state of a match, and its table: hands and pile hold all cards that do not lie there."""

    def __init__(self, name: str, state: Any, counts: dict[str, int], seats: int) -> None:
        self.game, self.state = library.game(name), state
        self.offers = self.game.rules.offers(state)
        view, self.layout = self.game.shown.view(state, None), self.game.table.layout(state)
        self.brief = Brief(
            None,
            self.layout,
            self.game.table.judge(state, ()).pending,
            tuple(ask for one in self.offers for ask in one.ask if isinstance(ask, AskPlace)),
            judge_change=lambda change: self.game.table.judge(state, (change,)),
            hand=view.focus.hand,
            draws=draws_of(self.game.table.pending(state)),
        )
        self.spread = Spread.side_by_side(load_mats(name, seats))
        self.piles = sorted(zone for zone in self.spread.zones if zone.startswith("pile:"))
        pile = Pile.new(counts)
        pile.set_aside(self.layout.set_aside)
        if len(self.piles) > 1:
            pile.split(len(self.piles))
        held = len(view.seats) + len(view.others)
        self.lay = TableState("deck", 1, pile, [[] for _ in range(held)])
        for card in self.layout.cards:
            if card.status in (CardStatus.TO_CLEAR, CardStatus.FREE) or card.zone.kind == "market":
                self._put(card.name, str(card.zone))
        for one in self.brief.draws:
            if one.source.kind == TALON:
                self._put(next(iter(pile.faces.values())), str(one.source), face_up=False)

    def _put(self, name: str, zone: str, *, face_up: bool = True) -> None:
        box = self.spread.zones.get(zone, self.spread.zones.get(MIDDLE, (0.0, 0.0, 9.0, 9.0)))
        left, top, right, bottom = box
        at = (left + right) / 2, (top + bottom) / 2, 0.0
        try:
            self.lay.put(self.lay.pile.take_named(name), at, face_up)
        except LookupError:  # an edition that was dealt without it
            return

    def situation(self) -> Situation:
        return Situation(
            self.brief, self.lay, self.spread, self.piles if len(self.piles) > 1 else ()
        )

    # -- what does what is wanted -----------------------------------------------------------

    def is_done(self, want: PendingAction) -> bool:
        """Tell whether something that shows does what is wanted."""
        return self.by_a_pile(want) or self.by_a_lying_card(want) or self.by_a_held_card(want)

    def by_a_pile(self, want: PendingAction) -> bool:
        """Tell whether a lit pile gives a card to whom it is wanted of, or lays it there."""
        drawn = draws(self.situation()).values()
        return any(draw.seat == want.seat or draw.zone == str(want.zone) for draw in drawn)

    def by_a_lying_card(self, want: PendingAction) -> bool:
        """Tell whether a card there is taken up, or away, or turned up where it is due."""
        lying = [one for one in self.lay.placed if one.card in want.cards or not want.cards]
        acts = [act_on_card(self.situation(), one.id) for one in lying]
        if any(
            isinstance(act, virtual_acts.Take | virtual_acts.Hold | virtual_acts.PutBack)
            for act in acts
        ):
            return True
        goes = {str(want.zone), str(getattr(want, "into", None))}
        return any(isinstance(act, virtual_acts.Show) and act.zone in goes for act in acts)

    def by_a_held_card(self, want: PendingAction) -> bool:
        """Tell whether some card of a hand, or one at hand, is laid where it is wanted."""
        hand = (want.seat or 0) if self.brief.hand is None else self.brief.hand
        return any(self._lays(card, want.zone) for card in self.lay.pile.aside) or any(
            self._lays(card, want.zone, hand) for card in list(self.lay.pile.draw)
        )

    def _lays(self, card: str, zone: Zone, hand: int | None = None) -> bool:
        if hand is not None:
            self.lay.hands[hand] = [card]
        try:
            act = act_on_card(self.situation(), card)
        except IllegalMove:
            act = None
        if hand is not None:
            self.lay.hands[hand] = []
        return isinstance(act, virtual_acts.Show) and zone.covers(Zone.parse(act.zone))


def moments(name: str) -> Iterator[Moment]:
    """Yield moments of random matches: those that wait for something else, each a few times."""
    game, seen = library.game(name), Counter[Any]()
    for seed in range(MATCHES):
        seats = 3 + seed % 2
        options = library.options(game, OPTIONS.get(name, {}))
        counts = game.table.cards.counts(options)
        for step in play(game, options, seats, Random(seed), MOVES):
            waits = game.table.judge(step.after, ()).pending
            key = (
                getattr(step.after, "phase", None).__class__.__name__,
                *(one.message.key for one in waits),
            )
            seen[key] += 1
            if seen[key] <= ALIKE and game.rules.outcome(step.after) is None:
                yield Moment(name, step.after, counts, seats)


@pytest.mark.parametrize("name", GAMES)
def test_in_every_phase_something_that_shows_does_what_is_due(name: str) -> None:
    looked = 0
    for moment in moments(name):
        looked += 1
        seats = [one for one in moment.offers if one.by is By.SEAT]
        for locale in ("en", "fr"):
            assert all(words.say(one.shown.label, locale) for one in seats)
        waits = moment.brief.waits
        undone = [one for one in waits if not moment.is_done(one)]
        assert not undone, (moment.state, undone)
        assert seats or waits or any(one.by is not By.SEAT for one in moment.offers)
    assert looked > 3


def test_of_cards_tapped_in_a_row_the_table_lays_only_one() -> None:
    laid = Counter[Any]()
    for moment in moments("coup_detat"):
        phase, lay = moment.state.phase, moment.lay
        if not isinstance(phase, Gathering | Laying):
            continue
        seat = phase.deal.turn if isinstance(phase, Laying) else phase.deal.trick.winner
        known, before = {card.name for card in moment.layout.cards}, len(lay.placed)
        lay.hands[seat] = [card for card in lay.pile.draw if lay.pile.faces[card] not in known]
        for card in [*lay.hands[seat]]:
            with suppress(IllegalMove):
                Acts(moment.situation(), (63.0, 88.0), Random(1)).do(virtual_acts.Tap(card))
            for x, y, turn in moment.situation().grids.open_cells(lay.pile.faces[card]):
                with suppress(IllegalMove, LookupError):
                    place = virtual_acts.Place(card, x, y, turn, face_up=True)
                    Acts(moment.situation(), (63.0, 88.0), Random(1)).do(place)
        assert len(lay.placed) - before == 1, phase
        laid[type(phase)] += 1
    assert laid[Gathering]
    assert laid[Laying]


def test_a_card_laid_too_early_makes_way_for_the_next_one_that_is_tapped() -> None:
    found = (one for one in moments("coup_detat") if isinstance(one.state.phase, Playing))
    moment = next(one for one in found if one.brief.lays)
    (seat,), lay = {one.seat for one in moment.brief.lays}, moment.lay
    assert seat is not None
    playable = [
        card
        for card in [*lay.pile.draw]
        if moment.brief.open_zones(lay.pile.faces[card], seat, (f"seat:{seat}",))
    ]
    first, second = lay.hands[seat] = playable[:2]
    faces = [lay.pile.faces[card] for card in (first, second)]
    before = [one.card for one in lay.placed]
    Acts(moment.situation(), (63.0, 88.0), Random(1)).do(virtual_acts.Tap(first))
    later = replace(moment.situation(), stale={first})
    Acts(later, (63.0, 88.0), Random(1)).do(virtual_acts.Tap(second))
    assert [one.card for one in lay.placed] == [*before, faces[1]]
    assert [lay.pile.faces[card] for card in lay.hands[seat]] == faces[:1]


# -- piles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_draws_a_card_that_is_not_in_play(seats: int) -> None:
    game = library.game("coup_detat")
    state = game.rules.begin(library.options(game), seats)
    table = Hands(seats=seats)
    table.layout = game.table.layout(state)
    table.table.set_out(8, "coup_detat", {}, seats, load_mats("coup_detat"))
    lay, _ = table.table.snapshot()
    drawn = {lay.pile.faces[card] for card in lay.pile.draw}
    assert len(drawn) == (24 if seats == 3 else 32)
    assert not drawn & {"coup", "barbu", "siege", "dominoes"}
    assert ("7S" in drawn) == (seats == 4)
    assert {"coup", "barbu"} <= {lay.pile.faces[card] for card in lay.pile.aside}


def test_a_touch_of_the_pile_draws_for_whom_it_owes_and_is_refused_where_nobody_draws() -> None:
    table = Hands()
    table.deal()
    with pytest.raises(IllegalMove):
        table.table.do(virtual_acts.Tap(PILE))
    table.draws = (draw(Zone(MIDDLE), 1, 2),)
    assert table.table.scene().draws == {PILE: Draw(1, 2, 1)}
    table.table.do(virtual_acts.Tap(PILE))
    assert table.table.scene().draws == {PILE: Draw(1, 1, 1)}
    table.table.do(virtual_acts.Tap(PILE))
    assert table.table.scene().draws == {}
    assert [len(hand) for hand in table.table.scene().hands] == [1, 3, 1]


def test_whoever_taps_a_pile_out_of_turn_is_told_what_comes_next(tmp_path: Path) -> None:
    table = StillVirtualTable(tmp_path)
    table.deal("ogallala", 2)
    (pile, *_) = table.virtual.scene().draws
    table.virtual.do(virtual_acts.Tap(pile))
    with pytest.raises(IllegalMove) as refused:
        table.virtual.do(virtual_acts.Tap(pile))
    assert refused.value.message == Message(
        "table.virtual.lay_drawn_first", {"seat": 0, "count": 1}
    )
    table.deal("coyote", 3)
    with pytest.raises(IllegalMove) as refused:
        table.virtual.do(virtual_acts.Tap(PILE))
    assert refused.value.message == table.match.view(None).focus.label
    table.close()


def test_a_drawn_card_put_with_the_removed_ones_goes_to_the_discard_pile(tmp_path: Path) -> None:
    table = StillVirtualTable(tmp_path)
    table.deal("ogallala", 2)
    (pile, *_) = table.virtual.scene().draws
    table.virtual.do(virtual_acts.Tap(pile))
    (held,) = table.virtual.scene().hands[0]
    table.virtual.do(virtual_acts.Take(held))
    (lying,) = table.virtual.scene().placed
    assert lying.id == held
    assert table.virtual.spread.zone_of(lying.x_mm, lying.y_mm) == "grounds"
    table.close()


def test_who_laid_a_card_that_stays_draws_again_and_one_that_goes_back_does_first() -> None:
    table = Hands()
    table.deal()
    table.draws = (draw(Zone(MIDDLE), 1),)
    table.waits = (PendingAction(Message("page.menu"), Zone("seat", 1), 1),)
    (held,) = table.table.scene().hands[1]
    table.table.do(virtual_acts.Show(held, "seat:1"))
    assert table.table.scene().draws == {PILE: Draw(1, 1, 1)}
    table.waits = (PendingAction(Message("page.menu"), Zone(MIDDLE), 1),)
    table.table.do(virtual_acts.Hold(held, 1))
    table.table.do(virtual_acts.Show(table.table.scene().hands[1][0], MIDDLE))
    assert table.table.scene().draws == {}


def test_a_touch_of_the_pile_turns_up_all_that_a_zone_lacks() -> None:
    table = Hands()
    table.due = None
    table.draws = (turn_up(Zone("pile"), Zone(MIDDLE), count=3),)
    assert table.table.scene().draws == {PILE: Draw(None, 3, zone=MIDDLE)}
    table.table.do(virtual_acts.Tap(PILE))
    assert [one.face_up for one in table.table.scene().placed] == [True] * 3
    assert table.table.scene().draws == {}


def test_one_tap_on_the_pile_turns_all_the_cards_that_the_market_lacks() -> None:
    game = library.game("plenty_coups")
    state = game.rules.begin(library.options(game), 3)
    table = Hands(seats=3)
    table.due, table.layout = None, game.table.layout(state)
    table.draws = draws_of(game.table.pending(state))
    table.table.set_out(8, "plenty_coups", {}, 3, load_mats("plenty_coups"))
    (pile,) = table.table.scene().draws
    table.table.do(virtual_acts.Tap(pile))
    lying = table.table.scene().placed
    zones = [table.table.spread.zone_of(one.x_mm, one.y_mm) for one in lying]
    assert zones == ["market"] * 4
    assert all(one.face_up for one in lying)
    assert table.table.scene().draws == {}


def test_who_is_to_lay_a_drawn_card_gets_it_from_the_pile_one_after_the_other() -> None:
    table = Hands()
    table.due = None
    table.waits = tuple(
        PendingAction(Message("page.menu"), Zone("seat", seat), seat) for seat in (0, 2)
    )
    for seat in (0, 2):
        assert table.table.scene().draws == {PILE: Draw(seat, 1, zone=f"seat:{seat}")}
        table.table.do(virtual_acts.Tap(PILE))
    assert table.table.scene().draws == {}


# -- what comes back --------------------------------------------------------------------------


def test_what_was_laid_away_comes_back_to_the_hand_it_came_from_or_where_it_lay() -> None:
    table = Hands()
    table.deal()
    scene = table.table.scene()
    assert not scene.away
    held = scene.hands[1][0]
    table.table.do(virtual_acts.Take(held))
    assert table.table.scene().away
    table.table.do(virtual_acts.Recall())
    assert len(table.table.scene().hands[1]) == 1
    table.table.do(virtual_acts.Show(table.table.scene().hands[2][0], "seat:2"))
    (lay,) = table.table.scene().placed
    table.table.do(virtual_acts.Take(lay.id))
    table.table.do(virtual_acts.Recall())
    assert [(one.card, one.x_mm) for one in table.table.scene().placed] == [(lay.card, lay.x_mm)]
    with pytest.raises(LookupError):
        table.table.do(virtual_acts.Recall())


def test_of_what_was_laid_away_the_card_that_must_lie_there_comes_back_first() -> None:
    table = Hands()
    table.table.do(virtual_acts.Deal())
    for seat in (0, 1):
        table.table.do(virtual_acts.Show(table.table.scene().hands[seat][0], f"seat:{seat}"))
    first, last = table.table.scene().placed
    for one in (first, last):
        table.table.do(virtual_acts.Take(one.id))
    assert not table.table.scene().missed
    table.layout = Layout((Card(first.card, Zone("seat", 0), seat=0),))
    assert table.table.scene().missed
    table.table.do(virtual_acts.Recall())
    assert [one.card for one in table.table.scene().placed] == [first.card]


def test_a_card_that_means_nothing_where_it_lies_goes_back_into_its_hand_by_a_touch() -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Place(table.table.scene().hands[2][0], 200.0, 200.0))
    (lay,) = table.table.scene().placed
    table.table.do(virtual_acts.Tap(lay.id))
    assert [len(hand) for hand in table.table.scene().hands] == [1, 1, 1]
    assert not table.table.scene().placed


def test_a_card_shown_that_its_player_still_has_goes_back_into_the_hand_by_a_touch() -> None:
    table = Hands()
    table.deal()
    table.waits = (PendingAction(Message("page.menu"), Zone(MIDDLE), 1),)
    table.table.do(virtual_acts.Show(table.table.scene().hands[1][0], MIDDLE))
    (lay,) = table.table.scene().placed
    goes = (Card(lay.card, Zone(MIDDLE), status=CardStatus.TO_CLEAR, seat=1),)
    table.layout = Layout(goes, (Due(Zone(MIDDLE), 9),), (Backs(Zone("seat", 1), 1, 1),))
    table.waits = ()
    table.table.do(virtual_acts.Tap(lay.id))
    assert [len(hand) for hand in table.table.scene().hands] == [1, 1, 1]
    assert not table.table.scene().placed
    assert table.table.scene().discards == 0


def test_of_cards_drawn_to_choose_among_those_not_kept_go_back_into_the_pile_by_a_touch() -> None:
    table = Hands()
    table.deal()
    backs = (Backs(Zone("seat", 1), 1, 1),)
    table.layout = Layout((), (Due(Zone(MIDDLE), 9),), backs)
    table.draws = (draw(Zone(MIDDLE), 1, 2),)
    assert not any(must_put_back(table.table._now(), n) for n in (0, 1))
    for _ in range(2):
        table.table.do(virtual_acts.Tap(PILE))
    said = Message("table.virtual.put_back_first", {"seat": 1, "count": 2})
    assert table.table.unfinished_chore() == said
    for many in (2, 1):
        table.table.do(virtual_acts.Tap(table.table.scene().hands[1][0]))
        assert len(table.table.scene().hands[1]) == many
    assert not table.table.scene().placed
    assert table.table.scene().draws == {}
    assert not must_put_back(table.table._now(), 1)
    assert table.table.unfinished_chore() is None


def test_a_tap_on_a_back_turns_it_up_where_it_lies_if_that_is_what_is_due() -> None:
    table, own = Hands(), Zone("seat", 1)
    table.deal()
    table.draws = (turn_up(own, own, seat=1),)
    assert table.table.scene().draws == {}  # no card of a pile will do
    table.table.do(virtual_acts.Show(table.table.scene().hands[1][0], "seat:1"))
    (up,) = table.table.scene().placed
    table.table.do(virtual_acts.Place(up.id, up.x_mm, up.y_mm, up.turn_deg, face_up=False))
    (back,) = table.table.scene().placed
    table.table.do(virtual_acts.Tap(back.id))
    assert table.table.scene().placed == (up,)


def test_where_a_card_is_turned_up_from_a_pile_none_that_is_held_is_offered_in_its_place() -> None:
    own = Zone("seat", 1)
    wait = turn_up(Zone("talon"), own, seat=1)
    brief = Brief(
        waits=(wait,), judge_change=lambda _: Judgement((Meaning(MoveBase(), ()),)), draws=(wait,)
    )
    assert brief.open_zones("duke", 1, ("seat:0", "seat:1", "talon")) == ("seat:0",)
    assert brief.open_zones("duke", None, ("seat:1",)) == ("seat:1",)
    assert brief.tap_zones("duke", (), ("seat:1",), 1) == ()


def test_a_card_that_must_lie_elsewhere_goes_there_by_a_touch() -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Place(table.table.scene().hands[2][0], 200.0, 200.0))
    (lay,) = table.table.scene().placed
    table.layout = Layout((Card(lay.card, Zone("seat", 1)),))
    table.table.do(virtual_acts.Tap(lay.id))
    (lay,) = table.table.scene().placed
    assert table.table.spread.zone_of(lay.x_mm, lay.y_mm) == "seat:1"


def test_a_card_laid_where_no_room_is_left_lies_upon_others_and_in_no_other_zone() -> None:
    spread, chance = Spread.side_by_side(load_mats("ogallala", 2)), Random(1)
    lying: list[Placed] = []
    for number in range(3):
        x, y, turn = next_spot(spread, (63.0, 88.0), lying, "grounds", chance)
        assert spread.zone_of(x, y) == "grounds"
        lying.append(Placed(f"d{number}", "mad_axe", x, y, turn, face_up=True))


def test_where_one_seats_card_is_waited_for_no_other_seats_card_is_offered() -> None:
    wait = PendingAction(Message("page.menu"), Zone("seat", 1), 1)
    brief = Brief(
        None, Layout(), (wait,), judge_change=lambda _: Judgement((Meaning(MoveBase(), ()),))
    )
    assert brief.open_zones("duke", 0, ("seat:0", "seat:1")) == ()
    assert brief.open_zones("duke", 1, ("seat:1",)) == ("seat:1",)
    assert brief.open_zones("duke", None, ("seat:1",)) == ("seat:1",)


def test_a_tap_on_a_held_card_says_what_another_seat_must_do_first() -> None:
    table = Hands()
    table.deal()
    (held,) = table.table.scene().hands[0]
    table.waits = (PendingAction(Message("page.menu"), Zone("seat", 1), 1),)
    with pytest.raises(IllegalMove) as refused:
        table.table.do(virtual_acts.Tap(held))
    assert refused.value.message == Message("page.menu")


def test_a_card_that_was_shot_is_laid_by_a_touch_upon_the_pile_whose_top_it_is() -> None:
    table = Hands()
    table.deal()
    lay, _ = table.table.snapshot()
    (held,) = lay.hands[1]
    pile = Due(Zone(MIDDLE), 1, lay.pile.faces[held])
    table.layout = Layout(piles=(pile,))
    table.waits = (PendingAction(Message("page.menu"), Zone("seat", 1), 1),)
    assert pile_to_top(table.table._now(), held, 1) is None
    table.waits = (PendingAction(Message("page.menu"), Zone("seat", 0), 0),)
    first = table.table.scene().first
    assert first is not None
    assert first.key == "table.virtual.lay_first"
    assert first.params == {"seat": 1, "card": lay.pile.faces[held], "zone": MIDDLE}
    table.layout, table.draws = Layout(piles=(pile,)), (draw(Zone("pile"), 0),)
    with pytest.raises(IllegalMove):  # who draws and discards would have another lie upon it
        table.table.do(virtual_acts.Tap(PILE))
    table.table.do(virtual_acts.Tap(held))
    assert table.table.scene().draws
    assert table.table.scene().first is None
    (one,) = table.table.scene().placed
    assert table.table.spread.zone_of(one.x_mm, one.y_mm) == MIDDLE


@pytest.mark.parametrize(
    ("kind", "more", "due", "act"),
    [
        (Lay, {}, (), virtual_acts.Hold),
        (Return, {}, (), virtual_acts.Hold),
        (Return, {"into": Zone(MIDDLE)}, (draw(Zone(MIDDLE), 1),), virtual_acts.PutBack),
        (Clear, {}, (), virtual_acts.Take),
    ],
)
def test_a_card_to_be_taken_away_goes_into_the_hand_or_pile_that_is_to_have_it(
    kind: type[CardAction], more: dict[str, Any], due: tuple[DrawAction, ...], act: type[Any]
) -> None:
    table = Hands()
    table.deal()
    table.waits = (PendingAction(Message("page.menu"), Zone(MIDDLE), 1),)
    table.table.do(virtual_acts.Show(table.table.scene().hands[1][0], MIDDLE))
    (lay,) = table.table.scene().placed
    zone = Zone("seat", 1) if kind is Lay else Zone(MIDDLE)
    goes = Layout((Card(lay.card, Zone(MIDDLE), status=CardStatus.TO_CLEAR, seat=1),))
    wait = card_action(kind, zone, 1, cards=(lay.card,), **more)
    brief = Brief(
        layout=goes,
        waits=(wait,),
        judge_change=lambda _: Judgement((Meaning(MoveBase(), ()),)),
        draws=due,
    )
    kept, _ = table.table.snapshot()
    done = act_on_card(Situation(brief, kept, table.table.spread), lay.id)
    assert done == (act(lay.id, 1) if act is virtual_acts.Hold else act(lay.id))


@pytest.mark.parametrize("left", [True, False])
def test_a_tap_on_the_top_of_a_pile_takes_it_up_if_it_may_be_drawn_or_must_be_laid(
    left: bool,
) -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Show(table.table.scene().hands[2][0], MIDDLE))
    (top,) = table.table.scene().placed
    lies = Layout(piles=(Due(Zone(MIDDLE), 1, top.card, leaves=True),))
    lay = card_action(Lay, Zone("seat", 1), 1, cards=(top.card,))
    due, waits = ((draw(Zone("pile"), 1),), ()) if left else ((), (lay,))
    brief = Brief(layout=lies, waits=waits, draws=due)
    kept, _ = table.table.snapshot()
    act = act_on_card(Situation(brief, kept, table.table.spread), top.id)
    assert act == virtual_acts.Hold(top.id, 1)


@pytest.mark.parametrize(("turn", "count", "taken"), [(0, 0, True), (0, 1, False), (1, 0, False)])
def test_a_card_on_a_pile_goes_back_only_to_its_player_in_turn_and_only_before_it_counts(
    turn: int, count: int, taken: bool
) -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Show(table.table.scene().hands[0][0], MIDDLE))
    (lay,) = table.table.scene().placed
    table.layout = Layout(piles=(Due(Zone(MIDDLE), count, "duke" if count else ""),))
    table.waits = (PendingAction(Message("page.menu"), Zone(MIDDLE), turn),)
    table.table.do(virtual_acts.Tap(lay.id))
    assert (table.table.scene().placed == ()) is taken


def test_who_has_drawn_a_card_lays_it_before_a_button_says_otherwise() -> None:
    table = Hands(seats=2)
    table.due = None
    table.draws = (draw(Zone("pile"), 1),)
    assert table.table.unfinished_chore() is None
    table.table.do(virtual_acts.Tap(PILE))
    (held,) = table.table.scene().hands[1]
    told = Message("table.virtual.lay_drawn_first", {"seat": 1, "count": 1})
    assert table.table.unfinished_chore() == told
    table.table.do(virtual_acts.Show(held, "seat:1"))
    assert table.table.unfinished_chore() is None


def test_a_card_that_was_taken_up_and_must_lie_there_goes_back_by_a_touch() -> None:
    table = Hands()
    table.deal()
    lay, _ = table.table.snapshot()
    (held,) = lay.hands[1]
    there = Zone("seat", 2)
    table.layout = Layout((Card(lay.pile.faces[held], there, status=CardStatus.FREE),))
    now = table.table._now()
    assert lay_zones(now, held, 1) == ("seat:2",)
    table.waits = (PendingAction(Message("page.menu"), there, 0),)  # who takes it is another
    assert lay_zones(table.table._now(), held, 1) == ()
    table.waits = (PendingAction(Message("page.menu"), there, 1),)
    table.table.do(virtual_acts.Tap(held))
    (one,) = table.table.scene().placed
    assert table.table.spread.zone_of(one.x_mm, one.y_mm) == "seat:2"


def test_who_can_follow_suit_is_offered_these_cards_only(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.begin("coup_detat", *["fair"] * 3, analysis=False)
    seen = set[bool]()
    for _ in range(60):
        table.play(1)
        phase, scene = table.match.state.phase, table.virtual.scene()
        if not isinstance(phase, Playing) or not (suit := phase.deal.trick.suit):
            continue
        hand = {one: scene.faces[one] for one in scene.hands[phase.deal.trick.next_player]}
        follows = {one for one, card in hand.items() if card[-1] == suit}
        offered = {one for one in hand if scene.held[one].opens or scene.held[one].taps}
        coup = {one for one, card in hand.items() if card == COUP}
        assert offered <= (follows or set(hand)) | coup
        if offered:
            seen.add(bool(follows))
    table.close()
    assert seen == {True, False}


def test_cards_that_were_not_dealt_are_asked_for_and_a_player_without_a_fitting_card_is_known(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path)
    table.begin("coup_detat", *["fair"] * 3, analysis=False)
    stuck = set[bool]()
    for _ in range(200):
        phase, scene = table.match.state.phase, table.virtual.scene()
        if isinstance(phase, Naming):
            left = set(table.match.state.contracts_left)
            assert {(scene.faces[one], seat) for one, seat in scene.asked.items()} == {
                (card, phase.seat) for card in left
            }
            move = {"move": "name_contract", "seat": phase.seat, "contract": "dominoes"}
            table.desk.do(Move(move))
            continue
        assert not scene.asked
        if isinstance(phase, Laying):
            seat, rows = phase.deal.turn, phase.deal
            hand = {scene.faces[one] for one in scene.hands[seat]}
            cannot = hand.isdisjoint(rows.fitting_cards)
            assert scene.stuck == ((seat,) if cannot else ())
            assert scene.visible_to([(seat + 1) % 3]).stuck == ()  # it is the player's secret
            stuck.add(cannot)
        elif stuck:
            break
        table.play(1)
    table.close()
    assert stuck == {True, False}


def test_a_tap_throws_no_drawn_card_away_that_fits_in_a_cell(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.begin("ogallala", "", "fair")
    table.virtual.do(virtual_acts.Deal())
    pile = next(iter(table.virtual.scene().draws))
    table.virtual.do(virtual_acts.Tap(pile))
    [card] = table.virtual.scene().hands[0]
    assert table.virtual.scene().held[card].fits
    table.virtual.do(virtual_acts.Tap(card))
    assert table.virtual.scene().hands[0] == (card,)
    x_mm, y_mm, _ = table.virtual.scene().held[card].fits[0]
    table.virtual.do(virtual_acts.Place(card, x_mm, y_mm, face_up=True))
    assert not table.virtual.scene().draws
    for camera, says in (("opening", "table.camera.opening"), ("well", "page.now.reads")):
        if camera == "well":
            table.virtual.obstacle = lambda _: None
        with pytest.raises(IllegalMove) as told:  # It is due once the camera has read this one.
            table.virtual.do(virtual_acts.Tap(pile))
        assert told.value.message == Message(says)
    table.close()


def test_who_took_the_top_of_the_discards_draws_no_other_card(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.begin("ogallala", "", "fair")
    table.virtual.do(virtual_acts.Deal())
    pile = next(iter(table.virtual.scene().draws))
    for seat, drawn in ((0, "eagle"), (1, "totem")):
        discard = {"move": "discard", "player": seat, "cards": [drawn]}
        table.desk.do(Move(discard, table.match.seq), HOST)
    top = table.virtual._layout.pile.take_named("totem")
    left, upper, right, lower = table.virtual.spread.zones["grounds"]
    table.virtual._layout.put(top, ((left + right) / 2, (upper + lower) / 2, 0.0))
    assert pile in table.virtual.scene().draws
    assert table.virtual.scene().tops == (top,)
    table.virtual.do(virtual_acts.Tap(top))
    assert len(table.virtual.scene().hands[0]) == 1
    assert not table.virtual.scene().draws
    assert not table.virtual.scene().tops
    grounds = table.match.layout.piles[-1]
    below = (Placed("d1", "eagle", 0.0, 0.0),)  # Nobody asks whether it is new.
    assert LaidCards().is_new(table.match, grounds, below) is False
    assert LaidCards().is_new(table.match, grounds, (*below, *below)) is False
    table.close()


def test_a_card_that_is_only_moved_on_the_mat_is_not_laid_again() -> None:
    laid, here, there = LaidCards(), {"d1": "seat:0"}, {"d1": "seat:1"}
    laid.note({}, here, 5)
    assert laid.came_since("d1", 5)
    laid.note(here, there, 6)
    assert not laid.came_since("d1", 6)
    laid.note(there, {}, 6)
    laid.note({}, here, 6)
    assert laid.came_since("d1", 6)


def test_nobody_drags_cards_into_their_hand_that_the_match_counts_on_the_table(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path)
    table.begin("ogallala", "", "fair")
    table.virtual.do(virtual_acts.Deal())
    discard = {"move": "discard", "player": 0, "cards": ["eagle"]}
    table.desk.do(Move(discard, table.match.seq), HOST)
    left, upper, right, lower = table.virtual.spread.zones["grounds"]
    lay = ((left + right) / 2, (upper + lower) / 2, 0.0)
    for card, stays in (("eagle", True), ("totem", False)):  # the match does not know the other
        top = table.virtual._layout.pile.take_named(card)
        table.virtual._layout.put(top, lay)
        table.virtual.do(virtual_acts.Place(top, left - 40.0, upper - 40.0))  # while one drags it
        with pytest.raises(IllegalMove) if stays else nullcontext():
            table.virtual.do(virtual_acts.Hold(top, 0, lay))
    assert len(table.virtual.scene().hands[0]) == 1
    table.close()
