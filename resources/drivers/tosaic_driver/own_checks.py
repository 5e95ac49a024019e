# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the user's own that have a say in what the NPU takes: `PartitionChecks` of a model file, instances or classes of torch's OperatorSupportBase.

They are asked like ExecuTorch's own, by the class names that their author gave them. One that raises or hangs ends the job, with its name and line.
"""
import contextlib
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from torch.fx import Node
from torch.fx.passes.operator_support import OperatorSupportBase

from .failures import Failure, text_of

NAME = "PartitionChecks"
LONGEST = 10  # seconds for one operator


class Hangs(Exception):
    pass


class Guarded(OperatorSupportBase):
    """The check of somebody else, asked with care."""

    def __init__(self, check: Any, folder: Path) -> None:
        self.check, self.folder = check, folder

    def is_node_supported(self, submodules: Any, node: Node) -> bool:
        try:
            with limited(LONGEST):
                return bool(self.check.is_node_supported(submodules, node))
        except Hangs as error:
            raise self.failure(error, node, f"does not answer within {LONGEST} s") from error
        except Exception as error:
            raise self.failure(error, node, f"raises {text_of(error)}") from error

    def failure(self, error: BaseException, node: Node, what: str) -> Failure:
        place = place_of(error, self.folder)
        at = f" at {place}" if place else ""
        return Failure("check.failed", f"The check {type(self).__name__} {what}{at}, asked about {node.name}. Mend it, or take it out of {NAME}.", place)


def checks_of(module: Any, path: Path) -> list[Guarded]:
    """What a model file names, each guarded and under its own name."""
    wanted = getattr(module, NAME, ())
    if not isinstance(wanted, (tuple, list)):
        raise Failure("model.missing-convention", f"{NAME} is a {type(wanted).__name__}. Make it a list of checks: [MyCheck()].", path.name)
    checks = []
    for entry in wanted:
        check = entry() if isinstance(entry, type) else entry
        if not callable(getattr(check, "is_node_supported", None)):
            raise Failure("model.missing-convention", f"{NAME} names a {type(check).__name__}, which has no is_node_supported. Derive it from OperatorSupportBase.", path.name)
        checks.append(type(type(check).__name__, (Guarded,), {})(check, path.parent))
    return checks


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises Hangs in what runs longer; nothing where there are no timers."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_: int, frame: FrameType | None) -> None:
        raise Hangs
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def place_of(error: BaseException, folder: Path) -> str | None:
    """file:line of the innermost frame in the user's files."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith((sys.prefix, sys.base_prefix)) and Path(frame.filename).is_relative_to(folder):
            return f"{Path(frame.filename).relative_to(folder).as_posix()}:{frame.lineno}"
    return None
