"""The walk of `coyote doctor --walk`: somebody at the table answers part by part.

In come the panel, the console and the camera; out go findings, what to do among them.
"""
