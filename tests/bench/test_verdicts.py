"""A test runs each bench that judges, small and through its command, and notices if it fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from firmware import cli
from tests.bench.command import bench_command
from tests.bench.evening import dusk, evening, resting
from tests.bench.prints import prints
from tests.bench.prints.test_prints import needs_poppler
from tests.bench.table import deals, matches, verdicts, watched
from tests.bench.table.mistakes import slips
from tests.bench.table.player import Player
from tests.bench.vision.command import vision_command

Capsys = pytest.CaptureFixture[str]

HERE = __name__
RUN_SMALL = {  # the test that runs each small; those of `vision` by the option that chooses it
    "all": "tests.bench.test_command:test_a_figure_is_printed_before_the_next_is_measured",
    "faults": "tests.bench.journal.test_faults:test_kills_damage_and_failing_disks_lose_nothing",
    "hub": "tests.bench.club.test_club:test_a_hub_holds_its_tables_and_keeps_their_results",
    "kills": "tests.bench.club.test_club:test_a_club_that_is_killed_counts_each_match_once",
    "bots": "tests.bench.bots.test_command:test_players_are_measured_and_honest",
    "opponents": "tests.bench.bots.test_command:test_every_pairing_is_measured_with_its_confidence",
    "train": "tests.bench.training.test_learning:test_the_weights_are_kept_and_found_again",
    "moves": "tests.bench.rules.test_moves:test_random_moves_break_no_promise",
    "prints": f"{HERE}:test_a_mat_is_printed_and_read_back",
    "crowd": "tests.bench.speed.test_crowd:test_a_small_crowd_is_stood",
    "memory": "tests.bench.speed.test_memory:test_a_table_with_six_pages_open_holds_no_more",
    "pictures": "tests.bench.speed.test_pictures:test_each_picture_is_measured",
    "rules": "tests.bench.rules.test_moves:test_the_rules_are_measured_game_by_game",
    "vision": "tests.bench.vision.test_readings:test_own_cards_are_read_in_every_way",
    "vision --photos": "tests.bench.vision.test_readings:test_photos_are_read_on_given_corners",
    "vision --torture": "tests.bench.vision.test_readings:test_a_cell_of_the_torture_set",
    "vision --territories": "tests.bench.table.test_territories:test_a_territory_by_camera",
    "vision --evening": f"{HERE}:test_an_evening",
    "vision --hands": f"{HERE}:test_a_hand_that_rests_on_a_card",
    "vision --dusk": f"{HERE}:test_light_that_fades",
    "vision --deals": f"{HERE}:test_a_trick_by_camera_is_four_moves_and_gathered",
    "vision --turns": f"{HERE}:test_turns_by_camera_are_read_as_they_were_played",
    "vision --rounds": f"{HERE}:test_a_round",
    "vision --mistakes": f"{HERE}:test_mistakes_are_told_by_their_rules_and_cured_by_hand",
}
MISTAKES = {  # some of each game: a table is laid out once for those of one
    "coup": (
        "fourth-duke-shown",
        "influence-turned-by-the-wrong-player",
        "shown-before-a-challenge",
        "shown-beside-the-court",
        "court-card-turned-up",
    ),
    "coup_detat": (
        "spade-led-in-siege",
        "next-lead-beside-a-full-trick",
        "table-card-turned-up-between-two-deals",
        "card-in-the-middle-while-a-revoke-is-judged",
        "coup-card-was-the-table-card",
    ),
    "coyote": (
        "reveal-foreign-card",
        "card-shown-in-the-middle-before-a-challenge",
        "pile-top-turned-up",
    ),
    "ogallala": ("card-without-contact", "card-taken-back-to-the-hand"),
    "plenty_coups": ("three-taken", "market-not-filled-up"),
}
INSTEAD = "instead."  # how the help of an option ends that chooses another bench


def test_each_bench_is_run_small_by_a_test() -> None:
    known = {*bench_command.commands}
    for option in vision_command.params:
        if str(getattr(option, "help", "")).endswith(INSTEAD):
            known.add(f"vision {option.opts[0]}")
    assert known == {*RUN_SMALL}
    for place in RUN_SMALL.values():
        module, name = place.split(":")
        tests = [one for one in vars(import_module(module)) if one.startswith(name)]
        assert tests, f"{module} has no test {name}…"


@pytest.mark.verify
@needs_poppler
def test_a_mat_is_printed_and_read_back(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    small = ("--paper", "A4", "--ink", "colour", "--only", "mat:table")
    (row,) = _rows(capsys, monkeypatch, prints, "prints", *small)
    assert (row["things"], row["right"], row["wrong"]) == (4, 4, 0)


@pytest.mark.verify
def test_an_evening(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    small = ("--evening", "--evenings", "1", "--size", "540p")
    *_, row = _rows(capsys, monkeypatch, evening, "vision", *small)
    assert row["known"] >= 2


@pytest.mark.verify
def test_a_hand_that_rests_on_a_card(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resting, "RESTS", 9)
    *_, row = _rows(capsys, monkeypatch, resting, "vision", "--hands", "1")
    assert (row["trials"], row["gone"], row["changed"], row["wrong"]) == (1, 0, 0, 0)


@pytest.mark.verify
def test_light_that_fades(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dusk, "EXPOSURES", (1.0, 0.4))
    *_, row = _rows(capsys, monkeypatch, dusk, "vision", "--dusk", "1")
    assert row["fresh"] >= 6
    assert (row["gone"], row["unseen"], row["wrong"]) == (0, 0, 0)


@pytest.mark.verify
def test_a_trick_by_camera_is_four_moves_and_gathered(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = deals.dealt

    def one(random: Any) -> deals.Deal:
        played = whole(random)
        return deals.Deal(played.opening, played.moves[:5], played.tricks[:1])

    monkeypatch.setattr(deals, "dealt", one)
    small = ("--deals", "1", "--seed", "0")
    (row,) = _rows(capsys, monkeypatch, watched, "vision", *small)
    assert (row["cards"], row["wrong"], row["lost"], row["asked"]) == (4, 0, 0, 0), row["faults"]
    assert (row["tricks"], row["gathered"]) == (1, 1)


@pytest.mark.verify
def test_turns_by_camera_are_read_as_they_were_played(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = _rows(capsys, monkeypatch, watched, "vision", "--turns", "1")
    assert row["turns"] == 1
    assert row["moves"] >= 2
    assert (row["wrong"], row["lost"], row["alarms"]) == (0, 0, 0), row["faults"]
    assert row["asked"] <= 1


@pytest.mark.verify
def test_a_round(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "Player", OfOneMove)
    (row,) = _rows(capsys, monkeypatch, watched, "vision", "--rounds", "1")
    assert row["rounds"] == 1
    assert row["moves"] >= OfOneMove.MOVES


class OfOneMove(Player):
    """A player for whom each move is a round."""

    MOVES = 1

    @property
    def part(self) -> int | None:
        return self.moves // self.MOVES

    def unseen(self, moves: int) -> None:
        for _ in range(moves):
            self._unseen()
        self.rest()


@pytest.mark.verify
@pytest.mark.parametrize("game", MISTAKES)
def test_mistakes_are_told_by_their_rules_and_cured_by_hand(
    game: str, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [one for one in slips(game) if one.id in MISTAKES[game]]
    monkeypatch.setattr(verdicts, "slips", {game: some}.get)
    (row,) = _rows(capsys, monkeypatch, verdicts, "vision", "--mistakes", "--game", game)
    assert row["right"] == len(MISTAKES[game])


def _rows(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, module: ModuleType, *arguments: str
) -> list[Any]:
    """Run a bench in this process; return its rows, once its status says that all was well."""

    def here(work: Any, items: Any, *_: object) -> Iterator[Any]:
        return (work(item) for item in items)

    monkeypatch.setattr(module, "spread", here)
    capsys.readouterr()
    status = cli.run(["bench", *arguments, "--json"])
    out, err = capsys.readouterr()
    assert status == 0, (out, err)
    return [json.loads(line) for line in out.splitlines()]
