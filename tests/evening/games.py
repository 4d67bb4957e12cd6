"""Matches of an evening in which hidden cards count."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tests.club_site import Phone, sit
from tests.evening.count import Played
from tests.evening.table import Table
from tests.process import eventually, once_read


def with_bluffs(table: Table) -> Played:
    """Ada extorts from Bo, who doubts it wrongly; then they stop early.

    Bo is caught with a bluff after Di has taken over the seat.
    """
    people = ("Ada", "Bo", "Cy")
    table.begin("coup", people, least_s=0, most_s=0)
    table.process.post("/virtual/deal")
    for move in (
        {"move": "declare", "seat": 0, "action": "extort", "target": 1},
        {"move": "challenge", "seat": 1},
        {"move": "card_shown", "cards": ["captain"]},
        {"move": "card_turned", "cards": ["duke"]},
        {"move": "card_returned"},
        {"move": "move_on", "seat": 0},
        {"move": "declare", "seat": 1, "action": "tax"},
    ):
        table.process.move(**move)
    table.process.post("/api/seat/over", {"seat": 1, "name": "Di", "place": "keeps"})
    table.process.move(move="challenge", seat=2)
    table.process.move(move="card_shown", cards=["captain"])
    table.post("/api/stop")
    agree(table, (0, 1, 2))
    tries = (
        ("Bluffs", "Ada", False),
        ("Right challenges", "Bo", False),
        ("Bluffs", "Bo", True),
        ("Bluffs caught", "Bo", True),
        ("Right challenges", "Cy", True),
    )
    aimed = (("Ada", "Bo"), ("Bo", "Ada"), ("Cy", "Bo"))
    places = (("Ada", "Cy"), ("Bo",))  # two cards each, and none
    return Played("coup", places, frozenset(people), tries, aimed)


def agree(table: Table, seats: Iterable[int]) -> None:
    """Let seats say yes to what everybody is asked."""
    for seat in seats:
        table.process.move(move="agree_to_proposal", seat=seat)


def with_cards_and_francs(table: Table) -> Played:
    """Three deals of Coup d'État: dealt again, decided early, and stopped for the night.

    Bo notices late that a card is missing; what was played until then counts for nothing.
    """
    people, francs = ("Ada", "Bo", "Cy"), [10_000] * 3
    table.begin("coup_detat", people)
    phones = [Phone() for _ in people]
    for seat, name in enumerate(people):
        sit(phones[seat], table.site, seat, name)

    def say(seat: int, **move: Any) -> None:
        phone, site = phones[seat], table.site

        def post() -> None:
            seen = phone.state(site)["seq"]
            phone.post(site, "/api/move", seen=seen, move={"seat": seat, **move})

        eventually(lambda: once_read(post))

    def all_agree(asked_by: int) -> None:
        for seat in {0, 1, 2} - {asked_by}:
            say(seat, move="agree_to_proposal")

    def deal(contract: str, holder: int, *tricks: str) -> None:
        table.process.post("/virtual/deal")
        say(holder, move="decline")
        say(0, move="name_contract", contract=contract)
        leader = 0
        for trick in tricks:
            cards = trick.split()
            for at, card in enumerate(cards):
                table.process.move(move="card_played", player=(leader + at) % 3, cards=[card])
            table.process.move(move="cleared")
            aces = [at for at, card in enumerate(cards) if card[0] == "A"]
            leader = (leader + aces[0]) % 3

    def pays(seat: int, amount: int) -> None:
        francs[seat] -= amount
        francs[0] += amount  # Ada presides over the whole tour (CE-5)
        assert shown() == francs

    def shown() -> list[int]:
        seats = table.process.state()["seats"]
        return [int(re.sub(r"\D", "", seat["tokens"][0]["text"])) for seat in seats]

    for seat, card in enumerate(("AC", "9D", "9H")):
        table.process.move(move="card_drawn", player=seat, cards=[card])
    table.process.move(move="cleared")
    deal("siege", 2, "KC AC QC", "AS KS QS", "JS 10S AD")  # the last trick's ace follows no suit
    seen = phones[1].state(table.site)["seq"]
    phones[1].post(table.site, "/api/misdeal", seat=1, wrong="too_few", seen=seen)
    all_agree(1)
    assert shown() == francs
    deal("barbu", 1, "9C AC KH")
    say(2, move="end_deal")
    all_agree(2)
    pays(1, 800)  # CE-30
    deal("siege", 0, "KD QD AD")
    say(2, move="claim_rest")
    all_agree(2)
    pays(2, 6 * 100)  # CE-32: all spades of the pack for three (CE-41)
    seen = phones[0].state(table.site)["seq"]
    phones[0].post(table.site, "/api/stop", seat=0, seen=seen)
    all_agree(0)
    for phone in phones:
        phone.post(table.site, "/api/seat/leave")
    order = sorted(range(3), key=francs.__getitem__, reverse=True)
    places = tuple((people[seat],) for seat in order)
    return Played("coup_detat", places, frozenset(people))
