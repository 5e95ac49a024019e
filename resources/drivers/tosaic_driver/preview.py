# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the partitioner would do, without lowering: the compile itself, ended where the model has been cut."""
import contextlib
import copy
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .compiling import Compile
from .edge_cache import LATER
from .hooks import EDGE_NODE, TAG, tag_of


class Decided(Exception):
    """Ends the compile behind the cut, from inside ExecuTorch's own flow."""


@dataclass
class Exported:
    """What the last preview exported, before it was quantised; good for the next one while no file that it was made from has changed."""
    input: str
    files: dict[str, tuple]
    settings: tuple
    program: Any
    observed: Any  # of a model that came prepared for quantisation
    problems: list[dict]  # that were told of it
    inputs: Any
    origins: dict[str, str]
    own_checks: list[Any]
    key: str  # of its edge graph
    edge: Any = None  # that graph without its weights: partitioned again and again, never cut
    described: list[dict] = field(default_factory=list)  # its nodes

    def is_of(self, job: Any, settings: tuple) -> bool:
        return self.input == str(job.input) and self.settings == settings and all(stamp_of(path) == stamp for path, stamp in self.files.items())


class Preview(Compile):
    records_values = False

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
            self.cache.exported = Exported(str(self.job.input), stamps, settings, *self.exported, self.inputs, self.recorder.origins,
                                           self.recorder.own_checks, self.cache.key)

    def load(self) -> None:
        if not self.known:
            super().load()

    def export(self) -> None:
        if not self.known:
            told = len(self.report.problems)
            super().export()
            self.exported = self.program, self.observed, self.report.problems[told:]
            return
        self.program = self.float_program = self.known.program
        self.observed = self.known.observed
        self.tell(self.known.problems)
        self.inputs, self.recorder.origins, self.recorder.own_checks = self.known.inputs, self.known.origins, self.known.own_checks

    def ask_cache(self) -> bool:
        if not self.known:
            return super().ask_cache()
        return self.take_known(self.cache.take_up(self.known.key))

    def delegate(self) -> None:
        if not (self.known and self.resolved["delegate"] and self.cache.hit):
            return super().delegate()
        self.known.edge = self.known.edge or self.cache.edge_without_weights()
        if self.known.edge is None:
            return super().delegate()
        self.recorder.described = self.known.described
        try:
            for tag in self.partition(self.known.edge):
                self.recorder.add_partition(tag)
        finally:
            self.add_partitions()

    def partition(self, program: Any) -> list[str]:
        """Tags of the partitions in the order of their execution, as the compile would have them."""
        from executorch.backends.arm.ethosu import EthosUPartitioner
        for node in program.graph.nodes:
            for key in (TAG, EDGE_NODE):
                node.meta.pop(key, None)
        decided = EthosUPartitioner(self.compile_spec)(program)
        self.known.described = self.recorder.described
        order = order_by_data_flow(program.graph)
        return self.order_by_cut(decided) if order is None else order

    def order_by_cut(self, decided: Any) -> list[str]:
        """What ExecuTorch does with the decision, on a copy."""
        from executorch.exir.backend import backend_api
        tagged = decided.tagged_exported_program
        shared = [*tagged.state_dict.values(), *tagged.constants.values()]  # weights that are not there cannot be copied
        program = copy.deepcopy(tagged, {id(tensor): tensor for tensor in shared})
        for tag in decided.partition_tags:
            backend_api._maybe_duplicate_constant_nodes(program, tag)
        calls = backend_api._create_partitions(program.graph_module, decided, program)
        return [tag_of(call.meta["submodule_program"]) for of_backend in calls.values() for call in of_backend]

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


def order_by_data_flow(graph: Any) -> list[str] | None:
    """Tags of the partitions, if their values leave one order only: each needs the one before. None: only the cut tells."""
    numbers: dict[str, int] = {}
    needed: list[int] = []  # by partition: what leads to it, a bit for each partition
    leading: dict[Any, int] = {}  # by node, the same and its own
    for node in graph.nodes:
        mask = 0
        for source in node.all_input_nodes:
            mask |= leading[source]
        if node.op == "call_function" and (tag := node.meta.get(TAG)):
            number = numbers.setdefault(tag, len(numbers))
            if number == len(needed):
                needed.append(0)
            needed[number] |= mask
            mask |= 1 << number
        elif node.op == "get_attr":
            return None  # a branch or a loop, with partitions of its own
        leading[node] = mask
    for number, mask in enumerate(needed):
        if mask >> (number + 1) or number and not mask >> (number - 1) & 1:
            return None
    return list(numbers)


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
