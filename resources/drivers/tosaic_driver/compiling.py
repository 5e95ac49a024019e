# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A full compile: model file to .pte, stage by stage."""
import functools
import gc
import importlib.metadata
import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

from .action import Action
from .console import quieten
from .edge_cache import EdgeCache
from .failures import EXIT_TOOL, Failure
from .job import Job, check_against_tools, ini_file, resolve, unknown_keys
from .quick_imports import quick_imports
from .quick_lowering import quick_lowering
from .report import Report, sha256_of

ENVIRONMENT = Path(__file__).parent.parent / "environment.json"
LARGEST_EXPORT = 32 << 20  # bytes of weights; a larger program takes seconds to save and is seldom looked at


class Compile(Action):
    records_values = True  # how each is stored

    def __init__(self, job: Job, report: Report, cache: EdgeCache | None = None) -> None:
        super().__init__(job, report)
        self.cache = cache
        self.samples: list[tuple] = []  # for calibration, of the model file
        self.observed: Any = None  # by calibration, or while the author trained

    def run(self) -> None:
        self.check_input()
        self.stage("import")
        self.import_tools()
        with quick_lowering(), self.recorder.installed():
            self.run_stages()

    def run_stages(self) -> None:
        self.before_lowering()
        self.lower()
        self.stage("emit")
        self.emit()
        self.stage("save")
        self.save()
        self.events.progress(1.0)

    def before_lowering(self) -> None:
        from .places import Places
        self.places = Places(self.job.folder)
        self.stage("load")
        self.load()
        self.stage("export")
        self.export()
        self.quantise()
        self.stage("partition")

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
        import_compilers(self.events)
        from .hooks import Recorder
        from .places import Places
        from .specs import compile_spec_of
        from .vela import VelaRuns
        name = self.resolved["configIni"]
        path, own = ini_file(self.job, name)
        self.vela = VelaRuns(self.report, self.report.temporary, (name, path) if own else None)
        self.recorder = Recorder(self.report, self.vela, self.resolved, Places(self.job.folder))
        self.compile_spec = compile_spec_of(self.resolved)

    def load(self) -> None:
        from .loading import load, own_checks, own_samples
        self.model, self.inputs = load(self.job.input, self.job.input_sha256)
        self.recorder.own_checks = own_checks(self.job.input)
        self.samples = own_samples(self.job.input, self.inputs)

    def export(self) -> None:
        import torch
        from .quantising import convert_prepared, is_prepared
        if is_prepared(self.model):
            self.program, self.observed = convert_prepared(self.model, self.inputs)
            self.report.problem("info", "quantise.prepared", "The model comes prepared for quantisation (QAT): it is converted with what its own observers hold; calibration is not used.")
        elif self.inputs is None:
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
            if settings["scheme"] != "none" and not self.observed:
                self.report.problem("info", "quantise.skipped", "The model is quantised already; the quantizer's settings are not used.")
            if self.resolved["delegate"] and not quantised_for_arm(self.program):
                self.report.problem("warning", "quantise.foreign", "The model was not quantised with Arm's quantizer, so Ethos-U takes nothing of it. Compile the float model instead.")
            self.ask_cache()
            return
        if settings["scheme"] == "none" and not settings["overrides"]:
            self.ask_cache()
            return
        self.stage("quantise")
        if self.ask_cache():
            self.compile_spec._get_pass_pipeline_config()  # the quantizer writes its defaults into the spec, and so they get into the .pte
            return
        known = len(self.report.problems)
        self.program, self.observed = quantise(self.program, self.inputs, self.compile_spec, self.job, self.resolved, self.report, self.samples)
        if self.cache:
            self.cache.problems, self.cache.observed = self.report.problems[known:], self.observed

    def ask_cache(self) -> bool:
        """Whether the edge graph of exactly this program is known."""
        if self.cache is None:
            return False
        return self.take_known(self.cache.look_up(self.float_program, str(self.compile_spec.tosa_spec), self.job, self.resolved, self.samples))

    def take_known(self, problems: list[dict]) -> bool:
        self.tell(problems)
        return self.cache.hit

    def tell(self, problems: list[dict]) -> None:
        for problem in problems:
            self.report.problem(**problem)

    def lower(self) -> None:
        from . import cpu_kernels
        self.delegate()
        if self.resolved.get("integerIo"):
            self.edge = cpu_kernels.with_integer_io(self.edge, self.report)
        if self.resolved.get("cpuKernels") == "cortex-m":
            self.edge = cpu_kernels.with_cortex_m(self.edge, self.resolved)

    def delegate(self) -> None:
        """Gives the NPU what its partitioner takes."""
        from executorch.backends.arm.ethosu import EthosUPartitioner
        from executorch.exir import EdgeCompileConfig, to_edge_transform_and_lower
        from . import cpu_kernels
        delegate, cortex_m = self.resolved["delegate"], self.resolved.get("cpuKernels") == "cortex-m"
        self.recorder.stored = self.stored_values if self.records_values else None
        partitioner = [EthosUPartitioner(self.compile_spec)] if delegate else None
        config = cpu_kernels.edge_config() if cortex_m and not delegate else EdgeCompileConfig(_check_ir_validity=False)
        try:
            with self.cache.installed() if self.cache else EdgeCache.none():
                self.edge = to_edge_transform_and_lower(self.program, partitioner=partitioner, compile_config=config)
            if not delegate:
                self.recorder.record(self.edge.exported_program().graph_module.graph)
        finally:
            self.add_partitions()
        if delegate and not self.vela.partitions:
            self.say_that_nothing_is_delegated()

    def stored_values(self, nodes: list[Any], signature: Any) -> list[dict]:
        from .observed import stored_values
        observed = self.observed or self.cache and self.cache.observed
        # the graph that partitioners see has no numbers in it; those of the program have the same names
        program = self.cache.entries[self.cache.key][0].exported_program() if self.cache and self.cache.key in self.cache.entries else self.program

        def values_of(name: str) -> Any:
            value = program.state_dict.get(name)
            return program.constants.get(name) if value is None else value
        return stored_values(nodes, signature, values_of, observed.copied() if observed else None, self.report)

    def say_that_nothing_is_delegated(self) -> None:
        why = "The rejections say why; a float model must be quantised first." if self.report.values.get("rejections") else "The model has no operators."
        self.report.problem("warning", "delegate.none", f"Nothing runs on the NPU. {why}")

    def add_partitions(self) -> None:
        from .vela import total_of
        values, partitions = self.report.values, self.vela.partitions
        if partitions or "nodes" in values:
            values["partitions"] = partitions
            values["summary"] = total_of([partition["summary"] for partition in partitions]) | self.recorder.counts

    def emit(self) -> None:
        import torch
        from executorch.exir import ExecutorchBackendConfig
        with torch.no_grad():  # a buffer that the model writes is copied in place, which autograd refuses of a leaf
            self.emitted = self.edge.to_executorch(config=ExecutorchBackendConfig(extract_delegate_segments=False))
        report_kernels(self.emitted.executorch_program, self.report)

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


