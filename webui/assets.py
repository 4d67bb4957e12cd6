"""The static files of the pages: scripts, styles, icons, a typeface and a film.

All their addresses contain one version, a hash of all of them. A browser therefore asks for each
file once, and no page ever mixes the files of two releases. An address of another version leads to
nothing; such a page loads itself again (`static/base/version.js`).

A page's styles are sent as one file: in its address, the names of the parts are joined by `+`. The
comments of styles and the descriptions in scripts stay here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from os.path import normpath
from pathlib import Path, PurePosixPath
from typing import cast
from urllib.parse import unquote

from flask import Flask, Response, current_app, request

from webui import bundle
from webui.access.guard import Refused

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".mp4": "video/mp4",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
FOREVER = "max-age=31536000, immutable"
STEADY = "base/steady.js"  # Every page's script loads this one first.
VERSION = "X-Page-Version"  # Header of each answer, for pages without a stream.

IMPORT = re.compile(r"""(?:from |import |import\()"(\.[\w./]+)\"""")  # of a script
_COMMENTS = {
    ".css": re.compile(rb"\s*/\*.*?\*/", re.DOTALL),
    ".js": re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE),
}
_AT_ONCE = re.compile(r'(?:from |^import )"(\.[\w./]+)"', re.MULTILINE)


class Assets:
    """The static files by name, such as `base/dom.js`, and their addresses."""

    def __init__(self, bundles: Mapping[str, bytes] | None = None) -> None:
        """`bundles` contains the scripts that have everything they import in them."""
        self._bundles = bundles or {}
        self._files = {**_sources(), **self._bundles}
        digest = hashlib.sha256()
        for name, data in sorted(self._files.items()):
            digest.update(f"{name}\0{len(data)}\0".encode() + data)
        self.version = digest.hexdigest()[:12]

    def content(self, name: str) -> bytes | None:
        """Return a file, or None if there is none. Styles may be joined by `+`."""
        parts = name.removesuffix(".css").split("+")
        names = [f"{part}.css" for part in parts] if name.endswith(".css") else [name]
        if len(set(names)) < len(names) or not self._files.keys() >= set(names):
            return None
        return b"".join(self._files[name] for name in names)

    def address(self, name: str) -> str:
        """Return the address of a file."""
        return f"/static/{self.version}/{name}"

    def styles(self, *names: str) -> str:
        """Return the address of some styles as one file. The last one wins."""
        return self.address("+".join(names) + ".css")

    def imports(self, script: str) -> list[str]:
        """Return the addresses of the scripts that a script needs at once, for `modulepreload`."""
        return [] if script in self._bundles else [*map(self.address, loaded(script)[1:])]


def install(app: Flask, bundled: bool = False) -> Assets:
    """Serve the static files, and give the templates their addresses.

    If `bundled` is true and esbuild is installed, each page's script arrives as one file.
    """
    result = app.extensions["assets"] = Assets(bundle.bundled(STATIC, entries()) if bundled else {})

    @app.get("/static/<version>/<path:name>", endpoint="static")
    def static(version: str, name: str) -> Response:
        data = result.content(name) if version == result.version else None
        if data is None:
            raise Refused(404, "page.error.not_found")
        answer = Response(data, mimetype=TYPES[PurePosixPath(name).suffix])
        answer.headers["Cache-Control"] = f"public, {FOREVER}"
        answer.set_etag(version)
        # Safari asks for a film in pieces.
        answer.make_conditional(request, accept_ranges=True, complete_length=len(data))
        return answer

    @app.after_request
    def tell(answer: Response) -> Response:
        answer.headers[VERSION] = result.version
        return answer

    app.jinja_env.globals.update(
        static=result.address, styles=result.styles, imports=result.imports, version=result.version
    )
    return result


def assets() -> Assets:
    """Return the static files of the application that answers this request."""
    return cast(Assets, current_app.extensions["assets"])


def kept(answer: Response, version: str) -> Response:
    """Let a browser keep an answer forever if its address names this version of it."""
    if unquote(request.query_string.decode("ascii", "replace")) == version:
        answer.headers["Cache-Control"] = f"private, {FOREVER}"
    return answer


def entries() -> tuple[str, ...]:
    """Return the scripts of pages: the scripts that load `STEADY`, and `STEADY` for other pages."""
    return (STEADY, *(name for name in _sources() if STEADY in _imported(name, _AT_ONCE)))


def loaded(script: str, later: bool = False) -> list[str]:
    """Return a script and the scripts that it loads at once, or also `later` by ``import()``."""
    results = [script]
    for name in results:  # The loop also visits the scripts that a script loads.
        pattern = IMPORT if later else _AT_ONCE
        results += (other for other in _imported(name, pattern) if other not in results)
    return results


def _imported(script: str, pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield the scripts that a script imports, each once."""
    if script.endswith(".js"):
        folder, text = PurePosixPath(script).parent, _sources()[script].decode()
        yield from dict.fromkeys(normpath(folder / other) for other in pattern.findall(text))


@cache
def _sources() -> dict[str, bytes]:
    """Return the files of the folder by name, as they are sent."""
    paths = (path for path in sorted(STATIC.rglob("*")) if path.suffix in TYPES)
    return {path.relative_to(STATIC).as_posix(): as_sent(path) for path in paths}


def as_sent(path: Path) -> bytes:
    """Return the content of a file without its comments, which are a third of its bytes."""
    comments, data = _COMMENTS.get(path.suffix), path.read_bytes()
    return comments.sub(b"", data) if comments else data


def source(name: str) -> str:
    """Return the text of a script or picture."""
    return _sources()[name].decode()
