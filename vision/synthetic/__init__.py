"""Rendered frames: tables under a camera, and the truth about every card on them.

In come a scene, the light, the lens and a camera; out go a frame's pixels and, for every card,
its corners and how much of it is visible.

Doors: `scene` (what is there), `camera` (from where it is seen), `render` (the pixels),
`render_print` (printed and worn cards).
"""
