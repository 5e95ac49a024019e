# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Unpickles nothing in this process that it has not pickled itself, whichever library asks.

Dask's client unpickles what a scheduler sends in many places: types of results, exceptions, warnings, answers of calls. They all end in `pickle.loads`, so that is what refuses,
before any of them is imported. A scheduler inside this process still reads what its own client sends.
"""
import _pickle  # the loads that is not replaced, here and on workers
import hashlib
import pickle
from collections.abc import Callable
from typing import Any

loads_unchecked = _pickle.loads


class Refused(TypeError):
    """A TypeError, because that is what Dask's client expects of a traceback that it cannot read."""

    def __init__(self) -> None:
        super().__init__("the cluster sent an object that would have to be unpickled")


class RefusingUnpickler:
    def __init__(self, *_: Any, **__: Any) -> None:
        raise Refused


def refuse_foreign() -> None:
    """Before the first import of Dask."""
    import cloudpickle
    # Results are bytes, and Dask sends their type as a pickle.
    own = {hashlib.sha256(_pickle.dumps(bytes, protocol)).digest() for protocol in range(pickle.HIGHEST_PROTOCOL + 1)}

    def remembering(dumps: Callable) -> Callable:
        def remembered(*arguments: Any, **options: Any) -> bytes:
            made = dumps(*arguments, **options)
            own.add(hashlib.sha256(made).digest())
            return made
        return remembered

    def loads(data: Any, /, **options: Any) -> Any:
        if hashlib.sha256(data).digest() not in own:
            raise Refused
        return _pickle.loads(data, **options)

    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused

    for library in (pickle, cloudpickle):
        library.dumps = remembering(library.dumps)
        library.loads = loads
        library.load = refuse
    pickle.Unpickler = RefusingUnpickler
