"""A seat that changes hands: acts count for whoever made them, and the place is asked once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library
from referee.actor import HOST, at_seat
from referee.club.own_results import OwnResults
from referee.club.results import count_result
from referee.contract import IllegalMove, sum_figures
from referee.hub.people import rated_players
from referee.match.commands import Begin, Command, HandOver, Move, NamePlayer
from referee.match.desk import Desk
from referee.match.matchfile import HandedSeat, header_of, replay
from referee.match.past.ended import EndedMatch, ended_matches
from referee.match.past.players import Player, Sum, rank_players
from referee.match.people.players import PlaceGoesTo
from tests.bench.rules.randomplay import play as randomplay
from tests.referee.known import known

OPTIONS = {"edition": "tomahawk", "strikes": 2}


def say(seat: int, number: int) -> Move:
    return Move({"move": "announce", "seat": seat, "number": number})


def reveal(seat: int, *cards: str) -> tuple[Move, Move]:
    read = {"move": "cards_read", "cards": list(cards)}
    return Move({"move": "challenge", "seat": seat}), Move(read)


# Two rounds: each time seat 0 bluffs, and seat 1 challenges. Seat 1 wins.
FIRST = (say(0, 90), *reveal(1, "1", "2"))
LAST = (say(0, 80), *reveal(1, "3", "4"))


def play(desk: Desk, *commands: Command, names: tuple[str, ...] = ("Ada", "Ben")) -> EndedMatch:
    desk.do(Begin("coyote", OPTIONS, len(names), names))
    for command in commands:
        desk.do(command, HOST)
    return ended_matches(desk)[0][-1]


def results(desk: Desk, *commands: Command, **names: Any) -> dict[str, Player]:
    match = play(desk, *commands, **names)
    return {player.name: player for player in rank_players([match], "coyote")}


def club(desk: Desk) -> dict[str, tuple[int, int, int]]:
    """Return the matches, places and wins that the club's hub counts."""
    counted_results = [count_result(result) for result in OwnResults(desk, 0).all().values()]
    return {
        player.name: (player.matches, player.placed, player.wins)
        for player in rated_players(counted_results, "coyote")
    }


@pytest.mark.parametrize(
    ("place", "ada", "cy"),
    [
        ("leaves", (1, 1, 0), (1, 0, 0)),
        ("keeps", (1, 1, 0), (1, 0, 0)),
        ("", (1, 1, 0), (1, 0, 0)),
        ("comes", (1, 0, 0), (1, 1, 0)),
        ("nobody", (1, 0, 0), (1, 0, 0)),
    ],
)
def test_sl_27_figures_go_to_who_acted_and_the_place_to_whom_the_table_named(
    desk: Desk, place: PlaceGoesTo, ada: tuple[int, ...], cy: tuple[int, ...]
) -> None:
    players = results(desk, *FIRST, HandOver(0, "Cy", place=place), *LAST)
    for name, counts in (("Ada", ada), ("Cy", cy), ("Ben", (1, 1, 1))):
        assert (players[name].matches, players[name].placed, players[name].wins) == counts
        assert club(desk)[name] == counts
    for name in ("Ada", "Cy"):
        assert players[name].figures["bluffs"] == Sum(1, 1)
        assert players[name].figures["caught"] == Sum(1, 1)
    assert players["Ben"].figures["right"] == Sum(2, 2)
    assert (players["Ben"].victims, players["Ben"].times) == (("Ada", "Cy"), 1)


def test_who_bluffed_before_the_hand_over_is_caught_and_not_the_newcomer(desk: Desk) -> None:
    players = results(desk, *FIRST, LAST[0], HandOver(0, "Cy"), *LAST[1:])
    assert players["Ada"].figures["caught"] == Sum(2, 2)
    assert (players["Ben"].victims, players["Ben"].times) == (("Ada",), 2)
    assert "Cy" not in players, "the newcomer has made no move, and takes no place"