def import_compilers(events: Any = None) -> None:
    were_there = "executorch.backends.arm.quantizer" in sys.modules
    quieten()
    with quick_imports():
        import torch  # noqa: F401
    if events:
        events.within("import", 0.3)
    with quick_imports():
        import executorch.backends.arm.ethosu  # noqa: F401
        import executorch.backends.arm.quantizer  # noqa: F401  registers the quantised operators
    if not were_there:
        gc.freeze()  # what is loaded now stays: a third of the time of a small model went into looking through it again and again
    logging.getLogger("executorch").setLevel(logging.WARNING)  # a root logger at INFO would make Vela print everything


@functools.cache
def version_of(package: str) -> str:
    """Of an installed package, which stays what it is as long as this process runs."""
    return importlib.metadata.version(package)


def installed_tools() -> dict[str, str]:
    tools = {}
    for name, package in (("vela", "ethos-u-vela"), ("executorch", "executorch"), ("torch", "torch")):
        try:
            tools[name] = version_of(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return tools


def check_versions(report: Report) -> None:
    for package, wanted in json.loads(ENVIRONMENT.read_text(encoding="utf-8"))["versions"].items():
        try:
            version = version_of(package)
        except importlib.metadata.PackageNotFoundError as error:
            raise Failure("tool.missing", f"{package} is not installed for this Python. Install {package}=={wanted}, or choose another environment.", exit_code=EXIT_TOOL) from error
        check_version(report, package, version)


def check_version(report: Report, package: str, version: str) -> None:
    wanted = json.loads(ENVIRONMENT.read_text(encoding="utf-8"))["versions"][package]
    if version.split("+")[0] != wanted:
        report.problem("warning", "tool.version-untested", f"{package} is {version}; tested with {wanted}. If something fails, use that one.")


def report_kernels(program: Any, report: Report) -> None:
    """The operators that the runner's selective build must contain, and those without a portable kernel."""
    names = dict.fromkeys(f"{op.name}.{op.overload}" if op.overload else op.name for plan in program.execution_plan for op in plan.operators)
    report.values["selectOps"] = list(names)
    if missing := kernels_missing(names):
        report.problem("warning", "kernel.not-portable", f"No portable CPU kernel exists for {', '.join(missing)}. The runner must bring its own, or the NPU must run it.")


def kernels_missing(names: Any) -> list[str]:
    """aten operators without a kernel in ExecuTorch's portable library."""
    import executorch
    listing = Path(list(executorch.__path__)[0]) / "kernels" / "portable" / "functions.yaml"
    if not listing.is_file():
        return []
    portable = set(re.findall(r"^- op: (\S+)", listing.read_text(encoding="utf-8"), re.MULTILINE))
    return sorted(name for name in names if name.startswith("aten::") and name.removeprefix("aten::") not in portable)
