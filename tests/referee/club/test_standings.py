"""Standings as worked out by hand, and as published."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from referee.club.format import Format
from referee.club.meetings import Pairing
from referee.club.results import CountedResult, Places
from referee.club.standings import StandingsLine, standings
from referee.club.tiebreaks import Sum
from referee.club.wording import say_sum, say_title
from referee.words import LOCALES
from tests.referee.club.evening import evening, named, people, told

TWO = replace(
    named("swiss_of_two"),
    tie_breaks=("buchholz", "buchholz_cut1", "sonneborn_berger", "wins"),
)
FOUR = named("swiss")
WON, SHARED, LOST = ((0,), (1,)), ((0, 1),), ((1,), (0,))


def rounds(
    *drawn: Sequence[tuple[str, Places] | str],
) -> tuple[list[Pairing], list[CountedResult]]:
    """Return rounds of tables, written "A B", with how they came in; a name alone sits out."""
    pairings, results = list[Pairing](), list[CountedResult]()
    for number, tables in enumerate(drawn, 1):
        sat = [(tuple(item[0].split()), item[1]) for item in tables if not isinstance(item, str)]
        byes = tuple(item for item in tables if isinstance(item, str))
        pairings.append(Pairing(number, tuple(players for players, _ in sat), byes))
        for players, places in sat:
            results.append(told(len(results), players, places, began_s=float(len(results))))
    return pairings, results


def table(
    format_: Format, players: str, played: tuple[list[Pairing], list[CountedResult]], seed: int = 0
) -> dict[str, StandingsLine]:
    lines = standings(format_, players.split(), *played, seed=seed)
    return {line.player: line for line in lines}


def sums(line: StandingsLine) -> dict[str, float]:
    return {item.name: float(item.total) for item in line.sums}


def the_sum(line: StandingsLine, name: str) -> Sum:
    return next(item for item in line.sums if item.name == name)


# Five players, three rounds, two at a table: a win 1, a shared first place a half, a bye 1.
#
#       round 1        round 2        round 3        points
#   a   beat b   1     level c  ½     beat e   1     2½
#   b   lost a   0     beat e   1     level c  ½     1½
#   c   beat d   1     level a  ½     level b  ½     2
#   d   lost c   0     bye      1     bye      –     (d has gone home after round 2)   1
#   e   bye      1     lost b   0     lost a   0     1
FIVE = rounds(
    [("a b", WON), ("d c", LOST), "e"],
    [("c a", SHARED), ("e b", LOST), "d"],
    [("a e", WON), ("b c", SHARED)],
)


def test_points_and_tie_breaks_are_those_worked_out_by_hand() -> None:
    lines = table(TWO, "a b c d e", FIVE)
    # Buchholz: opponents' points; a bye counts as an opponent with one's own.
    #   a: b 1½ + c 2 + e 1 = 4½; without the lowest 3½; without the highest, too: 1½
    #   b: a 2½ + e 1 + c 2 = 5½; 4½; 2
    #   c: d 1 + a 2½ + b 1½ = 5; 4; 1½
    #   d: c 2 + bye 1 = 3; 2; 0
    #   e: bye 1 + b 1½ + a 2½ = 5; 4; 1½
    # Sonneborn-Berger: the points of those beaten, half of those level; a bye as one beaten.
    #   a: b 1½ + c 1 + e 1 = 3½;  b: e 1 + c 1 = 2;  c: d 1 + a 1¼ + b ¾ = 3
    #   d: bye 1;  e: bye 1
    by_hand = {
        "a": (1, 2.5, 4.5, 3.5, 3.5, 2),
        "c": (2, 2.0, 5.0, 4.0, 3.0, 1),
        "b": (3, 1.5, 5.5, 4.5, 2.0, 1),
        "e": (4, 1.0, 5.0, 4.0, 1.0, 0),
        "d": (5, 1.0, 3.0, 2.0, 1.0, 0),
    }
    assert {name: (line.place, *sums(line).values()) for name, line in lines.items()} == by_hand
    assert [line.matches for line in lines.values()] == [3, 3, 3, 2, 1]


def test_a_line_says_its_arithmetic_in_words() -> None:
    lines = table(TWO, "a b c d e", FIVE)
    assert say_sum(the_sum(lines["e"], "points")) == (
        "1 + 0 + 0 = 1: round 1: a bye (no match); round 2, table 2: place 2 of 2; "
        "round 3, table 1: place 2 of 2"
    )
    assert say_sum(the_sum(lines["a"], "buchholz_cut1")) == (
        "1.5 + 2 + (1) = 3.5: the points of b; the points of c; the points of e"
    )
    assert all(say_title(item, locale) for item in lines["a"].sums for locale in LOCALES)


# Eight players, two rounds at fours: 12, 8, 4, 0.
#
#   round 1: table 1  a 12, then b and c share 8 and 4: 6 each, d 0
#            table 2  e 12, f 8, g 4, h 0
#   round 2: table 1  b 12, e 8, a 4, f 0
#            table 2  h 12, d and c and g share 8, 4 and 0: 4 each
#   a 16, b 18, c 10, d 4, e 20, f 8, g 8, h 12
FOURS = rounds(
    [("a b c d", ((0,), (1, 2), (3,))), ("e f g h", ((0,), (1,), (2,), (3,)))],
    [("f a e b", ((3,), (2,), (1,), (0,))), ("h g d c", ((0,), (1, 2, 3)))],
)


def test_tables_of_more_are_those_worked_out_by_hand() -> None:
    format_ = replace(FOUR, tie_breaks=("opponents_mean", "firsts", "wins", "sonneborn_berger"))
    lines = table(format_, "a b c d e f g h", FOURS)
    # Opponents' points, of six, once a match:
    #   a: b 18 + c 10 + d 4 + b 18 + e 20 + f 8 = 78, a mean of 13
    #   f: e 20 + g 8 + h 12 + a 16 + e 20 + b 18 = 94, 15⅔
    #   g: e 20 + f 8 + h 12 + h 12 + d 4 + c 10 = 66, 11: so f is before g
    # Sonneborn-Berger of a: ahead of b 18, c 10, d 4 and f 8 = 40
    by_hand = {"e": 20, "b": 18, "a": 16, "h": 12, "c": 10, "f": 8, "g": 8, "d": 4}
    assert {name: line.points for name, line in lines.items()} == by_hand
    assert [line.place for line in lines.values()] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sums(lines["a"]) == {
        "points": 16,
        "opponents_mean": 13,
        "firsts": 1,
        "wins": 1,
        "sonneborn_berger": 40,
    }
    assert sums(lines["f"])["opponents_mean"] == pytest.approx(94 / 6)
    assert sums(lines["g"])["opponents_mean"] == 11
    assert say_sum(the_sum(lines["a"], "opponents_mean")).startswith(
        "(18 + 10 + 4 + 18 + 20 + 8) / 6 = 13: the points of b; "
    )
    assert "shares place 2 of 4" in say_sum(the_sum(lines["b"], "points"))


def test_those_who_are_equal_in_everything_share_a_place() -> None:
    lines = table(
        replace(TWO, tie_breaks=("buchholz",)), "a b c d", rounds([("a b", WON), ("c d", WON)])
    )
    assert {name: line.place for name, line in lines.items()} == {"a": 1, "c": 1, "b": 3, "d": 3}


def test_the_direct_encounter_decides_where_all_who_are_equal_have_met() -> None:
    direct = replace(TWO, tie_breaks=("direct",))
    # a and b have 1 each and have met: a was ahead.
    played = rounds([("a b", WON), ("c d", WON)], [("a c", LOST), ("b d", WON)])
    lines = table(direct, "a b c d", played)
    assert {name: line.place for name, line in lines.items()} == {"c": 1, "a": 2, "b": 3, "d": 4}
    assert say_sum(the_sum(lines["b"], "direct")) == "0: behind a"
    # a and c have 1 each and have not.
    lines = table(direct, "a b c d", rounds([("a b", WON), ("c d", WON)]))
    assert {lines["a"].place, lines["c"].place} == {1}
    assert "not all" in say_sum(the_sum(lines["a"], "direct"))


def test_a_lot_comes_last_is_the_seeds_and_says_so() -> None:
    by_lot = replace(TWO, tie_breaks=("lot",))
    played = rounds([("a b", SHARED), ("c d", SHARED)])
    orders = {tuple(table(by_lot, "a b c d", played, seed)) for seed in range(40)}
    assert len(orders) > 12
    assert tuple(table(by_lot, "a b c d", played, 7)) == tuple(table(by_lot, "d c b a", played, 7))
    lines = table(by_lot, "a b c d", played, 7)
    assert [line.place for line in lines.values()] == [1, 2, 3, 4]
    assert all("with the number 7" in say_sum(the_sum(line, "lot")) for line in lines.values())


def test_of_a_league_the_best_matches_count_and_the_others_are_shown() -> None:
    # a: 12, 0 and 6 (a shared first place of two); the best two are 18.
    league = replace(named("league"), best=2, tie_breaks=())
    played = rounds([("a b", WON)], [("a c", LOST)], [("b a", SHARED)])
    lines = table(league, "a b c", played)
    assert lines["a"].points == 18
    assert say_sum(the_sum(lines["a"], "points")).startswith("12 + (0) + 6 = 18: ")
    assert [part.counts for part in the_sum(lines["a"], "points").parts] == [True, False, True]


def test_in_free_play_and_a_league_whoever_sat_down_together_counts_and_in_a_swiss_not() -> None:
    played = [told(1, ("Ada", "BO", "", "stranger"), ((3,), (0,), (2,), (1,)))]
    for name, points in (("free_play", 12), ("league", 12), ("swiss", 0)):
        lines = standings(named(name), ["ada", "bo"], [], played)
        assert {line.player: line.points for line in lines} == {"ada": points, "bo": 0}
    assert "place 1 of 2" in say_sum(
        standings(named("league"), ["ada", "bo"], [], played)[0].sums[0]
    )


def test_a_match_beside_the_round_takes_no_tables_place() -> None:
    drawn = [Pairing(1, (("a", "b", "c"), ("d", "e", "f")))]
    beside = told(1, ("a", "b"), WON, began_s=1.0)
    whole = told(2, ("a", "b", "c"), ((2,), (1,), (0,)), began_s=2.0)
    again = told(3, ("a", "b", "c"), ((0,), (1,), (2,)), began_s=3.0)
    lines = standings(FOUR, [], drawn, [beside, whole, again])
    assert {line.player: line.points for line in lines if line.matches} == {"c": 12, "b": 6, "a": 0}


def test_what_a_director_decided_counts_and_not_what_the_table_told() -> None:
    seen = told(1, ("a", "b"), WON)
    decided = CountedResult(seen.result, LOST, seen.why)
    struck_out = CountedResult(seen.result, (), seen.why)
    for result, points in ((seen, (1, 0)), (decided, (0, 1)), (struck_out, (0, 0))):
        lines = standings(TWO, [], [Pairing(1, (("a", "b"),))], [result])
        assert {line.player: line.points for line in lines} == dict(zip("ab", points, strict=True))


def test_late_shuffled_and_repeated_results_give_the_same_standings() -> None:
    for name in ("swiss_of_two", "swiss", "league"):
        pairings, results = evening(named(name), people(11), range(1, 6), seed=11)
        whole = standings(named(name), people(11), pairings, results)
        chance = Random(11)
        for _ in range(10):
            again = results + chance.sample(results, 5)
            chance.shuffle(again)
            shuffled = chance.sample(pairings, len(pairings))
            assert standings(named(name), people(11), shuffled, again) == whole
