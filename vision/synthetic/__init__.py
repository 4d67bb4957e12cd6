"""Render frames: tables under a camera, with the true position of every card.

The input is a scene, the light, the lens and a camera. The result is a frame's pixels and, for
every card, its corners and visible share.

Public modules: `scene` (the things on the table), `camera` (the viewpoint), `render` (the pixels),
`render_print` (printed and worn cards).
"""
