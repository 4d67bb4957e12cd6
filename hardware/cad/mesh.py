"""Write a part's mesh as STL and 3MF, and measure it for printing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from build123d import Mesher, export_stl

from hardware.cad.parts import Part
from hardware.cad.shapes import Solid
from hardware.enclosure.measured_parts import MeasuredPart

FINE_MM = 0.03  # Maximum distance from a curve to its facets.
TURN_RAD = 0.15
STEEP = -0.75  # z of a facet's normal; below it, the facet is flatter than 41° and overhangs.
OFF_BED_MM = 0.05
RAYS = 1500
SEED = 0
STRAY = 0.002  # This share of the rays is ignored: they graze a hole's rim, not a wall.


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


def read_mesh(path: Path) -> Any:
    return trimesh.load_mesh(path)


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
