"""A webcam's side of V4L2: how it is opened, what its frames are, and which settings it holds."""
