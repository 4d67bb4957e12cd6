"""Placements of Ogallala judged twice: by the model from the rule file, and by the referee.

python -m tests.referee.ogallala.judging 100000 [SEED]
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from referee import library
from referee.contract import AskPlace, Cell, IllegalMove, Offer, Offers
from referee.ogallala.state.state import State
from tests.referee.asks import places
from tests.referee.models import ogallala as model
from tests.referee.models.driver import same
from tests.referee.models.ogallala_score import lines, ranking, score
from tests.referee.models.ogallala_territories import broken, grown, look
from tests.referee.ogallala.summary import amid, ended, first_territory

GAME = library.game("ogallala")
SIDES = {-1: "left", 0: "", 1: "right"}
Spot = tuple[model.Cell, str]  # a cell, and to which side others move


@cache
def begun(two_tribes: bool) -> State:
    state: State = GAME.rules.begin(library.options(GAME, {"tribes": two_tribes}), 2)
    return state


def about_to_lay(territory: model.Territory, card: str, two_tribes: bool) -> State:
    """Return a match in which the first seat has a territory, and a card is the last of a pile."""
    state = begun(two_tribes)
    return amid(state, (territory, {}), {card: 1})


def offered(offers: Offers, card: str) -> dict[Spot, Offer]:
    """Return where it is offered to lay a card from the pile."""
    result = {}
    for offer, ask in places(offers):
        if offer.given.get("source") == "pile":
            for cell in ask.places.get(card, ()):
                result[cell, str(offer.given.get("side", ""))] = offer
    return result


def known(offer: Offer) -> dict[model.Cell, str]:
    """Return the cards that lie beside the new one, as the camera is to find them."""
    (ask,) = (ask for ask in offer.ask if isinstance(ask, AskPlace))
    return {(cell.row, cell.column): cell.card for cell in ask.known}


def laying(card: str, spot: Spot) -> dict[str, Any]:
    """Return the move that lays a card from the pile, as plain data."""
    (row, column), side = spot
    laid = {"card": card, "row": row, "column": column}
    move = {"move": "place", "player": 0, "source": "pile", "laid": laid}
    return {**move, "side": side} if side else move


def legal(territory: model.Territory, card: str, two_tribes: bool) -> dict[Spot, model.Slide]:
    """Return where the model may lay a card; a first one in column 0, where columns begin."""
    return {
        (place.cell, SIDES[place.by]): place
        for place in model.placements(territory, card, two_tribes)
        if territory or place.cell[1] == 0
    }


def refused(state: State, move: dict[str, Any]) -> str | None:
    """Return the rule by which the referee refuses a move; None if it takes it."""
    made = library.move(GAME, move)
    try:
        GAME.rules.apply(state, made)
    except IllegalMove as refusal:
        return refusal.rule
    return None


def judge(territory: model.Territory, card: str, two_tribes: bool, met: Counter[str]) -> None:
    """Hold the referee to the model for a card in every cell, and with every shift."""
    state = about_to_lay(territory, card, two_tribes)
    about = (f"{card}, two tribes: {two_tribes}", look(territory))
    offers = GAME.rules.offers(state)
    places, spots = legal(territory, card, two_tribes), offered(offers, card)
    same("where it may lie", sorted(places), sorted(spots), *about)
    for spot, place in places.items():
        move = laying(card, spot)
        made = library.move(GAME, move)
        same(f"{spot} is offered", True, made in offers, *about)
        same(f"{spot} is refused", None, refused(state, move), *about)
        after, _ = GAME.rules.apply(state, made)
        same(f"after {spot}", place.after, first_territory(after), *about)
        others = model.without(place.after, [place.cell])
        same(f"others at {spot}", others, known(spots[spot]), *about)
        met["legal" if place.by == 0 else "slides"] += 1
    if not territory:
        return
    cells = model.judged(territory, card, two_tribes)
    for cell, against in cells.items():
        if against:
            move = laying(card, (cell, ""))
            same(f"{cell} is offered", False, library.move(GAME, move) in offers, *about)
            rule = refused(state, move)
            same(f"{cell} is refused by one of", True, rule in against or (rule, against), *about)
            met[rule or ""] += 1
    sets = [cell for cell, other in territory.items() if model.set_of(other)] or [min(territory)]
    for cell in (sets[0], sets[-1]):
        for side in ("left", "right"):
            if (cell, side) not in places:
                same(f"{cell} {side}", "OG-16", refused(state, laying(card, (cell, side))), *about)
                met["no slide"] += 1


def appraise(territory: model.Territory) -> None:
    """Hold what the referee shows of a territory to the model: canoes, strengths, points."""
    state = about_to_lay(territory, "tent", False)
    lying = GAME.table.layout(state)
    shown = [outline for outline in lying.outlines if outline.zone.seat == 0]
    about = look(territory)
    canoes = model.canoes(territory)
    same("canoes", [canoe.cells for canoe in canoes], [item.cells for item in shown], about)
    same(
        "complete",
        [canoe.complete for canoe in canoes],
        [outline.whole for outline in shown],
        about,
    )
    for canoe, group in zip(canoes, shown, strict=True):
        values = {token.kind: token.count for token in group.pieces}
        points = sum(line.points for line in lines(canoe))
        same("strength", canoe.strength, values["strength"], canoe, about)
        same("points", points, values.get("point", 0), canoe, about)


def count(territory: model.Territory, two_tribes: bool) -> None:
    """Hold what the referee says of cards outside a match to the model: the sum, and faults."""
    assert GAME.table.appraise is not None
    options = library.options(GAME, {"tribes": two_tribes})
    laid = [Cell(card, row, column + 5) for (row, column), card in territory.items()]
    appraisal = GAME.table.appraise(options, laid)
    about = look(territory)
    same("the sum", score(territory), appraisal.score.total, about)
    same(
        "canoes",
        [canoe.complete for canoe in model.canoes(territory)],
        [outline.whole for outline in appraisal.outlines],
    )
    rows = [model.row_of(territory, (row, 0)) for row in model.ROWS]
    named = zip("ABC", rows, strict=True)
    amiss = [name for name, cards in named if model.faults(cards, two_tribes)]
    texts = [fault.params["row"] for fault in appraisal.faults if "row" in fault.params]
    same("rows with a fault", amiss, texts, about, appraisal.faults)
    for fault in appraisal.faults:
        if "row" in fault.params:
            rule = {"alike": "OG-12", "ends": "OG-13", "tribes": "OG-50"}[fault.key.split(".")[-1]]
            broken_ = model.faults(rows["ABC".index(str(fault.params["row"]))], two_tribes)
            same("the fault", True, rule in broken_ or (rule, broken_), about)


def crewed(rng: Random) -> dict[model.Cell, str]:
    """Return a territory of complete canoes, one a row, that hold much of one or two sets."""
    territory: dict[model.Cell, str] = {}
    for row in model.ROWS:
        sets = rng.sample(sorted(model.SETS), 2)
        cards = [card for name in sets for card in model.SETS[name] if rng.random() < 0.8]
        if cards and rng.random() < 0.3:
            cards.append(rng.choice(cards))  # against OG-12, as outside a match
        cards += rng.sample([*model.SINGLES, model.TOTEM, "warrior_a_red"], rng.randrange(4))
        rng.shuffle(cards)
        if rng.random() < 0.5:
            cards.sort(key=lambda card: (model.set_of(card), card.endswith("_right")))
        canoe = ["empty_bow", *cards, "empty_stern"][: model.COLUMNS]
        territory |= {(row, column): card for column, card in enumerate(canoe)}
    return territory


def rank(three: list[dict[model.Cell, str]]) -> None:
    """Hold the places of ended matches to the model's."""
    state: State = GAME.rules.begin(library.options(GAME, {}), 3)
    over = ended(amid(state, three, {}))
    outcome = GAME.rules.outcome(over)
    assert outcome is not None
    same("places", tuple(map(tuple, ranking(three))), outcome.ranking, *map(look, three))


def territories(rng: Random) -> Iterator[tuple[model.Territory, list[str], bool]]:
    """Yield territories for ever, with cards to be laid there, and whether there are tribes."""
    while True:
        two_tribes = rng.random() < 0.4
        territory, rest = grown(rng, rng.randrange(0, 40), two_tribes)
        chosen = rng.sample(rest, min(3, len(rest)))
        chosen += [card for card in rest if model.set_of(card)][:3]
        yield territory, list(dict.fromkeys(chosen)), two_tribes


def judge_many(placements: int, seed: int) -> Counter[str]:
    """Judge at least so many placements; return how often each answer was met."""
    rng, met = Random(seed), Counter[str]()
    for territory, cards, two_tribes in territories(rng):
        for card in cards:
            judge(territory, card, two_tribes, met)
        if met.total() - met["no slide"] >= placements:
            return met
        for item in (territory, broken(rng), crewed(rng)):
            appraise(item)
            count(item, two_tribes)
    raise AssertionError


if __name__ == "__main__":
    start = time.process_time()
    counts = judge_many(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    slid = counts.pop("no slide")
    print(f"{counts.total()} placements: {dict(counts)}, and {slid} shifts that are none")
    print(f"{time.process_time() - start:.0f} s")
