"""Acts of people's hands at the virtual table. Each act is a JSON-serialisable value.

An `id` is that of a card, or ``pile`` for the top card of the pile (``pile:N`` for one of several
piles).
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from referee.values import Frozen, IllegalMove

Millimetres = Annotated[float, msgspec.Meta(ge=-5000, le=5000)]
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
Steps = Annotated[int, msgspec.Meta(ge=-50, le=50)]


class _Act(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every act. The field ``do`` is its tag; unknown fields are refused."""


class Place(_Act, tag="place"):
    """Lay a card on the mat, or move a card there.

    If it is laid on another card that must stay visible, that other card moves aside. If `face_up`
    is None, the card is laid face up in a place whose cards are read, and otherwise face down.
    """

    id: str
    x_mm: Millimetres
    y_mm: Millimetres
    turn_deg: Degrees = 0.0
    face_up: bool | None = True


class Take(_Act, tag="take"):
    """Move a card from the mat or a hand to the discards."""

    id: str


class Hold(_Act, tag="hold"):
    """Put a card from the mat or the pile into a seat's hand.

    If somebody drags it over the mat, `lay` is its earlier spot: x and y in mm, and its turn.
    """

    id: str
    seat: int
    lay: tuple[float, float, float] | None = None


class PutBack(_Act, tag="back"):
    """Shuffle a card from the mat or a hand back into the pile."""

    id: str


class Show(_Act, tag="show"):
    """Lay a card in a zone next to the cards there, or in a legal cell of a grid.

    The act is refused if no cell of the grid is legal. If the match already has the card in the
    grid, `at` is its row and column. Then the other cards of the grid are also laid as the match
    has them. If `face_up` is None, the card is laid face down if the match asks for that.
    """

    id: str
    zone: str
    at: tuple[int, int] | None = None
    face_up: bool | None = None


class Tap(_Act, tag="tap"):
    """Do the only duty that a card or pile can do. If there are several, nothing happens.

    The act is refused for a pile or a held card that can do none. A card that a rule forbids raises
    `Unsure`, unless somebody is `sure`.
    """

    id: str
    sure: bool = False


class Unsure(IllegalMove):
    """A rule forbids this card, but hands can lay it: people are asked whether they mean it."""


class Recall(_Act, tag="recall"):
    """Bring the card that was discarded last back to its place."""


class CarryOut(_Act, tag="carry"):
    """Do a duty of the table (`referee.reports.tabletop.TableDuty`) by its id.

    If people choose, `cards` are the cards to move. The act is refused if the duty is done.
    """

    id: str
    cards: tuple[str, ...] = ()


class Along(_Act, tag="along"):
    """Shift all cards of a grid by some columns to the right. Refused at the edge of the mat."""

    zone: str
    columns: Steps


class Lay(_Act, tag="lay"):
    """Lay a card of this name in the middle. Nobody may hold that card."""

    card: str
    face_up: bool = True


class Clear(_Act, tag="clear"):
    """Put all cards on the mat back into the pile."""


class Deal(_Act, tag="deal"):
    """Clear the mat, shuffle if needed, and deal as the game wants.

    The act is refused during a round, and after a deal that was not counted yet: two people may
    deal at once. If people deal `again`, the cards of that deal go back into the pile first.
    """

    again: bool = False


class Button(_Act, tag="button"):
    """Press or release a seat's button, as an edge on its (mock) pin."""

    seat: int
    down: bool


class Turn(_Act, tag="turn"):
    """Turn the console's knob by a number of detents. Clockwise is positive."""

    steps: Steps


class Push(_Act, tag="push"):
    """Press or release the console's knob, as an edge on its (mock) pin."""

    down: bool


class Fault(_Act, tag="fault"):
    """Switch a fault: shadow, glare, blur, hand, dark, camera_lost, bouncing."""

    name: str
    on: bool


VirtualAct: TypeAlias = (
    Place
    | Take
    | Hold
    | PutBack
    | Show
    | Tap
    | Recall
    | Along
    | CarryOut
    | Lay
    | Clear
    | Deal
    | Button
    | Turn
    | Push
    | Fault
)
