"""`coyote enrol`: teaches the table a deck of your own from pictures of its cards."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import click

from firmware.commands.options import NumberRange
from firmware.commands.speak import refuse, say, tell, warn
from firmware.decks import MatchDeck
from firmware.mats import TABLE, load_mats
from vision.decks.deck import Deck, load_deck
from vision.decks.shelves import deck_names
from vision.enrol.adapting import remove_adapted
from vision.enrol.card_pictures import HEIGHT_MM, Progress
from vision.enrol.enrol import PACK, DeckFacts, count_if_all, enrol
from vision.enrol.limits import kinship

NAMED = 8  # Number of files or cards to name in a sentence.
TOLD = 10  # Number of lines for the whole work, besides the first line.


@click.command("enrol")
@click.option(
    "--from",
    "pictures",
    default=None,
    type=click.Path(path_type=Path),
    help="The folder with the pictures.",
)
@click.option(
    "--deck",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder of the deck.",
)
@click.option("--name", default=None, help="The deck's name; otherwise the folder's.")
@click.option(
    "--cards", default=None, help="The cards: 52, a deck's name, or names separated by commas."
)
@click.option("--size", default=None, help="The size of a card in mm, such as 63x88.")
@click.option(
    "--straight/--photos",
    default=None,
    help="The kind of pictures: straight cut-outs or photographs. Detected by default.",
)
@click.option(
    "--round/--rectangular",
    "is_round",
    default=None,
    help="The shape of the cards. Detected by default.",
)
@click.option("--whole", is_flag=True, help="The pictures show every card of the deck.")
@click.option(
    "--ungrown", is_flag=True, help="Remove the pictures that the deck has gained in play."
)
def enrol_command(
    pictures: Path | None,
    folder: Path,
    name: str | None,
    cards: str | None,
    size: str | None,
    straight: bool | None,
    is_round: bool | None,
    whole: bool,
    ungrown: bool,
) -> None:
    """Teach the deck in a FOLDER from pictures: one per card, named by card (QH.jpg).

    BACK.jpg, BACK2.jpg … are backs. A picture is a straight cut-out of a card, or a photograph of
    one card on a plain table or the mat. A deck with missing cards works for the others; it is read
    more strictly, because nobody knows what is missing. --ungrown removes the pictures that the
    deck has gained in play, and teaches nothing.
    """
    try:
        folder.exists()
    except (OSError, ValueError) as error:  # The name is impossible for a folder.
        refuse("cli.file_unreadable", file=str(folder), reason=str(error))
    if ungrown:
        tell("cli.enrol.ungrown", count=remove_adapted(folder), folder=str(folder))
        return
    if pictures is None:
        raise click.MissingParameter(param_hint="'--from'", param_type="option")
    facts = DeckFacts(
        cards=_listed(cards),
        size_mm=_size(size),
        mat=load_mats(TABLE)[0],
        straight=straight,
        whole=whole,
        is_round=is_round,
        called=MatchDeck.of(cards or "").called,
    )
    count = count_if_all(pictures, folder, facts)
    if count is not None and sys.stdin.isatty():
        asked, count = count, None
        facts = replace(facts, whole=click.confirm(say("cli.enrol.is_all", count=asked), err=True))
    if sys.stdin.isatty():
        facts = replace(facts, ask_height=_ask_height)
    with _progress_lines() as shown:
        done = enrol(pictures, folder, name, facts, progress=shown)
    for kind, paths in done.unread.items():
        warn(f"cli.enrol.unread.{kind}", files=_names(paths))
    kept, test = done.deck, done.test
    tell("cli.enrol.done", deck=kept.name, count=len(kept.templates), folder=str(folder))
    if done.turned:
        tell("cli.enrol.turned", files=_names(done.turned))
    tell("cli.enrol.test", reads=test.reads, right=test.right, wrong=test.wrong)
    if done.assumed:
        tell("cli.enrol.assumed", size=f"{kept.size_mm[0]:g} × {kept.size_mm[1]:g}")
    if kept.missing:
        missing = _listing(kept.missing)
        tell("cli.enrol.missing", count=len(kept.missing), of=len(kept.cards), cards=missing)
        if count is not None:
            tell("cli.enrol.or_all", count=count)
        twins = [card for card in kept.templates if _has_a_lacking_twin(kept, card)]
        if twins:
            tell("cli.enrol.stricter", cards=_listing(twins))
        else:
            tell("cli.enrol.stricter_all")
    elif not kept.complete:
        tell("cli.enrol.not_whole")
    if kept.adapted:
        tell("cli.enrol.grown", cards=", ".join(kept.adapted))
    if not kept.backs:
        tell("cli.enrol.no_back")
    for one, other in test.pairs:
        tell("cli.enrol.pair", one=one, other=other)


def _ask_height() -> float:
    height: float = click.prompt(
        say("cli.enrol.ask_height"), type=NumberRange(20, 400), default=HEIGHT_MM, err=True
    )
    return height


def _has_a_lacking_twin(deck: Deck, card: str) -> bool:
    return any(kinship(card, other) == "colour" for other in deck.missing)


def _names(paths: Sequence[Path]) -> str:
    return _listing([path.name for path in paths])


def _listing(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def _listed(cards: str | None) -> tuple[str, ...] | None:
    if cards is None:
        return None
    if cards == "52":
        return PACK
    if cards in deck_names():
        return load_deck(cards, pictures=False).names
    return tuple(dict.fromkeys(card.strip() for card in cards.split(",") if card.strip()))


def _size(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        width, height = (float(part) for part in text.lower().split("x"))
    except ValueError:
        width = height = 0.0
    if not (10 <= width < height <= 400):
        refuse("cli.enrol.bad_size", given=text)
    return width, height


@contextmanager
def _progress_lines() -> Iterator[Progress]:
    """Print a line on standard error for each stage, with the number of cards done."""
    with ExitStack() as shown:
        further: dict[str, Callable[[int], None]] = {}
        before = Counter[str]()

        def show(stage: str, done: int, of: int) -> None:
            if stage not in further:
                shown.close()
                line = progress(say(f"cli.enrol.stage.{stage}"), of)
                further[stage] = shown.enter_context(line)
            further[stage](done - before[stage])
            before[stage] = done

        yield show


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """Yield a function. Each call of it takes the number of items finished since the last call."""
    if sys.stderr.isatty():
        with click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True) as shown:
            yield shown.update
        return
    done = 0

    def further(more: int) -> None:
        nonlocal done
        before, done = done, done + more
        if more and (before == 0 or done * TOLD // length > before * TOLD // length):
            click.echo(f"{label}: {done}/{length}", err=True)

    yield further
