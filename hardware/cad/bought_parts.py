"""Model the bought parts for the pictures, in simple shapes.

The parts are the boards, button, display, camera, stock and table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from build123d import Pos

from hardware.cad.parts import to_mesh
from hardware.cad.render import Colour, PlacedMesh
from hardware.cad.shapes import Solid, block, rod, slab, square
from hardware.enclosure.measures import Board, Measures, Pair
from hardware.enclosure.plan import Box, Console

BOARD: Colour = (44, 122, 76)
METAL: Colour = (196, 199, 202)
DARK: Colour = (52, 54, 58)
STOCK: Colour = (214, 216, 219)
PRINTED: Colour = (233, 190, 120)
SEATS: tuple[Colour, ...] = (
    (0, 114, 178),
    (213, 94, 0),
    (0, 158, 115),
    (240, 228, 66),
    (204, 121, 167),
    (86, 180, 233),
)

Place = tuple[float, float, float]

# The parts on the driver's board, each with its left, low, right and high edge from the board's
# corner, its height and its colour. They are two rows of terminals, the header and the driver chip.
TERMINALS: Colour = (70, 120, 190)
ON_DRIVER: tuple[tuple[tuple[float, float, float, float], float, Colour], ...] = (
    ((3.3, 37.7, 64.2, 45.3), 10.0, TERMINALS),
    ((3.3, 4.7, 64.2, 12.3), 10.0, TERMINALS),
    ((6.0, 23.2, 64.0, 31.9), 9.0, DARK),
    ((20.0, 12.8, 42.4, 21.9), 8.0, DARK),
)


def placed_mesh(solid: Solid, colour: Colour, at: Place = (0.0, 0.0, 0.0)) -> PlacedMesh:
    """Return the mesh of a solid, moved to `at`, in a colour."""
    return PlacedMesh(to_mesh(Pos(*at) * solid), colour)


def boards(plan: Box) -> Iterator[PlacedMesh]:
    """Yield the Pi and the driver's board in their places in the box."""
    m = plan.measures
    for board, at in plan.boards():
        yield placed_mesh(_board(board), BOARD, (*at, board.lift_mm))
    x, y = plan.pi_at
    top = m.pi.lift_mm + m.pi.thick_mm
    for low, high, tall in ((2.3, 15.7, 15.6), (20.3, 33.7, 15.6), (38.0, 53.5, 13.5)):
        socket = block((x + 67.5, x + 87.7), (y + low, y + high), (top, top + tall))
        yield placed_mesh(socket, METAL)
    for left, right in ((6.7, 15.7), (22.5, 29.5), (36.0, 43.0)):
        yield placed_mesh(block((x + left, x + right), (y - 0.8, y + 7), (top, top + 3.2)), METAL)
    yield placed_mesh(block((x + 22, x + 37), (y + 22, y + 37), (top, top + 2.4)), DARK)
    yield placed_mesh(block((x + 7.1, x + 57.9), (y + 50, y + 55), (top, top + 8.5)), DARK)
    x, y = plan.driver_at
    top = m.driver.lift_mm + m.driver.thick_mm
    for (left, low, right, high), tall, colour in ON_DRIVER:
        part = block((x + left, x + right), (y + low, y + high), (top, top + tall))
        yield placed_mesh(part, colour)


def button(m: Measures, seat: int) -> Iterator[PlacedMesh]:
    """Yield a seat's button, with the lower side of its bezel at z 0."""
    yield placed_mesh(rod(0, 0, m.button.bezel_mm, (0, 4)), DARK)
    yield placed_mesh(rod(0, 0, m.button.bezel_mm * 0.68, (4, 8)), SEATS[seat])
    yield placed_mesh(rod(0, 0, m.button.hole_mm - 1, (-16, 0)), DARK)
    yield placed_mesh(rod(0, 0, m.button.nut_mm, (-12, -6)), METAL)
    yield placed_mesh(block((-7, 7), (-10, 10), (-m.button.depth_mm + 6, -16)), DARK)


def console_parts(plan: Console, off: float) -> Iterator[PlacedMesh]:
    """Yield the display and the knob, `off` millimetres below the face.

    The knob's cap is above the face.
    """
    m, display = plan.measures, plan.display
    x, y = m.console.display_at_mm
    low = -m.console.plate_mm - display.lift_mm - off
    yield placed_mesh(slab(display.board_mm, 1.2, 1.0, (x, y, low - 1.2)), (40, 70, 130))
    glass = slab(display.window_mm, 2.0, 0.5, (x, y + display.window_up_mm, low))
    yield placed_mesh(glass, (24, 26, 30))
    x, y = m.console.knob_at_mm
    yield placed_mesh(slab(m.knob.body_mm, 1.6, 1.0, (x, y, low - 7.0)), BOARD)
    yield placed_mesh(rod(x, y, 12.0, (low - 5.4, low + 1.0)), METAL)
    yield placed_mesh(rod(x, y, 6.0, (low, low + 12.0)), METAL)
    x, y = m.console.buzzer_at_mm
    yield placed_mesh(rod(x, y, m.buzzer.across_mm, (low - m.buzzer.deep_mm, low)), DARK)


def camera(m: Measures, at: Place) -> Iterator[PlacedMesh]:
    """Yield the camera. `at` is the middle of its lens, at the upper side of its board."""
    x, y, z = at
    left, top = x - m.camera.lens_mm[0], y - (m.camera.board_mm[1] - m.camera.lens_mm[1])
    wide, high = m.camera.board_mm
    yield placed_mesh(block((left, left + wide), (top, top + high), (z - 1.1, z)), BOARD)
    yield placed_mesh(square((x, y), 5.5, (z - 5, z - 1.1)), DARK)
    yield placed_mesh(rod(x, y, 7.5, (z - m.camera.deep_mm, z - 5)), (20, 22, 26))


def _board(board: Board) -> Any:
    wide, deep = board.size_mm
    plate = slab(board.size_mm, board.thick_mm, 2.5, (wide / 2, deep / 2, 0))
    return plate.cut(*(rod(x, y, 2.7, (-1, 3)) for x, y in board.holes_mm))


def flat_slab(size: Pair, high: float, colour: Colour, at: Place) -> PlacedMesh:
    """Return a flat object such as a table top. `at` is the middle of its upper side."""
    return placed_mesh(slab(size, high, 3.0, (at[0], at[1], at[2] - high)), colour)
