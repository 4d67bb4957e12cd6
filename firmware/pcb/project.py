"""Writes KiCad's project: the rules that its check of the board holds it to."""

from __future__ import annotations

import json

from firmware.pcb.router import EDGE_MM, GAP_MM, TRACK_MM, VIA_DRILL_MM, VIA_MM

# The shapes and symbols are in the files themselves, so KiCad need not look for a library of them.
QUIET = {"lib_footprint_issues": "ignore", "lib_footprint_mismatch": "ignore"}


def kicad_pro(name: str) -> str:
    """Return the project's file."""
    plain = {
        "name": "Default",
        "clearance": GAP_MM,
        "track_width": TRACK_MM,
        "via_diameter": VIA_MM,
        "via_drill": VIA_DRILL_MM,
    }
    rules = {
        "min_clearance": GAP_MM,
        "min_copper_edge_clearance": EDGE_MM,
        "min_track_width": TRACK_MM,
        "min_through_hole_diameter": 0.3,
        "min_hole_to_hole": 0.25,
        "min_via_annular_width": 0.15,
        "min_text_height": 0.8,
        "min_text_thickness": 0.12,
        "min_silk_clearance": 0.0,
        "min_resolved_spokes": 1,
    }
    whole = {
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "board": {"design_settings": {"rules": rules, "rule_severities": QUIET}},
        "erc": {
            "rule_severities": {"lib_symbol_issues": "ignore", "footprint_link_issues": "ignore"}
        },
        "net_settings": {"classes": [plain], "meta": {"version": 4}},
        "sheets": [],
    }
    return json.dumps(whole, indent=2) + "\n"
