# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the partitioner would do, without lowering: the compile itself, ended where the model has been cut."""
import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .compiling import Compile
from .edge_cache import LATER


class Decided(Exception):
    """Ends the compile behind the cut, from inside ExecuTorch's own flow."""


@dataclass
class Exported:
    """The program that the last preview was about, good for the next one while no file that it was made from has changed."""
    input: str
    files: dict[str, tuple]
    settings: tuple
    program: Any
    inputs: Any
    origins: dict[str, str]
    key: str  # of its edge graph

    def is_of(self, job: Any, settings: tuple) -> bool:
        return self.input == str(job.input) and self.settings == settings and all(stamp_of(path) == stamp for path, stamp in self.files.items())


class Preview(Compile):
    def run_stages(self) -> None:
        self.before_lowering()
        with contextlib.suppress(Decided), self.ended_behind_the_cut():
            self.delegate()
        if self.resolved["delegate"] and not self.vela.partitions:
            self.say_that_nothing_is_delegated()
        self.events.progress(1.0)

    def before_lowering(self) -> None:
        settings = ({key: value for key, value in self.resolved.items() if key not in LATER}, str(self.compile_spec.tosa_spec))
        known = self.cache.exported if self.cache else None
        self.known = known if known and known.key in self.cache.entries and known.is_of(self.job, settings) else None
        with opened_files() as files:
            super().before_lowering()
        if self.cache and self.cache.key and not self.known:
            stamps = {path: stamp_of(path) for path in files | {str(self.job.input)}}
            self.cache.exported = Exported(str(self.job.input), stamps, settings, self.program, self.inputs, self.recorder.origins, self.cache.key)

    def load(self) -> None:
        if not self.known:
            super().load()

    def export(self) -> None:
        if not self.known:
            return super().export()
        self.program = self.float_program = self.known.program
        self.inputs, self.recorder.origins = self.known.inputs, self.known.origins

    def ask_cache(self) -> bool:
        if not self.known:
            return super().ask_cache()
        return self.take_known(self.cache.take_up(self.known.key))

    @contextlib.contextmanager
    def ended_behind_the_cut(self) -> Iterator[None]:
        """The order of the partitions is known only when ExecuTorch has put their calls into the program."""
        from executorch.exir.backend import backend_api
        original = backend_api.lower_all_submodules_to_backend
        backend_api.lower_all_submodules_to_backend = self.take
        try:
            yield
        finally:
            backend_api.lower_all_submodules_to_backend = original

    def take(self, backend: str, calls: dict[str, list[Any]], programs: dict[str, Any]) -> None:
        for call in (call for of_method in calls.values() for call in of_method):
            self.recorder.begin_partition(call.meta["submodule_program"])
        raise Decided


def stamp_of(path: str) -> tuple | None:
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns


listening: set[str] | None = None  # files that are opened now
has_hook = False  # it cannot be taken back


def listen(event: str, arguments: tuple) -> None:
    if listening is not None and event == "open" and isinstance(arguments[0], str):
        listening.add(os.path.abspath(arguments[0]))


@contextlib.contextmanager
def opened_files() -> Iterator[set[str]]:
    """What Python opens meanwhile: the model, what it imports and reads, calibration data."""
    global listening, has_hook
    if not has_hook:
        sys.addaudithook(listen)
        has_hook = True
    listening = set()
    try:
        yield listening
    finally:
        listening = None
