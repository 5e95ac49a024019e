# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The compile itself, in the worker process."""
import importlib.metadata
import json
import logging
import os
import re
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from .console import quieten
from .failures import EXIT_TOOL, Failure, explain
from .job import Job, check_against_tools, ini_file, read_job, resolve, unknown_keys
from .report import Events, Report, sha256_of

ENVIRONMENT = Path(__file__).parent.parent / "environment.json"
LARGEST_EXPORT = 32 << 20  # bytes of weights; a larger program takes seconds to save and is seldom looked at


def main(job_file: str, events_fd: int, temporary: str) -> int:
    die_with_parent()
    tempfile.tempdir = temporary
    os.set_inheritable(events_fd, False)  # programs that the model starts must not hold the channel open
    job = read_job(Path(job_file))
    report = Report(Events(events_fd), job.output, Path(temporary))
    compile_job = Compile(job, report)
    code, status = 0, "succeeded"
    try:
        compile_job.run()
    except BaseException as error:  # SystemExit of Vela or of the model is not an Exception
        failure = explain(error, compile_job.stage_name, job.folder)
        if not isinstance(error, Failure):
            show_traceback(error)
        report.problem("error", failure.code, failure.text, failure.location)
        code, status = failure.exit_code, "failed"
    try:
        report.write(status)
    except OSError:
        return EXIT_TOOL  # the supervisor sees that there is no result, and says so
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def die_with_parent() -> None:
    """If the supervisor is killed, so is this process (Linux; elsewhere it finishes on its own)."""
    import ctypes
    parent_death_signal = 1
    try:
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL)
    except (OSError, AttributeError):
        return


def show_traceback(error: BaseException) -> None:
    import traceback
    traceback.print_exception(error)


