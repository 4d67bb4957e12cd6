"""Who may name the players of a match. In a drawn match, the draw says who plays at each seat.

The name of a drawn player is the one that counts for the club. A phone may show another one, but
only the host can say that the drawn players sit in another order, or that somebody else plays on.
"""

from __future__ import annotations

from referee.actor import Actor
from referee.contract import By, IllegalMove, Message
from referee.match.players import Players
from referee.names import is_same


def check_name(players: Players, seat: int, name: str, by: Actor) -> None:
    """Raise `IllegalMove` if a seat's player cannot get this name.

    If the host names the player who was drawn for another seat, the two change places.
    """
    drawn, other = players.drawn_player(seat), players.drawn_seat(name)
    if other is not None and other != seat:
        if by.kind is By.SEAT or seat in players.levels:
            raise IllegalMove("desk", Message("desk.drawn_there", {"name": name, "seat": other}))
    elif drawn and not is_same(name, drawn):
        raise IllegalMove("desk", Message("desk.drawn_here", {"name": drawn, "seat": seat}))


def check_handover(players: Players, seat: int, name: str, by: Actor, *, bot: bool) -> None:
    """Raise `IllegalMove` if a drawn player's seat cannot go to a player with this name.

    Their own phone can give the seat to a bot, but only the host says that somebody else plays.
    """
    other = players.drawn_seat(name)
    if other is not None and other != seat and players.drawn_player(other):
        raise IllegalMove("desk", Message("desk.drawn_there", {"name": name, "seat": other}))
    drawn = players.drawn_player(seat)
    if not drawn or bot or is_same(name, drawn):
        return
    if by.kind is By.SEAT:
        raise IllegalMove("desk", Message("desk.drawn_host", {"name": drawn}))
    if not name:
        raise IllegalMove("desk", Message("desk.drawn_nobody"))
