"""What the judge of a game says of each slip, recorded in ``mistakes/<game>.judged``.

    [fourth-duke-shown]                       the id of a slip, then each difference judged:
    Laid duke zone=middle id=7                its changes,
      move card_shown [duke] proof=[7] < 1    and what they come to, by their numbers

The slips say what must be said by the rules; the record holds the rest: words, places, meanings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from firmware.reading.judged_pass import Judges
from referee import notation
from referee.judging import Judgement, Meaning, Refusal
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.table import Change, Changes
from tests.bench.table import mistakes

ENDING = ".judged"


class Recorder(Judges):
    """Judges by the rules, and keeps each difference with what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: list[tuple[Changes, Judgement]] = []

    def judge(self, match: Snapshot, changes: Changes, counted: Changes) -> Judgement:
        """Return the game's judgement, and keep it."""
        result = super().judge(match, changes, counted)
        if changes and (not self.judged or self.judged[-1] != (changes, result)):
            self.judged.append((changes, result))
        return result


def recorded_path(game: str) -> Path:
    """Return the file with what is said of a game's slips."""
    return mistakes.HERE / f"{game}{ENDING}"


def recorded(game: str) -> dict[str, list[str]]:
    """Return the recorded lines of each slip of a game, by its id."""
    results: dict[str, list[str]] = {}
    lines = list[str]()
    for line in recorded_path(game).read_text("utf-8").splitlines():
        if line.startswith("["):
            lines = results.setdefault(line.strip("[]"), [])
        else:
            lines.append(line)
    return results


def lines_of(judged: Iterable[tuple[Changes, Judgement]]) -> Iterator[str]:
    """Yield the lines that record some judgements."""
    for changes, judgement in judged:
        yield from map(notation.write, changes)
        yield from (f"  {line}" for line in _said(changes, judgement))


def _said(changes: Changes, judgement: Judgement) -> Iterator[str]:
    for made in judgement.moves:
        yield f"move {_meaning(changes, made)}"
    if (choice := judgement.choice) is not None:
        asked = replace(choice, meanings=(), changes=())
        yield f"choice {notation.write(asked)} < {_numbers(changes, choice.changes)}"
        yield from (f"  {_meaning(changes, meaning)}" for meaning in choice.meanings)
    for refusal in judgement.refusals:
        yield f"refusal {_refusal(changes, refusal)}"
    yield from (f"pending {_action(action)}" for action in judgement.pending)
    yield from (f"missing {_action(card)}" for card in judgement.missing)


def _meaning(changes: Changes, meaning: Meaning) -> str:
    says = [
        notation.write(message)
        for message in (meaning.label, meaning.effect)
        if message is not None
    ]
    parts = (notation.write(meaning.move), *says)
    return f"{' | '.join(parts)} < {_numbers(changes, meaning.changes)}"


def _refusal(changes: Changes, refusal: Refusal) -> str:
    plain = notation.write(replace(refusal, changes=()))
    return f"{plain} < {_numbers(changes, refusal.changes)}"


def _action(action: PendingAction) -> str:
    """Return what people are told of an action; how it becomes a move is said by its offer."""
    answer = (getattr(action, name) for name in PendingAction.__struct_fields__)
    return notation.write(PendingAction(*answer))


def _numbers(changes: Changes, some: Iterable[Change]) -> str:
    return " ".join(str(changes.index(change) + 1) if change in changes else "?" for change in some)