@pytest.mark.parametrize(
    ("handovers", "place_of"),
    [
        ((HandOver(0, "Cy"), HandOver(0, "Dee")), "Ada"),
        ((HandOver(0, "Cy"), HandOver(0, "Dee", place="leaves")), "Cy"),
        ((HandOver(0, "Cy", place="comes"), HandOver(0, "Dee")), "Cy"),
        ((HandOver(0, "Cy", place="nobody"), HandOver(0, "Dee")), ""),
        ((HandOver(0, "Cy", place="nobody"), HandOver(0, "Dee", place="comes")), "Dee"),
        ((HandOver(0, level="fair"), HandOver(0, "ada")), "Ada"),
        ((HandOver(0, level="fair", place="comes"), HandOver(0, "Dee")), ""),
        ((HandOver(0, "Cy", place="comes"), HandOver(0, "Ada", place="comes")), "Ada"),
        ((HandOver(0, "Cy"), HandOver(0, "Cy", place="comes")), "Cy"),
        ((HandOver(0, "Cy", place="comes"), NamePlayer(0, "Cyd")), "Cyd"),
        ((HandOver(0, "Cy", place="comes"), NamePlayer(0, "Ada")), "Ada"),
    ],
)
def test_the_place_stays_with_who_has_it_until_the_table_says_otherwise(
    desk: Desk, handovers: tuple[Command, Command], place_of: str
) -> None:
    first, second = handovers
    match = play(desk, *FIRST, first, LAST[0], second, *LAST[1:])
    assert match.names == (place_of, "Ben")


def test_a_drawn_player_keeps_the_place_unless_the_host_names_another(desk: Desk) -> None:
    desk.do(Begin("coyote", OPTIONS, 2, ("Ada", "Ben"), drawn="e:1:1"))
    for place in ("nobody", "comes"):
        with pytest.raises(IllegalMove) as refusal:
            desk.do(HandOver(0, level="fair", place=place), at_seat(0))
        assert refusal.value.message.key == "desk.drawn_place"
    desk.do(HandOver(0, level="fair"), at_seat(0))
    for move in (*FIRST, *LAST):
        desk.do(move, HOST)
    (result,) = OwnResults(desk, 0).all().values()
    assert (result.players, result.places) == (("Ada", "Ben"), ((1,), (0,)))


FIGURED = sorted({*library.names()} - {"coup_detat"})  # Coup d’État has no figures.


@pytest.mark.parametrize("name", FIGURED)
def test_every_act_in_every_game_counts_for_exactly_one_of_a_seats_players(
    desk: Desk, name: str
) -> None:
    game, random = library.game(name), Random(f"stretches of {name}")
    plain, seats = known(name).settings(random)
    steps = [*randomplay(game, library.options(game, plain), seats, random)]
    desk.do(Begin(name, plain, seats, tuple(f"P{seat}" for seat in range(seats))))
    for number, step in enumerate(steps):
        if random.random() < 0.2:
            seat = random.randrange(seats)
            desk.do(HandOver(seat, f"{number} at {seat}", place="keeps"))
        desk.do(Move(library.to_plain(step.move)))
    (match,) = ended_matches(desk)[0]
    parts = match.parts
    assert len(parts) > seats
    record = game.record([steps[0].before, *(step.after for step in steps)])
    at_seats = (replace(figure, seat=parts[figure.seat].seat) for figure in match.figures)
    totals = {
        (sum_figure.name, sum_figure.seat): (sum_figure.count, sum_figure.of)
        for sum_figure in sum_figures(at_seats)
    }
    whole = {(item.name, item.seat): (item.count, item.of) for item in sum_figures(record.figures)}
    assert totals == whole
    assert sum(against.count for against in match.against) == sum(
        against.count for against in record.against
    )
    for (
        figure
    ) in record.figures:  # Each act counts for whoever made the move that led to its state.
        if figure.state is not None:
            move = steps[figure.state - 1].move
            assert move.mover in (figure.seat, None) or figure.name in LATER


# Figures that a later move or somebody else's move settles: they count for who sat there then.
LATER = ("defences", "undefended", "coups", "raids")


def test_a_match_file_says_who_played_from_which_move_on(desk: Desk) -> None:
    handed = (HandOver(0, "Cy", place="nobody"), HandOver(1, level="keen"))
    play(desk, *FIRST, handed[0], LAST[0], handed[1], *LAST[1:])
    file = replay(desk.export())
    assert header_of(file).names == ("Ada", "Ben")
    bot = desk.snapshot().names[1]  # type: ignore[union-attr]
    assert header_of(file).handed == (
        HandedSeat(0, 3, "Cy", place="nobody"),
        HandedSeat(1, 4, bot, "keen", "keeps"),
    )
    third, fourth = file.entries[3:5]
    assert [file.players.names_at(entry.seq)[0] for entry in (third, fourth)] == ["Ada", "Cy"]
