"""Fixtures of played matches: those of the pages' tests."""

from tests.webui.conftest import app, bundled, open_page, server, table, under_way, virtual

__all__ = ["app", "bundled", "open_page", "server", "table", "under_way", "virtual"]
