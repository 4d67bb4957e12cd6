"""What the judges say of each slip in the bed, and that the bed can be played.

After a wanted change, ``COYOTE_GOLDEN=write`` writes the records of judgements again; read the
difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from firmware.mats import load_mats
from referee import library, notation
from referee.contract import Message
from referee.table import Change, Laid, Taken, Zone
from referee.words import LOCALES, Voice
from tests.bench.table.bed import SightedBed
from tests.bench.table.judged import Recorder, lines_of, recorded, recorded_path
from tests.bench.table.mistakes import Slip, games, seen_slips, slips
from tests.bench.table.verdicts import Verdict, verdict
from vision.decks.deck import load_deck
from vision.decks.shelves import deck_names

KINDS = 25  # of mistakes, at least, that are made at each game's table
EXPECTED = {"refused", "asked", "missing", "progress", "taken", "nothing"}
LAYS, DOWN, TAKEN = 5, 0.1, 0.3  # how often cards are laid at a slip; which share lies, goes
UNSAID = {  # what is told of cards that no slip lays, and why none does
    "coup_detat.refused.draw_first": "several cards at once, each elsewhere",
    "coup_detat.refused.in_rows": "a camera sees a card beside the rows in a cell",
    "coup_detat.refused.left_first": "several cards at once, each elsewhere",
    "coup_detat.refused.no_such_seat": "a place of a seat that nobody has",
    "ogallala.amiss.sweep": "several cards at once, each elsewhere",
    "ogallala.refused.not_among": "several cards at once, each elsewhere",
    "ogallala.refused.not_now": "several cards at once, each elsewhere",
    "ogallala.refused.turn_over": "several cards at once, each elsewhere",
}


@cache
def bed(game: str) -> tuple[Slip, ...]:
    """Return all slips of a game."""
    return (*slips(game), *seen_slips(game))


def judged(game: str, slip: Slip) -> tuple[Verdict, list[str]]:
    """Return what a slip comes to, and what the judge says of it."""
    judge = Recorder()
    came_to = verdict(slip, SightedBed(game, slip, lambda: judge))
    return came_to, list(lines_of(judge.judged))


@pytest.mark.parametrize("game", games())
def test_each_slip_is_told_by_its_rule_and_cured_by_hand_and_judged_as_it_was(game: str) -> None:
    """One test, because each worker that holds a part of it makes every slip."""
    faults, now = list[str](), dict[str, list[str]]()
    for slip in bed(game):
        came_to, now[slip.id] = judged(game, slip)
        faults += [came_to.text] * (came_to.what != "right")
    if os.environ.get("COYOTE_GOLDEN") == "write":
        text = "".join(f"[{id_}]\n" + "".join(f"{name}\n" for name in now[id_]) for id_ in now)
        recorded_path(game).write_text(text, encoding="utf-8")
    assert faults == []
    was = recorded(game)
    for slip in bed(game):
        assert now[slip.id] == was.get(slip.id), slip.id
    assert now.keys() == was.keys()


def begun(game: str, slip: Slip) -> Any:
    """Return the state after the moves of a slip."""
    played = library.game(game)
    state = played.rules.begin(library.options(played, slip.options), slip.seats)
    for line in slip.moves:
        state, _ = played.rules.apply(state, notation.read_move(played, line))
    return state


def cards(game: str, slip: Slip) -> frozenset[str]:
    """Return the cards of the deck that a mistake is played with."""
    played = library.game(game)
    edition = getattr(library.options(played, slip.options), "edition", None)
    name = f"{game}-{edition}"
    return cards_of_deck(name if name in deck_names() else game)


@cache
def cards_of_deck(name: str) -> frozenset[str]:
    """Return the cards of a deck."""
    return frozenset(load_deck(name, pictures=False).names)


@pytest.mark.parametrize("game", games())
def test_whatever_lies_there_is_judged_once_and_told_by_a_sentence_that_some_slip_has(
    game: str,
) -> None:
    """Cards are laid and taken at random where the slips begin."""
    played, record = library.game(game), recorded_path(game).read_text("utf-8")
    texts = {word.partition("{")[0] for word in record.split()}
    told = dict[str, Message]()
    for slip in bed(game):
        state = begun(game, slip)
        for changes in some_changes(game, slip, state):
            judgement = played.table.judge(state, changes)
            parts = [move.changes for move in judgement.moves]
            parts += [refusal.changes for refusal in judgement.refusals]
            parts += [judgement.choice.changes] if judgement.choice else []
            results = [change for part in parts for change in part]
            assert len(results) == len(set(results)), (slip.id, changes)
            assert set(results) <= set(changes), (slip.id, changes)
            now = state
            for made in judgement.moves:
                now, _ = played.rules.apply(now, made.move)
            for way in judgement.choice.meanings if judgement.choice else ():
                played.rules.apply(now, way.move)
            for refusal in judgement.refusals:
                assert refusal.message.key in texts | UNSAID.keys(), (slip.id, changes)
                told[repr(refusal.message)] = refusal.message
    assert all(Voice(locale).say(message) for message in told.values() for locale in LOCALES)


def some_changes(game: str, slip: Slip, state: Any) -> Iterator[tuple[Change, ...]]:
    """Yield random changes, sensible or not."""
    random, deck = Random(slip.id), sorted(cards(game, slip))
    layout = library.game(game).table.layout(state)
    zones = {zone for mat in load_mats(game, slip.seats) for zone in mat.zones}
    beside = {
        (card.zone, (card.at[0], card.at[1] + 1)) for card in layout.cards if card.at is not None
    }
    places = [*((Zone.parse(zone), None) for zone in sorted(zones)), *sorted(beside, key=str)]
    for _ in range(LAYS):
        changes: list[Change] = []
        for number in range(random.choice((1, 1, 2, 3))):
            zone, at = random.choice(places)
            down = random.random() < DOWN
            changes.append(
                Laid("" if down else random.choice(deck), zone, at, f"p{number}", down=down)
            )
        if layout.cards and random.random() < TAKEN:
            changes.append(Taken(random.choice(layout.cards)))
        yield tuple(changes)


@pytest.mark.parametrize("game", games())
def test_each_game_has_many_mistakes_and_each_has_its_own_id_and_something_to_expect(
    game: str,
) -> None:
    assert len({slip.kind for slip in slips(game)}) >= KINDS
    assert len({slip.id for slip in bed(game)}) == len(bed(game))
    for slip in bed(game):
        assert slip.expect, slip.id
        assert set(slip.expect) <= EXPECTED, slip.id
        assert slip.acts, slip.id
        own, foreign = cards(game, slip), {act.card for act in slip.acts if act.of}
        for act in (*slip.acts, *slip.cure):
            assert not act.card or act.card in own | foreign, slip.id
            assert not act.of or act.card in cards_of_deck(act.of), slip.id
