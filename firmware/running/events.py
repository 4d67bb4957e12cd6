"""The events at a table, and the functions that are called at each of them."""

from __future__ import annotations

from referee.notifying import Listeners


class Events:
    """The news that a table's parts tell each other, so that no part must know who listens.

    `news`: something that pages show has changed. `asked`: other questions or approvals are open.
    `moved`: cards have moved, or people were asked to move some, so look at the table again.
    """

    def __init__(self) -> None:
        self.news, self.asked, self.moved = Listeners[[]](), Listeners[[]](), Listeners[[]]()
