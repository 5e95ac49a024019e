# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the spec keeps on the CPU, resolved to node names on the graph that the partitioner sees."""
import difflib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from torch.fx import Node

from .graph import DEQUANTISE, calls, is_operator, is_quantisation, origin_name, source_stack, target_of


@dataclass
class Kept:
    reasons: dict[str, str] = field(default_factory=dict)  # node name -> why
    problems: list[tuple] = field(default_factory=list)

    def add(self, node: Node, why: str) -> None:
        self.reasons.setdefault(node.name, why)


def matches_operator(target: str, wanted: str) -> bool:
    wanted = wanted.replace("::", ".")
    return target == wanted or wanted.count(".") == 1 and target.rsplit(".", 1)[0] == wanted


def in_module(node: Node, module: str) -> bool:
    return any(path == module or path.startswith(module + ".") for path in source_stack(node))


def matches_pattern(node: Node, pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in [node.name, *source_stack(node)])


def resolve(graph, keep: dict[str, list[str]], origins: dict[str, str]) -> Kept:
    nodes = calls(graph)
    operators = [node for node in nodes if is_operator(node)]
    tests = {"nodes": (nodes, lambda node, entry: node.name == entry), "operators": (operators, lambda node, entry: matches_operator(target_of(node), entry)),
             "modules": (operators, in_module), "patterns": (operators, matches_pattern)}
    kept = Kept()
    for kind, (candidates, test) in tests.items():
        for entry in keep.get(kind, []):
            found = [node for node in candidates if test(node, entry)]
            for node in found:
                kept.add(node, f"{kind[:-1]} {entry}")
            if not found:
                kept.problems.append(("warning", "override.unmatched", unmatched_text(kind, entry, nodes, operators, origins), entry))
    extend(nodes, kept)
    return kept


def unmatched_text(kind: str, entry: str, nodes: list[Node], operators: list[Node], origins: dict[str, str]) -> str:
    text = f"keepOnCpu.{kind}: '{entry}' matches no operator."
    if kind == "operators":
        lowered: dict[str, int] = {}
        for node in operators:
            if matches_operator(origins.get(origin_name(node) or "", ""), entry):
                lowered[target_of(node)] = lowered.get(target_of(node), 0) + 1
        if lowered:
            return text + " It is lowered to " + ", ".join(f"{target} ({count})" for target, count in lowered.items()) + ". Use that."
        candidates = {target_of(node) for node in operators}
    elif kind == "modules":
        candidates = {path for node in operators for path in source_stack(node)}
    elif kind == "nodes":
        candidates = {node.name for node in nodes}
    else:
        return text + " Patterns are globs on node names and module paths, such as *relu* or features.3*."
    near = sorted(candidates) if len(candidates) <= 10 else difflib.get_close_matches(entry, sorted(candidates), 5, 0.4) or sorted(candidates)[:10]
    return text + f" There is: {', '.join(near)}." if near else text


def extend(nodes: list[Node], kept: Kept) -> None:
    """Keeps together what only lowers together.

    An operator between which and its consumer no quantise node stands has no output scale of its own. If the consumer stays on the CPU, so must the operator,
    or lowering ends in "No output quantization parameter found". A kept dequantise node draws its consumers in for the mirrored reason.
    """
    by_name = {node.name: node for node in nodes}
    for name in list(kept.reasons):
        for node in fused_with(by_name[name]):
            if node.name not in kept.reasons:
                kept.add(node, f"fused with {name}")
                kept.problems.append(("info", "override.extended", f"{node.name} stays on the CPU too: it is fused with {name} and cannot run on the NPU without it.", node.name))


def fused_with(node: Node) -> list[Node]:
    if target_of(node).startswith(DEQUANTISE):
        return [user for user in node.users if user.op == "call_function" and not is_quantisation(user)]
    chain = []
    pending = [node]
    while pending:
        for source in pending.pop().all_input_nodes:
            if source.op == "call_function" and not is_quantisation(source) and is_float(source) and source not in chain:
                chain.append(source)
                pending.append(source)
    quantised = any(target_of(source).startswith(DEQUANTISE) for member in chain for source in member.all_input_nodes)
    quantised |= is_quantisation(node) and any(not member.all_input_nodes for member in chain)  # a constant that an operator makes, such as the first state of an LSTM
    return chain if quantised else []  # a float region is on the CPU anyway


def is_float(node: Node) -> bool:
    value = node.meta.get("val")
    return getattr(value, "is_floating_point", lambda: False)()
