# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the partitioner would do, without lowering: the compile itself, ended where its partitions are decided."""
from .compiling import Compile


class Decided(Exception):
    """Ends the compile behind the partitioner, from inside ExecuTorch's own flow."""


class Preview(Compile):
    def run_stages(self) -> None:
        self.before_lowering()
        self.recorder.decided = self.take
        try:
            self.delegate()
        except Decided:
            pass
        if self.resolved["delegate"] and not self.vela.partitions:
            self.say_that_nothing_is_delegated()
        self.events.progress(1.0)

    def take(self, tags: list[str]) -> None:
        """The partitions in the order in which they would be lowered."""
        for tag in tags:
            self.recorder.begin_partition(tag)
        raise Decided
