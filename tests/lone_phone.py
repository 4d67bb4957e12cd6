"""A phone at one seat. It knows no game, and presses only what its page offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from referee.contract import Cue
from referee.reports.status import ACTING
from referee.reports.tabletop import PILE

State = Mapping[str, Any]
PATIENCE = 40
READ_LOOKS = 2


class Press(NamedTuple):
    """What a page sends if its player presses something there."""

    path: str
    body: dict[str, Any]


class LonePhone:
    """Presses what the page offers. `now_ms` is the table's clock, by which buttons wake up.

    The folded offers are those that a player seldom needs: it takes one up only if nothing else
    has happened in `PATIENCE` looks at the page. After it has moved a card, it lets the table read
    it for `READ_LOOKS` looks. `in_vain` is the number of looks, one after another, in which the
    page asked for something and offered nothing for it.
    """

    def __init__(self, client: FlaskClient, random: Random, now_ms: Callable[[], float]) -> None:
        self._client, self._random, self._now_ms = client, random, now_ms
        self._idle = self._rests = self.in_vain = 0
        self.refused: list[tuple[Press, Any]] = []

    def state(self) -> State:
        """Return the state of the page."""
        answer = self._client.get("/api/state")
        assert answer.status_code == 200
        state: State = answer.get_json()
        return state

    def send(self, press: Press) -> Any:
        """Send a press, and return the answer. Note it if the table refuses to move a card."""
        answer = self._client.post(press.path, json=press.body).get_json()
        if answer.get("asks"):  # Somebody who taps this card means it.
            answer = self._client.post(press.path, json=press.body | {"sure": True}).get_json()
        if press.path.startswith("/virtual") and "error" in answer:
            self.refused.append((press, answer))
        return answer

    def act(self) -> bool:
        """Press something, if the page offers anything. Return whether the match is over."""
        state = self.state()
        if state["over"]:
            return True
        self._rests -= 1
        if self._rests < 0 and (press := self.choose(state)) is not None:
            self.send(press)
            self._rests = READ_LOOKS if press.path == "/virtual/show" else 0
        return False

    def choose(self, state: State) -> Press | None:
        """Return what the player presses now: a button of a duty if there is one."""
        presses = [*self._due(state)] or [*self._chosen(state)]
        if not presses and self._idle >= PATIENCE:
            presses = [*self._offers(state, folded=True)]
        self._idle = 0 if presses else self._idle + 1
        self.in_vain = self.in_vain + 1 if not presses and _asks_viewer(state) else 0
        return self._random.choice(presses) if presses else None

    def _due(self, state: State) -> Iterator[Press]:
        """Yield what the table waits for: a deal, an answer, or the first duty with a button."""
        plain = [duty for duty in state["duties"] if not duty["chooses"]]
        if state["mustDeal"]:
            yield Press("/virtual/deal", {})
        elif (asked := state["question"]) is not None and [*_answers(asked)]:
            yield from _answers(asked)
        elif plain:
            yield Press("/virtual/carry", {"id": plain[0]["id"], "cards": []})

    def _chosen(self, state: State) -> Iterator[Press]:
        """Yield what a player chooses from: lit cards and cells, held cards, and offers."""
        drawing = state["table"] or {"lying": [], "free": []}
        for duty in state["duties"]:
            for card in duty["cards"]:
                if _is_lit(drawing, *duty["lies"].get(card, ("", ""))):
                    yield Press("/virtual/carry", {"id": duty["id"], "cards": [card]})
        held = [card for hand in state["hands"] if hand["plays"] for card in hand["cards"]]
        for card in held:
            for cell in drawing["free"]:
                if card["card"] in cell["fits"]:
                    spot = {"zone": cell["zone"], "at": cell["at"]}
                    yield Press("/virtual/show", {"id": card["id"], **spot})
            for lay in card["lays"]:
                if lay["value"] == PILE:
                    yield Press("/virtual/back", {"id": card["id"]})
                else:
                    yield Press("/virtual/show", {"id": card["id"], "zone": lay["value"]})
        yield from self._offers(state, folded=False)

    def _offers(self, state: State, folded: bool) -> Iterator[Press]:
        for offer in state["offers"]:
            is_due = (offer["due"] or 0) <= self._now_ms()
            if offer["by"] == "seat" and is_due and offer["shown"]["aside"] == folded:
                yield self._move(state, offer)

    def _move(self, state: State, offer: Mapping[str, Any]) -> Press:
        """Return the move of an offer, with an answer to each of its questions."""
        move = {**offer["given"], "move": offer["move"]}
        if offer["seat"] is not None:
            move["seat"] = offer["seat"]
        move |= {ask["field"]: self._answer(ask) for ask in offer["ask"]}
        return Press("/api/move", {"seen": state["seq"], "as": "seat", "move": move})

    def _answer(self, ask: Mapping[str, Any]) -> Any:
        match ask["kind"]:
            case "number":
                return ask["least"]
            case "choice":
                return self._random.choice(ask["choices"])["value"]
            case "seat":
                return self._random.choice(ask["seats"])
            case "cards":
                return self._cards(ask)
            case "place":
                card = self._random.choice(ask["places"])
                row, column = self._random.choice(card["cells"])
                return {"card": card["card"], "row": row, "column": column}

    def _cards(self, ask: Mapping[str, Any]) -> list[str]:
        """Return the known cards and enough others."""
        known = list(ask["known"])
        others = [entry["card"] for entry in ask["possible"] for _ in range(entry["left"])]
        for card in known:
            others.remove(card)
        self._random.shuffle(others)
        count = self._random.randint(ask["least"], max(ask["least"], min(ask["most"], len(others))))
        return [*known, *others[: count - len(known)]]


def _asks_viewer(state: State) -> bool:
    """Whether the headline is about the viewer, whose cue asks for something."""
    you = state["you"]
    asks = you is not None and Cue(state["seats"][you]["cue"]) in ACTING
    return asks and state["focus"]["seat"] == you and not state["paused"]


def _is_lit(drawing: Mapping[str, Any], zone: str, name: str) -> bool:
    """Whether a drawing has the card of this name in a zone, or, without a name, a pile there."""
    return any(
        drawn["zone"] == zone and (drawn["card"] == name if name else drawn["kind"] == "pile")
        for drawn in drawing["lying"]
    )


def _answers(question: Mapping[str, Any]) -> Iterator[Press]:
    """Yield the answers to a question of the table: a meaning, or the likeliest card."""
    id_ = question["id"]
    yield from (Press("/api/way", {"question": id_, "way": way["id"]}) for way in question["ways"])
    for item in question["items"]:
        if not item["certain"] and item["answer"] is None and item["candidates"]:
            card = item["candidates"][0]["card"]
            yield Press("/api/answer", {"question": id_, "item": item["id"], "card": card})
