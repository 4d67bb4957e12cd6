"""The installer: turns a Raspberry Pi, or any Debian, into a table that starts with it.

It copies the source into a release under ``/opt/coyote-table/releases``, links ``current`` to it,
and installs the system files that start it. It runs before any package is there, so it imports only
Python's standard library. ``README.md`` next to this file explains the folders, and why a power cut
at any moment leaves a table that starts.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  an older Debian's own, which is asked first
    sys.exit("Coyote Table needs Python 3.11, which Debian 12 and later have.")
