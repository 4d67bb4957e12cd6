"""Rendered frames: tables under a camera, and the truth about every card on them.

In comes a scene; out go its pixels and the truth.
"""
