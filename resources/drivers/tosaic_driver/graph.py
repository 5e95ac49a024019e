# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The edge graph before it is cut into partitions, as data."""
from collections.abc import Iterable
from typing import Any

import torch
from torch.fx import Node

from .places import Places

QUANTISE, DEQUANTISE = "quantized_decomposed.quantize", "quantized_decomposed.dequantize"


def target_of(node: Node) -> str:
    """aten.convolution.default for an edge operator, getitem for Python's."""
    if isinstance(node.target, str):
        return node.target
    if hasattr(node.target, "_op"):
        return str(node.target._op)
    return str(node.target) if isinstance(node.target, torch._ops.OpOverload) else getattr(node.target, "__name__", str(node.target))


def is_quantisation(node: Node) -> bool:
    return target_of(node).startswith((QUANTISE, DEQUANTISE))


def is_operator(node: Node) -> bool:
    """Does work of its own: not a quantise node, not a tuple access."""
    return node.op == "call_function" and not is_quantisation(node) and target_of(node) != "getitem"


def calls(graph: torch.fx.Graph) -> list[Node]:
    return [node for node in graph.nodes if node.op == "call_function"]


def source_stack(node: Node) -> list[str]:
    """Module paths around a node, outermost first, without the empty root."""
    paths = (str(entry[0]).removeprefix("L['self']").lstrip(".") for entry in (node.meta.get("nn_module_stack") or {}).values())
    return [path for path in paths if path]


def origin_name(node: Node) -> str | None:
    """Name of the node of the first export that this node comes from."""
    source = (node.meta.get("from_node") or [None])[-1]
    while source is not None and source.from_node:
        source = source.from_node[-1]
    return source.name if source is not None else None


def origin_targets(program: torch.export.ExportedProgram) -> dict[str, str]:
    """Node name -> operator as the model's author knows it (aten.conv2d.default)."""
    return {node.name: str(node.target) for node in program.graph.nodes if node.op == "call_function"}


def tensor_facts(node: Node) -> dict[str, Any]:
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor):
        return {}
    return {"shape": [int(size) if isinstance(size, int) else str(size) for size in value.shape], "dtype": str(value.dtype).removeprefix("torch.")}


def quantised_dtype(node: Node) -> str | None:
    """What the NPU computes with: the graph is in float between dequantise and quantise, the hardware is not. Fused operators share the type behind them."""
    while len(node.users) == 1:
        node = next(iter(node.users))
        if is_quantisation(node):
            return tensor_facts(node).get("dtype") if target_of(node).startswith(QUANTISE) else None
    return None


def describe(nodes: Iterable[Node], places: Places) -> list[dict]:
    """Entries of "nodes" without placement, which is known only after partitioning."""
    entries = []
    for node in nodes:
        entry: dict[str, Any] = {"name": node.name, "target": target_of(node)}
        if stack := source_stack(node):
            entry["module"] = stack[-1]
        if place := places.of(node.meta.get("stack_trace")):
            entry["stack"] = place
        entries.append(entry | tensor_facts(node))
    return entries


def edges_of(nodes: list[Node]) -> list[list[str]]:
    known = set(nodes)
    return [[source.name, node.name] for node in nodes for source in node.all_input_nodes if source in known]
