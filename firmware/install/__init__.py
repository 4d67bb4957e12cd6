"""The installer: turns a Raspberry Pi, or any Debian machine, into a table that starts at boot.

It copies the source into a release under ``/opt/coyote-table/releases``, links ``current`` to that
release, and installs the system files that start it. It runs before any package is installed, so it
imports only Python's standard library. ``README.md`` next to this file explains the folders, and
why a table still starts after a power cut at any moment.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  an older Debian's own, which is asked first
    sys.exit("Coyote Table needs Python 3.11, which Debian 12 and later have.")
