"""A person at the virtual table, who knows no game and asks for what its page offers, by requests.

It is much faster than a browser, so that many matches can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from flask.testing import FlaskClient

from referee.contract import By

Request = tuple[str, dict[str, Any]]
OFTEN = 0.25  # how often a person chooses something else than what the page suggests


PAUSES_S = (0.0, 0.1, 0.3, 0.6)  # Before a request, and after it: a page shows what has passed.


class Requests:
    """The person at the first seat, who `wait`s now and then while others act.

    All that was asked for is in `made`, with each answer.
    """

    def __init__(self, client: FlaskClient, random: Random, wait: Callable[[float], None]) -> None:
        self._client, self._random, self._wait = client, random, wait
        self.state: Mapping[str, Any] = {}
        self.made: list[tuple[Request, int]] = []

    def act(self) -> bool:
        """Ask for something, if the page offers anything. Return whether the match is over."""
        answer = self._client.get("/api/state?view=virtual")
        assert answer.status_code == 200, answer.data
        self.state = answer.get_json()
        kinds = [[*self._due()], [*self._lit()], [*self._offered()]]
        some = [kind for kind in kinds if kind]
        if some and self.state["over"] is None:
            kind = some[-1] if self._random.random() < OFTEN else some[0]
            if kind is not kinds[-1] or self._random.random() < OFTEN:  # Others act meanwhile.
                self._ask(self._random.choice(kind))
        self._wait(self._random.choice(PAUSES_S))
        return self.state["over"] is not None

    def _ask(self, request: Request) -> None:
        path, body = request
        if self._random.random() < OFTEN:
            self._wait(self._random.choice(PAUSES_S))
        self.made.append((request, self._client.post(path, json=body).status_code))

    @property
    def _duties(self) -> list[dict[str, Any]]:
        return [duty for duty in self.state["scene"]["duties"] if duty["seat"] in (0, None)]

    def _due(self) -> Iterator[Request]:
        """Yield what gold buttons do."""
        if self.state["mustDeal"]:
            yield "/virtual/deal", {}
        if self.state["paused"]:
            yield "/api/resume", {}
        for duty in self._duties:
            if not duty["chooses"]:
                yield "/virtual/carry", {"id": duty["id"]}

    def _lit(self) -> Iterator[Request]:
        """Yield what lit cards and places do, and the answers to a question."""
        scene, asked = self.state["scene"], self.state["question"]
        if asked is not None:
            for way in asked["ways"]:
                yield "/api/way", {"question": asked["id"], "way": way["id"]}
        for duty in self._duties:
            if duty["chooses"] and duty["cards"]:
                yield "/virtual/tap", {"id": self._random.choice(duty["cards"])}
                count = min(duty["count"], len(duty["cards"]))
                cards = self._random.sample(duty["cards"], count)
                yield "/virtual/carry", {"id": duty["id"], "cards": cards}
        for card, held in scene["held"].items():
            for zone in sorted({*held.get("taps", ()), *held["opens"]}):
                yield "/virtual/show", {"id": card, "zone": zone}
            for x_mm, y_mm, turn_deg in held["fits"]:
                spot = {"x_mm": x_mm, "y_mm": y_mm, "turn_deg": turn_deg}
                yield "/virtual/place", {"id": card, **spot}

    def _offered(self) -> Iterator[Request]:
        """Yield all other moves of the first seat, with anything that may be filled in."""
        moves = [offer for offer in self.state["offers"] if offer["by"] == By.SEAT]
        for offer in moves:
            by_hand = self._duties or self.state["scene"]["reads"]
            asks_cards = any(ask["kind"] == "cards" for ask in offer["ask"])
            if offer["seat"] != 0 or offer["shown"]["aside"] or (asks_cards and by_hand):
                continue
            filled = {ask["field"]: self._filled(ask) for ask in offer["ask"]}
            if None not in filled.values():
                move = {**offer["given"], **filled, "move": offer["move"], "seat": 0}
                yield "/api/move", {"seen": self.state["seq"], "as": "host", "move": move}

    def _filled(self, ask: Mapping[str, Any]) -> Any:
        """Return a value for a field of an offer, or None if the person has no such cards."""
        match ask["kind"]:
            case "number":
                return self._random.choice((ask["least"], ask["most"]))
            case "choice":
                return self._random.choice(ask["choices"])["value"]
            case "seat":
                return self._random.choice(ask["seats"])
            case "place":
                card = self._random.choice(ask["places"])
                row, column = self._random.choice(card["cells"])
                return {"card": card["card"], "row": row, "column": column}
        return self._own_cards(ask)

    def _own_cards(self, ask: Mapping[str, Any]) -> list[str] | None:
        """Return as many cards of the own hand, or of the zone meant, as are asked for."""
        scene, table = self.state["scene"], self.state["table"] or {"lying": ()}
        cards = [scene["faces"][card] for card in scene["hands"][0]]
        cards += [lying["card"] for lying in table["lying"] if lying["zone"] == ask.get("zone")]
        possible = {item["card"] for item in ask["possible"]}
        chosen = [card for card in cards if card in possible]
        count = ask["least"] - len(ask["now"])
        if count > len(chosen):
            return None
        return [place["card"] for place in ask["now"]] + self._random.sample(chosen, max(count, 0))
