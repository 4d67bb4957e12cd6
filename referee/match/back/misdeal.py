"""A report that cards are wrong, and the question whether to deal again (SL-16).

Nobody but the players can count the cards in a hand. The table says what it has counted itself.
"""

from __future__ import annotations

from referee.actor import Actor
from referee.contract import IllegalMove, Message, Presentation, Value
from referee.match.back.new_deal import MISDEAL
from referee.match.commands import ReportMisdeal
from referee.match.journal import bodies
from referee.match.proposing import proposed
from referee.match.running import PlayedMatch
from referee.proposals import NEW_DEAL

_SAID = {
    "none_left": "desk.misdeal.none_left",
    "too_few": "desk.misdeal.too_few",
    "too_many": "desk.misdeal.too_many",
    "lost": "desk.misdeal.lost",
    "twice": "desk.misdeal.twice",
}
_COUNTED = {  # About the player's own hand. The table may count the cards of each hand itself.
    "none_left": "desk.misdeal.none_left.counted",
    "too_few": "desk.misdeal.too_few.counted",
    "too_many": "desk.misdeal.too_many.counted",
}


def misdeal_body(running: PlayedMatch, command: ReportMisdeal, by: Actor) -> bodies.Body:
    """Return the entry that asks everybody whether to deal again, or the new deal itself.

    Bots agree at once. Raise `IllegalMove` if there is no deal, if the player is out of the match,
    or if the table counts no card for a player who has none left.
    """
    seat, wrong = command.seat, command.wrong
    running.try_deal_anew()
    if wrong in _COUNTED and running.game.shown.view(running.state, None).seats[seat].out:
        raise IllegalMove(MISDEAL, Message("desk.misdeal.out", {"seat": seat}))
    held = running.game.table.layout(running.state).held
    key, params = _SAID[wrong], dict[str, Value](seat=seat)
    if wrong in _COUNTED and seat < len(held):
        if wrong == "none_left" and not held[seat]:
            raise IllegalMove(MISDEAL, Message("desk.misdeal.none_counted", params))
        key, params = _COUNTED[wrong], {**params, "count": held[seat]}
    shown = Presentation(Message(key, params), effect=Message("desk.misdeal.effect"))
    return proposed(running, by, {seat, *running.players.levels}, shown, NEW_DEAL)[0]
