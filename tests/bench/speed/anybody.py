"""Somebody who plays a table's matches over the network, and knows no rule.

Cards are dealt, held, laid and taken at the virtual table, where they are read; what is offered is
done as the host. What the table refuses is let be.
"""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.error import HTTPError

from tests.process import Process

NUMBER_SPREAD = 3  # how far above the least number this player goes
DUE_SHARE, LAY_SHARE = 0.4, 0.2  # how often what is due is done by hand, and any card laid


class Anybody:
    """Plays by the state of the virtual table's page, or of a real table's own (`view`)."""

    def __init__(self, table: Process, seed: int, view: str = "virtual") -> None:
        self._table = table
        self._random = Random(seed)
        self.view = view
        self.moves = self.tried = 0

    def begin(self, game: str, seats: int) -> None:
        """Begin a match of a game with its usual options."""
        self._post("/api/match", {"game": game, "options": {}, "seats": seats})

    def play(self, *, by_cards: bool) -> bool:
        """Do one thing, with the cards where there are any; tell whether the match goes on."""
        state = self._table.state(self.view)
        self.tried += 1
        if state["over"] or state["seq"] is None:
            return False
        if state["mustDeal"] and self._post("/virtual/deal", {}):
            return True
        if by_cards and state["scene"] and self._by_cards(state["scene"]):
            return True
        offers = [entry for entry in state["offers"] if entry["by"] != "host"] or state["offers"]
        if not offers:
            return True  # the table itself goes on, by its clock
        offer = self._random.choice(offers)
        move = {"move": offer["move"], **offer["given"]}
        if offer["seat"] is not None:
            move["seat"] = offer["seat"]
        move |= {ask["field"]: self._answer(ask) for ask in offer["ask"]}
        made = self._post("/api/move", {"as": "host", "seen": state["seq"], "move": move})
        self.moves += made
        return True

    def _by_cards(self, scene: Any) -> bool:
        """Do something that is due by hand, or turn a card of the pile up in any zone."""
        due = [duty["id"] for duty in scene["duties"] if not duty["chooses"]]
        if due and self._random.random() < DUE_SHARE:
            return self._post("/virtual/carry", {"id": self._random.choice(due)})
        if self._random.random() < LAY_SHARE:
            zone = self._random.choice(sorted(scene["zones"]))
            return self._post("/virtual/show", {"id": "pile", "zone": zone})
        return False

    def _answer(self, ask: Any) -> Any:
        random = self._random
        match ask["kind"]:
            case "number":
                steps = NUMBER_SPREAD
                if ask["most"] is not None:
                    steps = min(steps, (ask["most"] - ask["least"]) // ask["step"])
                return ask["least"] + ask["step"] * random.randint(0, steps)
            case "seat":
                return random.choice(ask["seats"])
            case "choice":
                return random.choice(ask["choices"])["value"]
            case "cards":
                return self._cards(ask)
        place = random.choice([entry for entry in ask["places"] if entry["cells"]])
        row, column = random.choice(place["cells"])
        return {"card": place["card"], "row": row, "column": column}

    def _cards(self, ask: Any) -> list[str]:
        left = {entry["card"]: entry["left"] for entry in ask["possible"]}
        cards = list(ask["known"])
        for card in cards:
            left[card] = left.get(card, 0) - 1
        pile = [card for card, count in left.items() for _ in range(count)]
        self._random.shuffle(pile)
        return cards + pile[: max(0, ask["least"] - len(cards))]

    def _post(self, path: str, body: dict[str, Any]) -> bool:
        """Do something; tell whether the table did not refuse it."""
        try:
            self._table.post(path, body)
        except HTTPError as refused:
            refused.close()
            if refused.code >= 500:
                raise
            return False
        return True
