"""The installer: makes a Raspberry Pi, or any Debian, into a table that starts with it.

In goes the folder of the source; out come a release under ``/opt/coyote-table/releases``, the
link ``current`` to it, and the system's own files that start it. It runs before any package is
there, so it imports nothing but Python's standard library. ``README.md`` beside this says what
lies where, and why a power cut at any moment leaves a table that starts.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  an older Debian's own, which is asked first
    sys.exit("Coyote Table needs Python 3.11, which Debian 12 and later have.")
