# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hooks into ExecuTorch's Arm backend. They observe; the .pte is the same with and without them.

Checked with ExecuTorch 1.5.1. A hook that finds no place to attach raises AttributeError: tool.broken.
"""
import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from torch.fx import Node

from .failures import Failure
from .graph import calls, describe, edges_of, is_operator, is_quantisation, quantised_dtype, target_of
from .places import Places
from .overrides import Kept, resolve
from .passthrough import passed_through
from .report import Report
from .specs import debug_mode_of
from .vela import VelaRuns

# Key of a node's metadata: the name in "nodes" that it was made from. Passes copy metadata to the nodes that they put in its place.
EDGE_NODE = "tosaic_edge_node"
TAG = "delegation_tag"  # of a node: its partition, as ExecuTorch's partitioners say it
KEPT, PARTITIONER = "keepOnCpu", "partitioner"  # who refuses a node where it is no check
PIN_CHECK = "DontPartitionName"  # carries the pins to the partitioner
ADDED = "Rejected by "  # how the report begins of a check that was added
SUPPORT_LIST = "BaseTOSASupportList"  # all positive checks, wrapped together: none of them takes the node


class Recorder:
    """Collects what the partitioner decides and why, what each node is lowered to, and puts the overrides in."""

    def __init__(self, report: Report, vela: VelaRuns, resolved: dict, places: Places) -> None:
        self.report, self.vela, self.places = report, vela, places
        self.keep, self.debug, self.intermediates = resolved["partition"]["keepOnCpu"], resolved["debug"], resolved.get("intermediates")
        self.origins: dict[str, str] = {}
        self.own_checks: list[Any] = []  # of the model's author
        self.stored: Callable[[list[Node], Any], list[dict]] | None = None  # entries of "quantised"
        self.described: list[dict] = []  # what is known of the nodes whatever is cut; empty: to be found
        self.reasons: dict[Node, dict[str, str]] = {}  # text -> the check that says so
        self.lowered: list[dict] = []

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        import executorch.backends.arm.ethosu.backend as ethosu_backend
        import executorch.backends.arm.operator_support.tosa_supported_operators as supported
        import executorch.backends.arm.operators.node_visitor as node_visitor
        import executorch.backends.arm.tosa.backend as tosa_backend
        import executorch.backends.arm.tosa.partitioner as tosa_partitioner
        from executorch.exir.backend.utils import WhyNoPartitionReporter
        self.original_report = WhyNoPartitionReporter.report_reject
        self.original_partition = tosa_partitioner.TOSAPartitioner.partition
        self.original_preprocess = tosa_backend.TOSABackend._preprocess
        self.vela.original = ethosu_backend.vela_compile
        original_chain, original_serialise = supported.chain, node_visitor.NodeVisitor._serialize_operator
        original_replace = Node.replace_all_uses_with
        recorder = self

        def serialise(visitor: Any, node: Node, tosa_graph: Any, tosa_op: Any, inputs: list[str], outputs: list[str], attributes: Any = None) -> None:
            recorder.serialised(node, tosa_op, outputs)
            original_serialise(visitor, node, tosa_graph, tosa_op, inputs, outputs, attributes)

        def replace_all_uses_with(node: Node, replacement: Node, *arguments: Any, **options: Any) -> list[Node]:
            edge = node.meta.get(EDGE_NODE)
            changed = original_replace(node, replacement, *arguments, **options)
            if edge:  # look-up tables come without metadata
                replacement.meta.setdefault(EDGE_NODE, edge)
            return changed

        node_visitor.NodeVisitor._serialize_operator = serialise
        Node.replace_all_uses_with = replace_all_uses_with
        WhyNoPartitionReporter.report_reject = lambda reporter, node, reason: recorder.report_reject(reporter, node, reason)
        supported.chain = ask_all
        tosa_partitioner.TOSAPartitioner.partition = lambda partitioner, program: recorder.partition(partitioner, program)
        tosa_backend.TOSABackend._preprocess = staticmethod(self.preprocess)
        ethosu_backend.vela_compile = self.vela.compile
        try:
            yield
        finally:
            WhyNoPartitionReporter.report_reject, supported.chain = self.original_report, original_chain
            node_visitor.NodeVisitor._serialize_operator = original_serialise
            Node.replace_all_uses_with = original_replace
            tosa_partitioner.TOSAPartitioner.partition = self.original_partition
            tosa_backend.TOSABackend._preprocess = staticmethod(self.original_preprocess)
            ethosu_backend.vela_compile = self.vela.original

    def report_reject(self, reporter: Any, node: Node, reason: str) -> None:
        self.reasons.setdefault(node, {}).setdefault(reason, check_that_asks())
        self.original_report(reporter, node, reason)

    def partition(self, partitioner: Any, program: Any) -> Any:
        from executorch.exir.backend.operator_support import DontPartitionName
        self.reasons.clear()
        kept = resolve(program.graph_module.graph, self.keep, self.origins)
        for problem in kept.problems:
            self.report.problem(*problem)
        checks = [*(partitioner.additional_checks or ()), *self.own_checks]
        if kept.reasons:
            checks.append(DontPartitionName(*kept.reasons))
        if checks:
            partitioner.additional_checks = checks
        result = self.original_partition(partitioner, program)
        self.record(result.tagged_exported_program.graph_module.graph, kept)
        for between in passed_through(self.nodes, self.tags):
            self.say_that_vela_refuses(between)
        if self.stored:
            self.report.values["quantised"] = self.stored(self.nodes, program.graph_signature)
        return result

    def say_that_vela_refuses(self, between: list[Node]) -> None:
        names = ", ".join(node.name for node in between)
        self.report.problem("warning", "override.passes-through", f"A value goes through its partition unchanged, with nothing but {names} on its way: Vela refuses such a partition "
                            f"('does not have any writers'). Keep {'it' if len(between) == 1 else 'them'} on the CPU too, or release what is pinned around.", between[0].name)

    def record(self, graph: Any, kept: Kept | None = None) -> None:
        """Nodes, edges, counts and rejections, before names change."""
        self.nodes = calls(graph)
        self.tags = {node.name: node.meta.get(TAG) for node in self.nodes}
        if [entry["name"] for entry in self.described] != [node.name for node in self.nodes]:
            self.described = describe(self.nodes, self.places)
        entries = [dict(entry) for entry in self.described]
        for node, entry in zip(self.nodes, entries):
            entry["placement"] = "npu" if self.tags[node.name] else "boundary" if is_quantisation(node) else "cpu"
            if entry["placement"] == "npu" and is_operator(node) and (dtype := quantised_dtype(node)):
                entry["dtype"] = dtype
        self.report.values |= {"nodes": entries, "edges": edges_of(self.nodes), "rejections": self.rejections(entries, kept)}
        operators = [bool(self.tags[node.name]) for node in self.nodes if is_operator(node)]
        self.counts = {"npuOperators": sum(operators), "cpuOperators": len(operators) - sum(operators)}
        self.report.values["summary"] = self.counts
        for node in self.nodes:
            node.meta[EDGE_NODE] = node.name  # the names change when the partitions are cut, metadata stays

    def serialised(self, node: Node, tosa_op: Any, outputs: list[str]) -> None:
        """A TOSA operator is written: it is known by its output, as Vela's reports name it. One without metadata is a step on the way to what it leads to."""
        edge = node.meta.get(EDGE_NODE)
        if not edge and len(ahead := {user.meta.get(EDGE_NODE) for user in node.users}) == 1:
            edge = ahead.pop()
        if edge:
            self.lowered.append({"partition": len(self.vela.partitions) - 1, "tensor": outputs[0], "operator": tosa_op.name, "node": edge})
            self.report.values["origins"] = self.lowered

    def rejections(self, entries: list[dict], kept: Kept | None) -> list[dict]:
        if kept is None:
            return []  # nothing was offered to the partitioner
        found = []
        for node, entry in zip(self.nodes, entries):
            reasons = dict(self.reasons.get(node, {}))
            if why := kept.reasons.get(node.name):
                told = {reason: check for reason, check in reasons.items() if check != PIN_CHECK}  # the pin itself
                reasons = {f"Kept on the CPU by the spec: {why}.": KEPT} | told
            if entry["placement"] == "cpu" or entry["placement"] == "boundary" and reasons:
                module = {"module": entry["module"]} if "module" in entry else {}
                found.append({"node": node.name, "target": target_of(node)} | module | {"reasons": list(reasons), "checks": list(reasons.values())})
        return found

    def preprocess(self, program: Any, compile_spec: Any) -> Any:
        """Lowering of one partition, in execution order."""
        index = self.begin_partition(program)
        self.report.events.stage("lower", index)
        if self.intermediates:
            return self.preprocess_into(self.vela.folder(index), program, compile_spec)
        if self.debug != "none":
            # compile_spec is a copy for this partition: neither path nor mode get into the .pte
            compile_spec.dump_intermediate_artifacts_to(str(self.vela.folder(index))).dump_debug_info(debug_mode_of(compile_spec, self.debug))
        return self.original_preprocess(program, compile_spec)

    def begin_partition(self, program: Any) -> int:
        """Its index; they come in the order in which they will be executed."""
        return self.add_partition(tag_of(program) or f"partition{len(self.vela.partitions)}")

    def add_partition(self, tag: str) -> int:
        index = len(self.vela.partitions)
        self.vela.partitions.append({"index": index, "name": tag, "operators": [name for name, of in self.tags.items() if of == tag], "summary": {}})
        for entry in self.report.values["nodes"]:
            if self.tags[entry["name"]] == tag:
                entry["partition"] = index
        return index

    def preprocess_into(self, folder: Path, program: Any, compile_spec: Any) -> Any:
        """The user's own folder for intermediates: ExecuTorch writes there what it always does; relative paths start at the output folder, so that a spec of somebody else stays in it."""
        back = os.getcwd()
        os.chdir(self.report.output)
        try:
            result = self.original_preprocess(program, compile_spec)
            dumped = Path(self.intermediates, "debug.json")
            if self.debug == "json" and dumped.is_file():
                shutil.copyfile(dumped, folder / "debug.json")  # the next partition overwrites it
            return result
        finally:
            os.chdir(back)


