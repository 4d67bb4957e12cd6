"""What people do with cards for a move, from the layouts before and after it and the judge.

No game is known here. People do for a move what the game's own judge takes for that move; a
move that nothing on the table makes is one for a button or a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from referee.contract import Game
from referee.judging import Judgement
from referee.table import CardStatus, Change, Laid, Layout, Taken, diff_layouts
from tests.bench.rules.promises import same_move

MAY_GO = (CardStatus.USED, CardStatus.TO_CLEAR)


@dataclass(frozen=True)
class Acts:
    """Changes of the table that are `moves`, in the order in which they were made.

    `after` is what lies there then. One of several things that the table may take them for is
    `asked` for.
    """

    moves: tuple[Any, ...]
    changes: tuple[Change, ...]
    after: Layout
    asked: bool = False


def acts(game: Game[Any, Any, Any], state: Any, *moves: Any) -> Acts | None:
    """Return what is done with cards for some moves; None where they are for no cards to make."""
    now = state
    for move in moves:
        now, _ = game.rules.apply(now, move)
    was = game.table.layout(state)
    for after in _ends(game.table.layout(now)):
        for changes in _ways(was, after):
            if changes and are(game.table.judge(state, changes), moves):
                return Acts(moves, changes, after)
    return None


def on_discards(game: Game[Any, Any, Any], state: Any, done: Acts) -> Acts | None:
    """Return the same with every card laid on the discards; None where these make no such move."""
    zone = next(iter(game.table.layout(state).discards), None)
    changes = tuple(
        replace(one, zone=zone, at=None) if isinstance(one, Laid) else one for one in done.changes
    )
    if zone is None or changes == done.changes:
        return None
    said = game.table.judge(state, changes)
    asked = said.choice is not None
    return Acts(done.moves, changes, done.after, asked) if are(said, done.moves) else None


def are(said: Judgement, moves: Sequence[Any]) -> bool:
    """Tell whether a judgement is these moves, in whichever order, or a choice with the only one.

    Nothing is refused beside them.
    """
    if said.choice is not None and len(moves) == 1:
        return any(same_move(way.move, moves[0]) for way in said.choice.meanings)
    left = list(moves)
    for made in said.moves:
        found = next((one for one in left if same_move(made.move, one)), None)
        if found is None:
            return False
        left.remove(found)
    return not left and not said.refusals


def _ends(layout: Layout) -> Iterator[Layout]:
    """Yield a layout with the cards that are to be taken away still there, and without them."""
    yield layout
    left = tuple(card for card in layout.cards if card.status is not CardStatus.TO_CLEAR)
    if left != layout.cards:
        yield replace(layout, cards=left)


def _ways(was: Layout, after: Layout) -> Iterator[tuple[Change, ...]]:
    """Yield what is done, first without the cards that go when somebody has time."""
    changes = diff_layouts(was, after)
    yield tuple(one for one in changes if not (isinstance(one, Taken) and one.was.status in MAY_GO))
    yield changes
