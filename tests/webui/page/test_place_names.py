"""What is written on the drawn mats: what each place is for, and what cells are called."""

from __future__ import annotations

import pytest

from referee import library, words
from referee.words import Voice
from tests.webui.drawn import drawn, planned
from webui.page.border import Words
from webui.page.tabletop.shapes import TableDrawing
from webui.page.tabletop.table import draw_cards


def table_of(game: str, seats: int, *moves: dict[str, object], locale: str = "en") -> TableDrawing:
    played = library.game(game)
    state = played.rules.begin(library.options(played), seats)
    for move in moves:
        state, _ = played.rules.apply(state, library.move(played, move))
    return draw_cards(Words(Voice(locale), drawn), planned(game, seats), played.table.layout(state))


@pytest.mark.parametrize(("seats", "locale"), [(4, "en"), (6, "fr")])
def test_each_place_of_a_mat_with_signs_is_named_until_a_card_covers_it(
    seats: int, locale: str
) -> None:
    table = table_of("plenty_coups", seats, locale=locale)
    kinds = ("raid", "defence", "proposal", "alliance", "stick")
    written = [name.text for name in table.names]
    for kind in kinds:
        assert written.count(words.texts(f"mat.{kind}", locale)[f"mat.{kind}"]) == seats
    market = Voice(locale).key("mat.market")
    assert market in written
    cards = ["coup_stick", "horse", "bee_2", "weapon_2"]
    later = table_of("plenty_coups", seats, {"move": "market_read", "cards": cards}, locale=locale)
    assert market not in [place_name.text for place_name in later.names]
