# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How each value of the quantised model is stored, and what calibration saw of it."""
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import torch
from torch.fx import Node

from .graph import DEQUANTISE, QUANTISE, is_operator, target_of
from .report import Report

BINS = 32  # of a histogram in result.json; torchao's observers count in 2,048
MOST_NUMBERS = 200_000  # scales by channel in one result
Storage = tuple[float, int, str]  # scale, zero point, type


class Observations:
    """Of the observers of a prepared model, by what they made of it: two that come to the same scale saw the same values, or stand in their order."""

    def __init__(self, prepared: torch.fx.GraphModule) -> None:
        self.by_storage: dict[Storage, list[dict]] = defaultdict(list)
        self.made: list[tuple[Any, tuple]] = []
        modules, known = dict(prepared.named_modules()), set()
        for node in prepared.graph.nodes:
            observer = modules.get(node.target) if node.op == "call_module" else None
            if hasattr(observer, "calculate_qparams") and id(observer) not in known:
                known.add(id(observer))
                self.remember(observer)

    def remember(self, observer: Any) -> None:
        """What it will answer when the model is converted; it is asked once, which takes some milliseconds."""
        ask: Callable[[], tuple] = observer.calculate_qparams
        answers: list[tuple] = []

        def answer() -> tuple:
            if not answers:
                answers.append(ask())
                self.made.append((observer, answers[0]))
            return answers[0]
        observer.calculate_qparams = answer

    def converted(self) -> "Observations":
        """Call it when the model is converted: scales are known now. Lets go of the model."""
        for observer, (scale, zero, *_) in self.made:
            if scale is None or scale.numel() != 1:
                continue  # weights: nothing was measured
            dtype = str(observer.dtype).removeprefix("torch.")
            storage = float(scale), int(zero), dtype
            if seen := seen_by(getattr(observer, "activation_post_process", observer), storage, observer.quant_min, observer.quant_max):
                self.by_storage[storage].append(seen)
        self.made = []
        return self

    def of(self, storage: Storage) -> dict | None:
        """The next one's of those that are stored so."""
        known = self.by_storage.get(storage)
        return None if not known else known.pop(0) if len(known) > 1 else known[0]

    def copied(self) -> "Observations":
        """Untouched by what the other hands out."""
        copy = object.__new__(Observations)
        copy.by_storage, copy.made = defaultdict(list, {key: list(values) for key, values in self.by_storage.items()}), []
        return copy


def seen_by(observer: Any, storage: Storage, low: int, high: int) -> dict | None:
    least, largest = getattr(observer, "min_val", None), getattr(observer, "max_val", None)
    if least is None or least.numel() != 1 or not (torch.isfinite(least) and torch.isfinite(largest)):
        return None
    seen: dict[str, Any] = {"least": float(least), "largest": float(largest)}
    counts = getattr(observer, "histogram", None)
    if counts is not None and counts.numel() >= BINS and float(counts.sum()) > 0:
        scale, zero, _ = storage
        seen["histogram"] = [round(float(part.sum())) for part in torch.tensor_split(counts, BINS)]
        seen["clippedShare"] = share_outside(counts.tolist(), seen["least"], seen["largest"], (low - zero - 0.5) * scale, (high - zero + 0.5) * scale)
    return seen


def share_outside(counts: list[float], least: float, largest: float, low: float, high: float) -> float:
    """Of a histogram over [least, largest], below `low` or above `high`; within a bin values lie evenly."""
    width = (largest - least) / len(counts)
    if width <= 0:
        return 0.0 if low <= least <= high else 1.0
    outside = sum(count * (1 - max(0.0, min(high, least + (index + 1) * width) - max(low, least + index * width)) / width) for index, count in enumerate(counts) if count)
    return max(0.0, min(1.0, outside / sum(counts)))


def stored_values(nodes: list[Node], signature: Any, values_of: Callable[[str], torch.Tensor | None], observations: Observations | None, report: Report) -> list[dict]:
    """Entries of "quantised": results of operators, inputs and constants, in the order of the edge graph `nodes`. `values_of`: tensors of the program by their names."""
    names = {**signature.inputs_to_parameters, **signature.inputs_to_buffers, **getattr(signature, "inputs_to_lifted_tensor_constants", {})}
    entries, numbers = [], 0
    for node in nodes:
        source = node.args[0] if node.args else None
        if not isinstance(source, Node):
            continue
        if target_of(node).startswith(QUANTISE) and source.name not in names:
            if is_operator(source) or source.op == "placeholder" or target_of(source) == "getitem":
                entries.append(whole(node, source.name, "input" if source.op == "placeholder" else "result", observations))
        elif target_of(node).startswith(DEQUANTISE) and source.name in names:
            entry = constant(node, values_of(names[source.name]), lambda argument: values_of(names.get(argument.name, "")))
            numbers += len(entry.get("scales", ()))
            if numbers > MOST_NUMBERS:
                entry.pop("scales", None), entry.pop("zeroPoints", None)
            entries.append(entry)
    if numbers > MOST_NUMBERS:
        report.problem("info", "quantisation.shortened", f"The model has more than {MOST_NUMBERS} scales by channel; those of its last constants are not recorded.")
    return entries


def whole(node: Node, name: str, role: str, observations: Observations | None) -> dict:
    """Of a quantise node with one scale."""
    entry: dict[str, Any] = {"node": name, "role": role, **limits_of(node)}
    scale, zero = node.args[1:3]
    if isinstance(scale, (int, float)):
        entry |= {"scales": [float(scale)], "zeroPoints": [int(zero)]}
        if observations and (seen := observations.of((float(scale), int(zero), entry["dtype"]))):
            entry["observed"] = seen
    return entry


def constant(node: Node, values: torch.Tensor | None, value_of: Callable[[Node], torch.Tensor | None]) -> dict:
    """Of a dequantise node behind weights, which stand for the operator that takes them."""
    user = next((user for user in node.users if user.op == "call_function"), node)
    entry: dict[str, Any] = {"node": user.name, "role": "constant", "argument": argument_name(user, node), **limits_of(node)}
    if isinstance(node.args[1], Node):  # by channel
        scales, zeros = (value_of(argument) if isinstance(argument, Node) else None for argument in node.args[1:3])
        entry["axis"] = int(node.args[3])
        if scales is not None:
            entry["scales"] = [float(f"{scale:.7g}") for scale in scales.flatten().tolist()]
        if zeros is not None:
            entry["zeroPoints"] = [int(zero) for zero in zeros.flatten().tolist()]
    elif isinstance(node.args[1], (int, float)):
        entry |= {"scales": [float(node.args[1])], "zeroPoints": [int(node.args[2])]}
    if values is not None and values.numel() and entry["dtype"] != "int32":
        entry["atLimitsShare"] = float(((values <= entry["low"]) | (values >= entry["high"])).double().mean())
    return entry


def limits_of(node: Node) -> dict:
    by_channel = "per_channel" in target_of(node)
    low, high, dtype = node.args[4:7] if by_channel else node.args[3:6]
    return {"dtype": str(dtype).removeprefix("torch."), "low": int(low), "high": int(high)}


def argument_name(user: Node, node: Node) -> str:
    schema = getattr(user.target, "_schema", None)
    position = next((index for index, argument in enumerate(user.args) if argument is node), None)
    return schema.arguments[position].name if schema and position is not None and position < len(schema.arguments) else ""
