# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Instructions between delegates, run by ExecuTorch's runtime: a program that has only them is cut out of the .pte."""
import contextlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .failures import EXIT_TOOL, Failure, text_of
from .hostrun_worker import PLUGINS
from .job import make_temporary, output_folder, reading_job
from .process import die_with_parent, keep_channel, requests_of, take_requests
from .quick_imports import load_program_files, load_the_rest, quick_imports
from .report import Events, Report
from .supervisor import ForkedWorker, end_for_worker, ended_by_itself, how_it_ended, reason_of_run, restart_with_environment, supervise
from . import segment_aten


@dataclass
class SegmentJob:
    pte: Path
    method: str
    first: int
    end: int
    inputs: list[tuple[int, Path]]
    outputs: list[int]
    output: Path


def read_segment_job(path: Path) -> SegmentJob:
    with reading_job():
        values = json.loads(path.read_text(encoding="utf-8"))
        inputs = [(int(entry["value"]), Path(entry["path"])) for entry in values["inputs"]]
        return SegmentJob(Path(values["pte"]), str(values["method"]), int(values["first"]), int(values["end"]), inputs,
                          [int(value) for value in values["outputs"]], Path(values["outputDir"]))


def main(script: str, job_file: str, events_fd: int) -> int:
    return supervise(script, job_file, events_fd, read_segment_job, prepare, conclude)


def prepare(job: SegmentJob) -> Path:
    with output_folder(job.output):
        shutil.rmtree(job.output / "outputs", ignore_errors=True)  # the folder is the caller's temporary one
        (job.output / "result.json").unlink(missing_ok=True)
        (job.output / "outputs").mkdir()
        return make_temporary(job.output, folders=("outputs",))


def conclude(cancelled: bool, code: int, job: SegmentJob, events: Events, _: Path) -> int:
    if ended_by_itself(code, job.output, events):
        return code
    crash = f"ExecuTorch's runtime crashed in instructions {job.first} to {job.end - 1} of {job.pte.name} ({how_it_ended(code)})."
    return end_for_worker(Report(events, job.output, job.output), cancelled, *reason_of_run(cancelled, "tool.crashed", crash))


def serve(script: str, arguments: list[str], events_fd: int) -> int:
    """One request a line; each runs in a fork, so that what crashes costs one answer and what a job leaves behind is gone."""
    restart_with_environment(script, arguments, events_fd)
    die_with_parent()
    keep_channel(events_fd)
    requests = take_requests()
    with contextlib.suppress(ImportError):  # each job says it
        load()
    events = Events(events_fd)
    events.send("ready", tools={})
    for request in requests_of(requests):
        if isinstance(request, Failure) or not isinstance(request.get("job"), str):
            failure = request if isinstance(request, Failure) else Failure("request.invalid", "The request names no job file.")
            events.send("problem", **failure.problem())
            events.send("finished", status="failed")
            continue
        supervise("", request["job"], events_fd, read_segment_job, prepare, conclude, ForkedWorker(work))
    return 0


def load() -> None:
    """What every job needs."""
    import numpy  # noqa: F401
    import torch  # noqa: F401
    from executorch.extension.pybindings import _C  # noqa: F401
    with quick_imports():
        load_program_files()


def work(job_file: str, events_fd: int, temporary: str) -> int:
    die_with_parent()
    keep_channel(events_fd)
    job = read_segment_job(Path(job_file))
    report = Report(Events(events_fd), job.output, Path(temporary))
    code, status = report.attempt(lambda: run(job, report), "run.failed", "The run failed")
    report.replace_result(json.dumps({"formatVersion": 1, "status": status, "problems": report.problems}) + "\n")
    return code


