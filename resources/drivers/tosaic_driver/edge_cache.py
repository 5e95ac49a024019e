# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The edge graphs of the last programs, for compiles that differ only in what comes after: partitions, memory, flags.

Exact: the key holds everything that the edge graph depends on, and a program with anything unusual in it is not kept at all.
"""
import contextlib
import copy
import hashlib
import io
import json
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from .job import Job
from .report import sha256_of

ENTRIES = 3
LARGEST_PROGRAM = 64 << 20  # bytes of the saved program; each entry holds its weights once more
KNOWN_OPERATORS = ("aten", "prim", "prims", "quantized_decomposed", "_operator", "builtins", "math")
# Of the spec, what has no influence before the partitions are cut. Of the target only the TOSA specification has.
LATER = ("target", "systemConfig", "memoryMode", "configIni", "extraFlags", "externalBlocks", "debug", "partition", "intermediates",
         "integerIo", "tosaSpec")


class EdgeCache:
    def __init__(self) -> None:
        self.entries: OrderedDict[str, tuple[Any, list[dict], Any]] = OrderedDict()  # with the problems of quantisation and what it saw
        self.key: str | None = None
        self.hit = False
        self.hits = 0
        self.problems: list[dict] = []
        self.observed: Any = None
        self.exported: Any = None  # kept by previews

    def forget_job(self) -> None:
        self.key, self.hit, self.problems, self.observed = None, False, [], None

    def look_up(self, program: Any, tosa_spec: str, job: Job, resolved: dict, samples: list[tuple]) -> list[dict]:
        """Prepares for this program; returns the problems that its quantisation had when it is known."""
        return self.take_up(key_of(program, tosa_spec, job, resolved, samples))

    def take_up(self, key: str | None) -> list[dict]:
        self.forget_job()
        self.key = key
        self.hit = key in self.entries
        if not self.hit:
            return []
        _, problems, self.observed = self.entries[self.key]
        return problems

    def edge_without_weights(self) -> Any:
        """Of the program that is known: the copy that ExecuTorch gives its partitioners; None: it would give another one, or there are several."""
        from executorch.exir.program._fake_program import get_fake_program
        manager = self.entries[self.key][0]
        self.entries.move_to_end(self.key)
        methods = list(manager.methods)
        try:
            return get_fake_program(manager.exported_program(methods[0])) if len(methods) == 1 else None
        except Exception:  # ExecuTorch then copies the whole program
            return None

    @staticmethod
    @contextlib.contextmanager
    def none() -> Iterator[None]:
        yield

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Stands in for the first half of ExecuTorch's to_edge_transform_and_lower; the rest stays its own."""
        import executorch.exir.program._program as place
        original = place._gen_edge_manager_for_partitioners

        def known_or_made(*arguments: Any, **options: Any) -> Any:
            if self.key is None:
                return original(*arguments, **options)
            if self.hit:
                self.hits += 1
                self.entries.move_to_end(self.key)
                return copy.deepcopy(self.entries[self.key][0])
            made = original(*arguments, **options)
            self.entries[self.key] = copy.deepcopy(made), self.problems, self.observed
            while len(self.entries) > ENTRIES:
                self.entries.popitem(last=False)
            return made
        place._gen_edge_manager_for_partitioners = known_or_made
        try:
            yield
        finally:
            place._gen_edge_manager_for_partitioners = original


def ordinary(program: Any) -> bool:
    """Only operators whose meaning no model file can change."""
    return all(node.op != "call_function" or str(getattr(node.target, "namespace", None) or getattr(node.target, "__module__", "")) in KNOWN_OPERATORS
               for node in program.graph.nodes)


def key_of(program: Any, tosa_spec: str, job: Job, resolved: dict, samples: list[tuple]) -> str | None:
    import torch
    from .calibration import digest_of
    if not ordinary(program) or resolved.get("cpuKernels") == "cortex-m" and not resolved["delegate"]:
        return None
    saved = io.BytesIO()
    try:
        torch.export.save(program, saved)
    except Exception:  # some programs cannot be saved; they compile all the same
        return None
    if saved.tell() > LARGEST_PROGRAM:
        return None
    digest = hashlib.sha256(saved.getbuffer())
    settings = {key: value for key, value in resolved.items() if key not in LATER}
    calibration = resolved.get("calibration", {})
    files = [sha256_of(job.file(name)) for name in calibration.get("files", []) if job.file(name).is_file()]
    if (folder := calibration.get("images", {}).get("folder")) and job.file(folder).is_dir():
        files += [sha256_of(path) for path in sorted(job.file(folder).iterdir()) if path.is_file()]
    own = [digest_of(samples)] if samples else []
    digest.update(json.dumps([tosa_spec, settings, files, *own], sort_keys=True).encode())
    return digest.hexdigest()
