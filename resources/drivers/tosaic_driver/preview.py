# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the partitioner would do, without lowering: the compile itself, ended where the model has been cut."""
import contextlib
from collections.abc import Iterator
from typing import Any

from .compiling import Compile


class Decided(Exception):
    """Ends the compile behind the cut, from inside ExecuTorch's own flow."""


class Preview(Compile):
    def run_stages(self) -> None:
        self.before_lowering()
        with contextlib.suppress(Decided), self.ended_behind_the_cut():
            self.delegate()
        if self.resolved["delegate"] and not self.vela.partitions:
            self.say_that_nothing_is_delegated()
        self.events.progress(1.0)

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
