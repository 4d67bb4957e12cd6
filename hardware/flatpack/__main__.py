"""Write the plywood version: `make flatpack`."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

from hardware.enclosure.measured_parts import display_driver
from hardware.enclosure.measures import BadMeasures, load_measures, run_command
from hardware.flatpack.kit import boxes
from hardware.flatpack.sheets import dxf, place_panels, svg

OUT = Path("out/flatpack")


def main() -> int:
    """Write each box as SVG and DXF, once for each sheet thickness."""
    measures = load_measures()
    of = measures.flatpack
    OUT.mkdir(parents=True, exist_ok=True)
    for thick in of.sheets_mm:
        for box in boxes(measures, display_driver(), thick):
            panels = tuple(box.panels(of.kerf_mm))
            for fault in chain.from_iterable(panel.faults() for panel in panels):
                raise BadMeasures(f"enclosure.toml cannot be used for plywood: {fault}")
            placed = place_panels(panels, of.spread_mm)
            path = OUT / f"{box.name}-{thick:g}mm"
            path.with_suffix(".svg").write_text(svg(placed), "utf-8")
            path.with_suffix(".dxf").write_text(dxf(placed), "ascii")
            print(f"{path}.svg and .dxf")
    return 0


if __name__ == "__main__":
    sys.exit(run_command(main))