def tag_of(program: Any) -> str | None:
    """Of the program of one partition. Its inputs carry the tag of the partition that they come from."""
    return min((node.meta[TAG] for node in program.graph.nodes if node.op == "call_function" and TAG in node.meta), default=None)


def check_that_asks() -> str:
    """The class of the check that refuses a node, nearest first; the partitioner's own reasons have none."""
    from torch.fx.passes.operator_support import OperatorSupportBase
    frame = sys._getframe(1)
    while frame := frame.f_back:
        asking = frame.f_locals.get("self")
        if isinstance(asking, OperatorSupportBase):
            if type(asking).__name__ != "ReportRejected":
                return type(asking).__name__
            return type(asking.operator_support).__name__ if asking.message.startswith(ADDED) else SUPPORT_LIST
    return PARTITIONER


def ask_all(*checks: Any) -> Any:
    """Like torch's chain(), but asks every check instead of stopping at the first refusal, so that all reasons are reported."""
    from torch.fx.passes.operator_support import create_op_support
    answers: dict[Node, bool] = {}  # the partitioner asks for each node twice, and nothing changes between

    def ask(submodules: Any, node: Node) -> bool:
        if node not in answers:
            answers[node] = ask_about(submodules, node)
        return answers[node]

    def ask_about(submodules: Any, node: Node) -> bool:
        supported = True
        for check in checks:
            try:
                supported = check.is_node_supported(submodules, node) and supported
            except Failure:
                raise
            except Exception:
                if supported:
                    raise  # else: later checks may rely on earlier ones having passed
        return supported
    return create_op_support(ask)
