# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The console of the worker: known noise is left out, and the C++ output of Vela is caught."""
import contextlib
import os
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import IO

# Printed by every start of ExecuTorch 1.5 with torchao 0.18; says nothing about the model.
NOISE = re.compile(r"Failed to load \S*torchao\S*_C_\S+\.so|Calling register_constant\(\) on Enum subclasses is deprecated")


class QuietStderr:
    """sys.stderr without the known lines. Everything else passes, partial lines too once they end."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self.pending = ""

    def write(self, text: str) -> int:
        *lines, self.pending = (self.pending + text).split("\n")
        for line in lines:
            if not NOISE.search(line):
                self.stream.write(line + "\n")
        return len(text)

    def flush(self) -> None:
        if self.pending and not NOISE.search(self.pending):
            self.stream.write(self.pending)
            self.pending = ""
        self.stream.flush()

    def __getattr__(self, name: str):
        return getattr(self.stream, name)


def quieten() -> None:
    """Call before the first heavy import: log handlers keep the stream they find."""
    if isinstance(sys.stderr, QuietStderr):
        return
    sys.stderr = QuietStderr(sys.stderr)
    warnings.filterwarnings("ignore", message=r".*isinstance\(treespec, LeafSpec\).*", category=FutureWarning)


@contextlib.contextmanager
def captured(path: Path, echo: bool = True) -> Iterator[None]:
    """Sends descriptors 1 and 2 to a file, C++ output included, and shows the file afterwards if wanted.

    No pipe with a reading thread: Vela holds the interpreter lock, the pipe would fill up and block it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    saved = os.dup(1), os.dup(2)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
    try:
        os.dup2(file, 1)
        os.dup2(file, 2)
        yield
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        flush_c_streams()
        for target, fd in enumerate(saved, 1):
            os.dup2(fd, target)
            os.close(fd)
        os.close(file)
        if echo:
            with contextlib.suppress(OSError):
                os.write(1, path.read_bytes())


def flush_c_streams() -> None:
    """Vela prints through C stdio, whose buffer Python does not know."""
    import ctypes
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).fflush(None)