class Compile:
    def __init__(self, job: Job, report: Report) -> None:
        self.job, self.report, self.events = job, report, report.events
        self.stage_name = "import"

    def stage(self, name: str) -> None:
        self.stage_name = name
        self.events.stage(name)

    def run(self) -> None:
        self.check_input()
        self.stage("import")
        self.import_tools()
        from .loading import Places
        self.places = Places(self.job.folder)
        self.stage("load")
        self.load()
        self.stage("export")
        self.export()
        self.quantise()
        self.stage("partition")
        self.lower()
        self.stage("emit")
        self.emit()
        self.stage("save")
        self.save()
        self.events.progress(1.0)

    def check_input(self) -> None:
        """What can be said without the compilers, at once."""
        job, report = self.job, self.report
        report.values["spec"] = job.spec
        report.values["tools"] = installed_tools()
        if not job.input.is_file():
            raise Failure("model.not-found", f"{job.input.name} does not exist. Choose the model again.")
        report.values["source"] = {"name": job.input.name, "sha256": sha256_of(job.input)}
        self.resolved = report.values["resolvedSpec"] = resolve(job.spec)
        for key in unknown_keys(job.spec):
            report.problem("warning", "spec.unknown-key", f"The spec has an unknown key '{key}'; it is ignored.", key)

    def import_tools(self) -> None:
        check_versions(self.report)
        from ethosu.vela.architecture_features import Accelerator
        check_against_tools(self.job, self.resolved, Accelerator.member_list())
        quieten()
        import torch  # noqa: F401
        self.events.within("import", 0.3)
        import executorch.backends.arm.ethosu  # noqa: F401
        import executorch.backends.arm.quantizer  # noqa: F401  registers the quantised operators
        from .hooks import Recorder
        from .vela import VelaRuns
        logging.getLogger("executorch").setLevel(logging.WARNING)  # a root logger at INFO would make Vela print everything
        name = self.resolved["configIni"]
        path, own = ini_file(self.job, name)
        self.vela = VelaRuns(self.report, self.report.temporary, (name, path) if own else None)
        from .loading import Places
        self.recorder = Recorder(self.report, self.vela, self.resolved["partition"]["keepOnCpu"], Places(self.job.folder), self.resolved["debug"])
        self.recorder.install()
        self.compile_spec = self.make_compile_spec()

    def make_compile_spec(self) -> Any:
        from executorch.backends.arm.ethosu import EthosUCompileSpec, VelaExternalBlockPlacements
        spec, blocks = self.resolved, self.resolved.get("externalBlocks")
        placements = VelaExternalBlockPlacements(cmd_data=blocks.get("cmdData"), weight_data=blocks.get("weightData")) if blocks else None
        return EthosUCompileSpec(spec["target"], spec["systemConfig"], spec["memoryMode"], list(spec["extraFlags"]), spec["configIni"], placements)

    def load(self) -> None:
        from .loading import load
        self.model, self.inputs = load(self.job.input)

    def export(self) -> None:
        import torch
        if self.inputs is None:
            self.program = self.model
            if not self.program.example_inputs:
                raise Failure("model.unreadable", f"{self.job.input.name} holds no example inputs. Export it again without dropping them.")
            self.inputs = self.program.example_inputs[0]
        else:
            self.program = torch.export.export(self.model, self.inputs)
        for node in self.program.graph.nodes:  # names of the user's machine stay out of all artefacts
            if trace := node.meta.get("stack_trace"):
                node.meta["stack_trace"] = self.places.neutral(trace)
        from .graph import origin_targets
        self.recorder.origins = origin_targets(self.program)
        self.float_program = self.program

    def quantise(self) -> None:
        from .quantising import is_quantised, quantise, quantised_for_arm
        settings = self.resolved["quantizer"]
        if is_quantised(self.program):
            if settings["scheme"] != "none":
                self.report.problem("info", "quantise.skipped", "The model is quantised already; the quantizer's settings are not used.")
            if self.resolved["delegate"] and not quantised_for_arm(self.program):
                self.report.problem("warning", "quantise.foreign", "The model was not quantised with Arm's quantizer, so Ethos-U takes nothing of it. Compile the float model instead.")
            return
        if settings["scheme"] == "none" and not settings["overrides"]:
            return
        self.stage("quantise")
        self.program = quantise(self.program, self.inputs, self.compile_spec, self.job, self.resolved, self.report)

    def lower(self) -> None:
        from executorch.backends.arm.ethosu import EthosUPartitioner
        from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
        delegate = self.resolved["delegate"]
        partitioner = [EthosUPartitioner(self.compile_spec)] if delegate else None
        try:
            self.edge = to_edge_transform_and_lower(self.program, partitioner=partitioner, compile_config=EdgeCompileConfig(_check_ir_validity=False))
            if not delegate:
                self.recorder.record(self.edge.exported_program().graph_module.graph)
        finally:
            self.add_partitions()
        if delegate and not self.vela.partitions:
            self.report.problem("warning", "delegate.none", "Nothing runs on the NPU. The rejections say why; a float model must be quantised first.")

    def add_partitions(self) -> None:
        from .vela import total_of
        values, partitions = self.report.values, self.vela.partitions
        if partitions or "nodes" in values:
            values["partitions"] = partitions
            values["summary"] = total_of([partition["summary"] for partition in partitions]) | self.recorder.counts

    def emit(self) -> None:
        from executorch.exir import ExecutorchBackendConfig
        self.emitted = self.edge.to_executorch(config=ExecutorchBackendConfig(extract_delegate_segments=False))
        missing = kernels_missing(self.emitted)
        if missing:
            self.report.problem("warning", "kernel.not-portable", f"No portable CPU kernel exists for {', '.join(missing)}. The runner must bring its own, or the NPU must run it.")

    def save(self) -> None:
        job, temporary = self.job, self.report.temporary
        name = f"{job.input.stem}.pte"
        with open(temporary / name, "wb") as file:
            self.emitted.write_to_file(file)
        self.report.keep("pte", temporary / name, name)
        self.save_external_blocks()
        self.save_exported()

    def save_external_blocks(self) -> None:
        if not self.resolved.get("externalBlocks"):
            return
        folder = self.report.temporary / "blocks"
        folder.mkdir()
        self.emitted.write_tensor_data_to_file(str(folder))
        for path in sorted(folder.iterdir()):
            self.report.keep("ptd", path, path.name)

    def save_exported(self) -> None:
        import torch
        weights = sum(tensor.nbytes for tensor in self.float_program.state_dict.values())
        if self.job.input.suffix == ".pt2" or not self.job.keep_exported or weights > LARGEST_EXPORT:
            return
        path = self.report.temporary / f"{self.job.input.stem}.pt2"
        torch.export.save(self.float_program, str(path))
        self.report.keep("pt2", path, path.name)


def installed_tools() -> dict[str, str]:
    tools = {}
    for name, package in (("vela", "ethos-u-vela"), ("executorch", "executorch"), ("torch", "torch")):
        try:
            tools[name] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tools


def check_versions(report: Report) -> None:
    for package, wanted in json.loads(ENVIRONMENT.read_text(encoding="utf-8"))["versions"].items():
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError as error:
            raise Failure("tool.missing", f"{package} is not installed for this Python. Install {package}=={wanted}, or choose another environment.", exit_code=EXIT_TOOL) from error
        if version.split("+")[0] != wanted:
            report.problem("warning", "tool.version-untested", f"{package} is {version}; tested with {wanted}. If something fails, use that one.")


def kernels_missing(emitted: Any) -> list[str]:
    """aten operators of the program without a kernel in ExecuTorch's portable library."""
    import executorch
    listing = Path(list(executorch.__path__)[0]) / "kernels" / "portable" / "functions.yaml"
    if not listing.is_file():
        return []
    portable = set(re.findall(r"^- op: (\S+)", listing.read_text(encoding="utf-8"), re.MULTILINE))
    names = {(op.name, f"{op.name.removeprefix('aten::')}.{op.overload}" if op.overload else op.name.removeprefix("aten::"))
             for plan in emitted.executorch_program.execution_plan for op in plan.operators if op.name.startswith("aten::")}
    return sorted(f"aten::{short}" for _, short in names if short not in portable)
