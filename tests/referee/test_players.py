"""Players across evenings: by name, from matches that ended, and no rating from too few."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from referee.contract import Against, Figure
from referee.match.commands import Begin, Forget, Level, Move, Redo, Undo
from referee.match.desk import Desk
from referee.match.past import ended
from referee.match.past.ended import EndedMatch, ended_matches
from referee.match.past.players import (
    CERTAIN,
    RATED,
    Player,
    Sum,
    merge_names,
    player_names,
    rank_players,
)

Places = tuple[tuple[int, ...], ...]


def match(*names: str, ranking: Places | None = None, game: str = "coyote") -> EndedMatch:
    """Return a match in which the seats came in as they sit, or by a ranking."""
    places = ranking or tuple((seat,) for seat in range(len(names)))
    return EndedMatch(1, game, names, places)


def of(players: tuple[Player, ...], name: str) -> Player:
    return next(player for player in players if player.name == name)


# -- who is who -----------------------------------------------------------------------------


def test_the_same_name_is_the_same_player_however_it_is_written() -> None:
    players = rank_players([match("Ada", "Bo"), match("bo", " ada "), match("ADA", "Bo")], "coyote")
    assert [(player.name, player.matches, player.wins) for player in players] == [
        ("ADA", 3, 2),
        ("Bo", 3, 1),
    ]


def test_matches_without_names_are_not_counted_nor_two_of_one_name_at_a_table() -> None:
    unnamed = [match("", ""), EndedMatch(1, "coyote", (), ((0,), (1,))), match("Ada", "")]
    assert rank_players(unnamed, "coyote") == ()
    result = rank_players([match("Ada", "Bo", "ada", "Cy")], "coyote")
    assert sorted(player.name for player in result) == ["Bo", "Cy"]


def test_two_names_are_one_player_where_that_was_said() -> None:
    matches = [match("Ad", "Bo"), match("Ada", "Bo"), match("Ada", "Ad", "Bo")]
    players = rank_players(matches, "coyote", {"ad": "ada"})
    assert [(player.name, player.matches, player.wins) for player in players] == [
        ("Ada", 2, 2),
        ("Bo", 2, 0),
    ]
    assert player_names(matches) == {"ad": "Ad", "ada": "Ada", "bo": "Bo"}


def test_names_that_are_merged_go_along_and_never_in_a_circle() -> None:
    same = merge_names(merge_names({}, "a", "b"), "b", "c")
    assert same == {"a": "c", "b": "c"}
    assert merge_names(same, "c", "a") == same, "they are one already"
    assert merge_names(same, "a", "a") == {"b": "c"}


# -- the rating -----------------------------------------------------------------------------


def test_no_rating_is_told_from_fewer_than_five_matches() -> None:
    assert RATED == 5
    few = rank_players([match("Ada", "Bo")] * 4, "coyote")
    assert [player.rating for player in few] == [None, None]
    enough = rank_players([match("Ada", "Bo")] * 4 + [match("Bo", "Cy")], "coyote")
    assert of(enough, "Bo").rating is not None
    assert of(enough, "Ada").rating is None
    assert enough[0].name == "Bo", "who has a rating stands before who has none"


def test_a_rating_is_that_of_plackett_and_luce_worked_out_by_hand() -> None:
    """Weng and Lin 2011, algorithm 4, for two; sigma grows by a 300th of 25 before each match."""
    beta, won, lost = 25 / 6, [25.0, (25 / 3) ** 2], [25.0, (25 / 3) ** 2]
    for _ in range(6):
        for estimate in (won, lost):
            estimate[1] += (25 / 300) ** 2
        c = sqrt(won[1] + lost[1] + 2 * beta**2)
        p = exp(won[0] / c) / (exp(won[0] / c) + exp(lost[0] / c))
        for estimate, sign in ((won, 1), (lost, -1)):
            variance = estimate[1]
            estimate[0] += sign * variance / c * (1 - p)
            estimate[1] *= 1 - variance / c**2 * (sqrt(variance) / c) * p * (1 - p)
    players = rank_players([match("Ada", "Bo")] * 6, "coyote")
    for name, (mean, variance) in (("Ada", won), ("Bo", lost)):
        rating = of(players, name).rating
        assert rating is not None
        assert rating.value == pytest.approx(mean, abs=1e-9)
        assert rating.error == pytest.approx(CERTAIN * sqrt(variance), abs=1e-9)


def test_who_shares_a_place_shares_a_rating_and_more_matches_make_it_surer() -> None:
    shared = [match("Ada", "Bo", "Cy", ranking=((0,), (1, 2)))]
    few, many = (rank_players(shared * number, "coyote") for number in (5, 20))
    rating, other = of(few, "Bo").rating, of(few, "Cy").rating
    assert rating is not None
    assert other is not None
    assert rating.value == pytest.approx(other.value, abs=1e-9)
    assert [player.name for player in few] == ["Ada", "Bo", "Cy"]
    for player in few:
        surer = of(many, player.name).rating
        assert player.rating is not None
        assert surer is not None
        assert surer.error < player.rating.error


# -- what is told ---------------------------------------------------------------------------


def test_figures_add_up() -> None:
    first = EndedMatch(
        1,
        "coyote",
        ("Ada", "Bo"),
        ((0,), (1,)),
        (Figure("bluffs", 0, 2, 9), Figure("bluffs", 1, 1, 2)),
        (Against(0, 1, 2), Against(1, 0, 1)),
    )
    second = EndedMatch(
        2,
        "coyote",
        ("Cy", "Ada", ""),
        ((2,), (0,), (1,)),
        (Figure("bluffs", 1, 0, 3),),
        (Against(1, 0, 2), Against(1, 2, 9)),
    )
    ada = of(rank_players([first, second], "coyote"), "Ada")
    assert ada.figures["bluffs"] == Sum(2, 12)
    assert (ada.victims, ada.times) == (("Bo", "Cy"), 2), "who has no name is no victim"
    assert (ada.matches, ada.wins) == (2, 1)
    assert of(rank_players([first], "coyote"), "Bo").victims == ("Ada",)


# -- from the journal -----------------------------------------------------------------------


def play(desk: Desk, *names: str, ends: bool = True, levels: tuple[Level, ...] = ()) -> int:
    """Play a match in which the first player is caught bluffing, the last one in."""
    options = {"edition": "tomahawk", "strikes": 1}
    begun = desk.do(Begin("coyote", options, len(names), names, levels)).match
    for left in range(len(names), 1, -1):
        seats = list(range(len(names) - left, len(names)))
        desk.do(Move({"move": "announce", "seat": seats[0], "number": 99}))
        if not ends:
            break
        desk.do(Move({"move": "challenge", "seat": seats[1]}))
        cards = [["1", "2", "3"], ["4", "-5"]][len(names) - left][:left]
        desk.do(Move({"move": "cards_read", "cards": cards}))
    return begun


def test_nothing_is_told_of_a_match_that_did_not_end_or_is_taken_back(desk: Desk) -> None:
    play(desk, "Ada", "Bo", ends=False)
    assert ended_matches(desk) == ((), 0)
    play(desk, "Ada", "Bo")
    assert len(ended_matches(desk)[0]) == 1
    desk.do(Undo())
    assert ended_matches(desk) == ((), 0)
    desk.do(Redo())
    assert len(ended_matches(desk)[0]) == 1
    desk.close()


def test_what_matches_came_to_is_kept_and_worked_out_anew_where_it_is_not(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [play(desk, "Ada", "Bo", "Cy") for _ in range(3)]
    first = ended_matches(desk)
    assert [ended_match.match for ended_match in first[0]] == ids

    def fail(*_: object) -> None:
        raise AssertionError("played again")

    with monkeypatch.context() as patched:
        patched.setattr(ended, "past_match", fail)
        assert ended_matches(desk) == first
    for id_, odd in zip(ids, (None, {"version": 0, "seq": 3}, "?"), strict=True):
        desk.put(f"match.{id_}.record", odd)
    assert ended_matches(desk) == first
    monkeypatch.setattr(ended, "VERSION", ended.VERSION + 1)
    monkeypatch.setattr(ended, "AT_ONCE", 2)
    assert (len(ended_matches(desk)[0]), ended_matches(desk)[1]) == (2, 0), (
        "the third at the second time"
    )
    assert len(ended_matches(desk)[0]) == 3
    desk.close()


def test_the_tables_own_players_are_neither_counted_nor_rated(desk: Desk) -> None:
    play(desk, "Ada", "Bo", "Cy", levels=("", "fair", ""))
    play(desk, "Ada", "Bo", "Cy", levels=("", "fair", "keen"))
    players = rank_players(ended_matches(desk)[0], "coyote")
    assert {(player.name, player.matches) for player in players} == {("Ada", 1), ("Cy", 1)}
    assert all("Bo" not in item.victims for item in players)
    desk.close()


def test_a_deleted_match_counts_for_nobody_and_nothing_of_it_is_kept(desk: Desk) -> None:
    gone, stays = (play(desk, "Ada", "Bo") for _ in range(2))
    assert len(ended_matches(desk)[0]) == 2
    desk.do(Forget(gone))
    assert desk.get(f"match.{gone}.record") is None
    assert [ended_match.match for ended_match in ended_matches(desk)[0]] == [stays]
    desk.close()
