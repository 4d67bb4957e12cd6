"""List every printed part, write it as STL and 3MF, and measure its mesh for printing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from build123d import Mesher, Pos, Rot, export_stl

from hardware.cad import arm, box, console, cup
from hardware.cad.shapes import Solid
from hardware.enclosure.arm import Arm
from hardware.enclosure.measured_parts import MeasuredPart
from hardware.enclosure.measures import Measures
from hardware.enclosure.plan import Box, Console

SEATS = 6

FINE_MM = 0.03  # Maximum distance from a curve to its facets.
TURN_RAD = 0.15
STEEP = -0.75  # z of a facet's normal; below it, the facet is flatter than 41° and overhangs.
OFF_BED_MM = 0.05
RAYS = 1500
SEED = 0
STRAY = 0.002  # This share of the rays is ignored: they graze a hole's rim, not a wall.


@dataclass(frozen=True, eq=False)
class Part:
    """A printed part. A `turned` one is printed upside down, so that it needs no support."""

    name: str
    solid: Solid
    turned: bool = False
    count: int = 1

    @cached_property
    def as_printed(self) -> Solid:
        """Return the part in its print position: on z 0, with its middle at x, y 0."""
        turned = Rot(180, 0, 0) * self.solid if self.turned else self.solid
        bounds = turned.bounding_box()
        middle = bounds.center()
        return Pos(-middle.X, -middle.Y, -bounds.min.Z) * turned


def parts(measures: Measures, display: str) -> Iterator[Part]:
    """Yield every part. `display` is the display's driver, as named in pins.toml."""
    plan, desk, holds = Box(measures), Console(measures, display), Arm(measures)
    yield Part("box", box.tub(plan))
    yield Part("box-lid", box.lid(plan), turned=True)
    for seat in range(SEATS):
        yield Part(f"cup-{seat + 1}", cup.cup(measures, seat), turned=True)
    yield Part("cup-bottom", cup.bottom(measures), count=SEATS)
    yield Part("console", console.case(desk), turned=True)
    yield Part("console-back", console.back(desk), turned=True)
    yield Part("arm-foot", arm.foot(holds))
    yield Part("arm-elbow", arm.elbow(holds), turned=True)
    yield Part("arm-cap", arm.cap(holds), count=2)
    yield Part("arm-camera", arm.camera_plate(holds), turned=True)


def to_mesh(solid: Solid) -> Any:
    """Return a solid's mesh with merged vertices."""
    vertices, triangles = solid.tessellate(FINE_MM, TURN_RAD)
    points = np.array([(v.X, v.Y, v.Z) for v in vertices])
    mesh = trimesh.Trimesh(points, np.array(triangles), process=False)
    mesh.merge_vertices(digits_vertex=5)
    mesh.update_faces(mesh.nondegenerate_faces())
    return mesh


def write_part(part: Part, folder: Path) -> tuple[Path, Path]:
    """Write a part in its print position as STL and as 3MF. Return both paths."""
    folder.mkdir(parents=True, exist_ok=True)
    stl, full = folder / f"{part.name}.stl", folder / f"{part.name}.3mf"
    export_stl(part.as_printed, str(stl), tolerance=FINE_MM, angular_tolerance=TURN_RAD)
    mesher = Mesher()
    mesher.add_shape(part.as_printed, linear_deflection=FINE_MM, angular_deflection=TURN_RAD)
    mesher.write(str(full))
    return stl, full


def measure_part(part: Part) -> MeasuredPart:
    """Measure a part in its print position."""
    return measure_mesh(to_mesh(part.as_printed), part.name, part.count, turned=part.turned)


def measure_mesh(mesh: Any, name: str, count: int = 1, *, turned: bool = False) -> MeasuredPart:
    """Measure the mesh of a part that stands on z 0."""
    width, depth, height = (round(float(side), 2) for side in mesh.extents)
    return MeasuredPart(
        name=name,
        count=count,
        size=(width, depth, height),
        closed=bool(mesh.is_watertight and mesh.is_volume and mesh.body_count == 1),
        volume_cm3=round(float(mesh.volume) / 1000, 2),
        thinnest=round(thinnest_wall(mesh), 2),
        bridge=round(max(bridge_widths(mesh), default=0.0), 1),
        turned=turned,
    )


def thinnest_wall(mesh: Any) -> float:
    """Return the thickness of a mesh's thinnest wall in mm.

    Rays go straight in from random points on the surface. The result is the length of the shortest
    ray, after a share of `STRAY` is ignored.
    """
    points, faces = trimesh.sample.sample_surface(mesh, RAYS, seed=SEED)
    inwards = -mesh.face_normals[faces]
    starts = points + inwards * 1e-4
    hits, rays, _ = mesh.ray.intersects_location(starts, inwards, multiple_hits=False)
    ways = np.sort(np.linalg.norm(hits - starts[rays], axis=1))
    return float(ways[round(len(ways) * STRAY)])


def bridge_widths(mesh: Any) -> Iterator[float]:
    """Yield the width of each overhanging patch, measured at its narrower side."""
    low = mesh.triangles[:, :, 2].min(axis=1)
    hangs = (mesh.face_normals[:, 2] < STEEP) & (low > OFF_BED_MM)
    pairs = mesh.face_adjacency[hangs[mesh.face_adjacency].all(axis=1)]
    for patch in trimesh.graph.connected_components(pairs, nodes=np.flatnonzero(hangs)):
        flat = mesh.triangles[patch].reshape(-1, 3)[:, :2]
        _, sides = trimesh.bounds.oriented_bounds_2D(flat) if len(flat) > 2 else (None, (0, 0))
        yield float(min(sides))
