"""Every promise of the project's README has a test in the gate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.breadth import gate_tests

ROOT = Path(__file__).parents[1]
WHOLE_MATCH = "test_whole_match.py::test_three_players_play_a_whole_match_through_the_virtual_table"
# A sentence's first words, and the tests that hold it (the beginnings of their names do).
PROMISES = {
    "Play card games with real cards": ["firmware/running/test_table.py::test_a_round_is_counted"],
    "A camera reads the cards": ["firmware/running/test_table.py::test_a_round_is_counted"],
    "Players press a lit button": [
        "firmware/running/test_table.py::test_the_lamps_follow",
        "firmware/running/test_table.py::test_a_bouncing_button_calls_once",
    ],
    "Every phone on the Wi-Fi": [WHOLE_MATCH],
    "It needs no internet": ["webui/page/test_reading.py::test_everybody_on_the_network_may_read"],
    "You need no hardware": [WHOLE_MATCH],
    "The virtual table is a page": [WHOLE_MATCH],
    "The program reads its rendered": [WHOLE_MATCH],
    "You need Debian": ["test_gate.py::test_the_workflow_runs_the_gate_on_the_oldest_python"],
    "Then run in a clone": ["test_gate.py::test_make_help_lists_every_target"],
    "The first run installs": ["test_setup.py::test_make_sets_up_again"],
    "If somebody gave you a wheel": ["test_setup.py::test_a_wheel_has_every_file"],
    "Everybody sees all cards but their own": [
        "played/test_laptop_and_phones.py::test_at_the_forehead_each_phone_shows_all_cards_but"
    ],
    "The player whose lamp is lit": [
        "firmware/running/test_table.py::test_the_lamps_follow",
        "referee/coyote/test_rules.py::test_cy_2_",
    ],
    "The next player says": [
        "referee/coyote/test_rules.py::test_cy_3_the_next_seat_announces",
        "referee/coyote/test_rules.py::test_cy_6_a_challenge_stops",
    ],
    "The camera reads the cards, and the page adds": [WHOLE_MATCH],
    "Whoever was wrong gets a strike": ["referee/coyote/test_rules.py::test_cy_7_"],
    "With three strikes you are out": ["referee/coyote/test_rules.py::test_cy_9_the_limit"],
    "The last player left wins": ["referee/coyote/test_rules.py::test_cy_9_the_limit"],
    "Without phones, the page shows": ["test_secrets.py::test_alone_at_the_laptop"],
    "If a card is read wrong": [
        "webui/static/match/test_correcting.py::test_a_tapped_card_lists_every_card"
    ],
    "If you are alone": ["played/test_alone.py::test_one_person_is_in_a_match"],
    "With friends, tap Invite": [
        "webui/static/test_table.py::test_before_a_match_the_join_code_is_read"
    ],
    "| Coyote": [
        "referee/coyote/test_rules.py::test_other_options_that_cannot_be",
        "referee/models/test_models.py::",
    ],
    "| Coup:": [
        "referee/coup/test_turns.py::test_cp_1_two_influence",
        "test_coup_table.py::test_the_clock_closes_a_window",
        "test_secret_hands.py::test_a_page_tells_of_no_hand",
    ],
    "| Coup d'État": [
        "referee/coup_detat/test_tricks.py::test_ce_26_a_revoke_shows",
        "referee/coup_detat/test_money.py::",
    ],
    "| Ogallala": [
        "referee/ogallala/test_turns.py::test_og_5_two_to_five",
        "referee/ogallala/test_comparison.py::test_og_14_og_17_og_30",
    ],
    "| Plenty Coups": [
        "referee/plenty_coups/rules/test_turns.py::test_pc1_",
        "referee/plenty_coups/table/test_judge.py::test_pc80_the_zone_says",
    ],
    "The games and their tables": ["test_docs.py::test_a_page_names_nothing_that_is_not_there"],
    "The cards, mats and boxes that you can print": [
        "firmware/printing/test_printing.py::test_a_deck_fills_its_sheets",
        "firmware/printing/test_printing.py::test_the_mat_is_one_page",
        "hardware/flatpack/test_flatpack.py::test_the_files_hold_the_outlines",
    ],
    "Your own deck works too": ["vision/enrol/test_enrol.py::test_a_deck_is_taught"],
    "Everything runs on any laptop": [WHOLE_MATCH],
    "You can play all five games": [
        "played/test_matches.py::test_a_whole_match_is_played_on_a_phone_or_screen",
        "played/test_matches.py::test_a_whole_match_is_played_and_begun_again_by_the_knob",
        "played/test_photos.py::test_a_reveal_is_counted_by_a_picture",
        "firmware/bots/test_bots.py::test_a_bot_answers",
        "referee/words/test_words.py::test_all_languages_have_the_same_keys",
    ],
    "If somebody pulls the plug": [
        "referee/match/test_journal.py::test_nothing_that_was_told_is_lost_when_the_plug_is_pulled"
    ],
    "If you build the first one": [
        "firmware/checking/test_doctor.py::test_a_report_is_written_in_the_terminals_language"
    ],
    "You need a Pi 4 or 5": ["test_setup.py::test_numpy_is_that_of_the_system"],
    "The builder's guide takes you": ["hardware/test_evening.py::"],
    "A fresh card can also set itself up": ["firmware/install/test_card.py::test_a_card_fetches"],
    "Without a camera, make table": [
        "played/test_photos.py::test_a_table_without_a_camera_is_well_and_says_so",
        "played/test_photos.py::test_a_phone_sends_a_picture",
    ],
}
# What tells what to do, or what is so, and promises nothing of its own.
TOLD = (
    "If the machine has no screen",
    "Then open http",
    "Run make play",
    "Choose Coyote",
    "Tap “Put all cards face up on the table”.",
    "The names of the games only",
    "The numbers explains",
    "Nobody has built a table yet",
    "We had no Raspberry Pi",
    "What was never tried",
    "It tells us what we could not test",
)
OTHER = re.compile(r"#|!\[|    |\|---")  # headings, pictures, commands


def sentences() -> Iterator[str]:
    """Yield each sentence and each line of a table, up to the list of other pages."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Where to go next")[0]
    for block in readme.strip().split("\n\n"):
        if OTHER.match(block):
            continue
        plain = re.sub(r"[*`]|\[(?=[^]]+\]\()|\]\([^)]*\)", "", block)
        if plain.startswith("|"):
            yield from plain.splitlines()[2:]
        else:
            text = re.sub(r"\s+", " ", re.sub(r"(?m)^\d\. ", "", plain))
            yield from re.split(r"(?<=[.?!:])[\"”]? (?=[A-Z])", text)


def test_every_sentence_of_the_readme_is_held_by_a_test_or_promises_nothing() -> None:
    known = (*PROMISES, *TOLD)
    assert [one for one in sentences() if not one.startswith(known)] == []


def test_no_promise_is_held_that_nobody_makes() -> None:
    made = list(sentences())
    assert [one for one in (*PROMISES, *TOLD) if not any(s.startswith(one) for s in made)] == []


def test_every_promise_has_its_tests_in_the_gate() -> None:
    lost = []
    for test in sorted({one for tests in PROMISES.values() for one in tests}):
        file, _, name = test.partition("::")
        source = (ROOT / "tests" / file).read_text(encoding="utf-8")
        if not any(one.name.startswith(name) for one in gate_tests(source)):
            lost.append(test)
    assert lost == []
