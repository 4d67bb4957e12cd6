"""Calls that cannot end the program, even by `SystemExit`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask
from flask.typing import ResponseReturnValue
from gevent.threadpool import ThreadPool

T = TypeVar("T")


def contained(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """Return the result of a call. If it would end the program, raise `RuntimeError` instead.

    An owner's game may call `sys.exit`. gevent ends the server on some errors of its threads.
    """
    try:
        return call(*args, **named)
    except BaseException as error:
        if isinstance(error, Exception) and not isinstance(error, SystemError):
            raise
        raise RuntimeError(f"an answer would have ended the program: {error!r}") from error


class App(Flask):
    """An application whose views cannot end the program."""

    def dispatch_request(self) -> ResponseReturnValue:
        return contained(super().dispatch_request)


class Threads(ThreadPool):  # type: ignore[misc]  # gevent has no types
    """Threads whose calls cannot end the program."""

    def spawn(self, call: Callable[..., Any], *args: Any, **named: Any) -> Any:
        return super().spawn(contained, call, *args, **named)