def run(job: SegmentJob, report: Report) -> None:
    try:
        load()
    except ImportError as error:
        raise Failure("tool.missing", f"{error}. Install executorch and torch as environment.json says.", exit_code=EXIT_TOOL) from error
    import numpy
    import torch
    from executorch.extension.pybindings import _C
    path = report.temporary / "segment.pte"
    program, plan, names = cut(job)
    load_plugins(names)
    arrays = [torch.from_numpy(numpy.load(file, allow_pickle=False)) for _, file in job.inputs]
    if missing := sorted(set(names) - set(_C._get_operator_names())):
        if plan.delegates:
            raise Failure("run.kernel-missing", f"ExecuTorch's runtime here has no kernel for {', '.join(missing)}.", missing[0])
        report.problem("warning", "run.kernel-by-torch", f"ExecuTorch's runtime here has no kernel for {', '.join(missing)}: PyTorch's kernel of the same name ran instead.", missing[0])
        load_the_rest()
        return keep(job, segment_aten.run(program, plan, names, dict(zip(plan.inputs, arrays)), job.outputs))
    write(program, path)
    if missing := sorted({delegate.id for delegate in plan.delegates} - set(_C._get_registered_backend_names())):
        raise Failure("run.backend-missing", f"ExecuTorch's runtime here has no {', '.join(missing)}.", missing[0])
    orders = [list(plan.values[value].val.dim_order) for value, _ in job.inputs]
    loaded = _C._load_program(str(path), program_verification=_C.Verification.InternalConsistency)
    keep(job, loaded.load_method(job.method).call([in_order(array, order) for array, order in zip(arrays, orders)]))


def keep(job: SegmentJob, results: list) -> None:
    import numpy
    for value, result in zip(job.outputs, results):
        numpy.save(job.output / "outputs" / f"{value}.npy", result.contiguous().numpy(), allow_pickle=False)


def in_order(tensor: Any, order: list[int]) -> Any:
    """The same numbers, in memory as the program has them."""
    if order == sorted(order):
        return tensor
    return tensor.permute(order).contiguous().permute([order.index(dimension) for dimension in range(len(order))])


def load_plugins(names: list[str]) -> None:
    import importlib
    for package in {package for prefix, package in PLUGINS.items() if any(name.startswith(prefix) for name in names)}:
        try:
            importlib.import_module(package)
        except Exception as error:  # the kernels will be missing, and that is said
            print(f"{package}: {text_of(error)}", flush=True)


def cut(job: SegmentJob) -> tuple[Any, Any, list[str]]:
    """A program with these instructions; what they read are its inputs, what they write its outputs. With its plan and its operators."""
    from executorch.exir._serialize._program import deserialize_pte_binary
    from executorch.exir.schema import DelegateCall, KernelCall
    try:
        file = deserialize_pte_binary(job.pte.read_bytes())
    except Exception as error:  # struct, index, enumeration: whatever a damaged file leads to
        raise Failure("model.unreadable", f"{job.pte.name} is not a program that this ExecuTorch can read: {text_of(error)}") from error
    plan = next((plan for plan in file.program.execution_plan if plan.name == job.method), None)
    if plan is None or len(plan.chains) != 1:
        raise Failure("run.method-missing", f"{job.pte.name} has no method '{job.method}' with one chain.", job.method)
    chain = plan.chains[0]
    instructions = chain.instructions[job.first:job.end]
    # Other operators and delegates would have to be known, too.
    operators = sorted({entry.instr_args.op_index for entry in instructions if isinstance(entry.instr_args, KernelCall)})
    delegates = sorted({entry.instr_args.delegate_index for entry in instructions if isinstance(entry.instr_args, DelegateCall)})
    for entry in instructions:
        if isinstance(entry.instr_args, KernelCall):
            entry.instr_args.op_index = operators.index(entry.instr_args.op_index)
        elif isinstance(entry.instr_args, DelegateCall):
            entry.instr_args.delegate_index = delegates.index(entry.instr_args.delegate_index)
    chain.instructions, chain.stacktrace = instructions, None
    plan.operators = [plan.operators[index] for index in operators]
    plan.delegates = [plan.delegates[index] for index in delegates]
    chain.inputs = plan.inputs = [value for value, _ in job.inputs]
    chain.outputs = plan.outputs = list(job.outputs)
    file.program.execution_plan = [plan]
    return file, plan, [f"{entry.name}.{entry.overload}" if entry.overload else entry.name for entry in plan.operators]


def write(file: Any, path: Path) -> None:
    from executorch.exir._serialize._program import serialize_pte_binary
    path.write_bytes(bytes(serialize_pte_binary(file)))
