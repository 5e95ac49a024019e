# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The model before and behind quantisation, node by node, on given inputs or the model's own example."""
from pathlib import Path
from typing import Any

import torch
from torch.fx import Interpreter, Node

from .failures import Failure
from .graph import QUANTISE, calls, is_operator, origin_name, target_of
from .preview import Preview

# What the quantizer melts into the node before it: the node's quantised result stands for what is behind them.
MELTED = ("batch_norm", "dropout", "getitem", "clone", "alias", "detach")


class Taps(Interpreter):
    """Runs a graph and keeps the results of some nodes."""

    def __init__(self, program: torch.export.ExportedProgram, wanted: set[str]) -> None:
        super().__init__(program.graph_module)
        self.program, self.wanted, self.values = program, wanted, {}

    def run_node(self, n: Node) -> Any:
        result = super().run_node(n)
        if n.name in self.wanted and isinstance(result, torch.Tensor):
            self.values[n.name] = result.detach()
        return result

    def outputs_for(self, inputs: tuple) -> list[Any]:
        """What the program returns, without the buffers that it changes."""
        with torch.no_grad():
            results = self.run(*self.program._graph_module_flat_inputs(inputs, {}))
        specs = self.program.graph_signature.output_specs
        return [result for result, spec in zip(results, specs) if spec.kind == torch.export.graph_signature.OutputKind.USER_OUTPUT]


class Sides(Preview):
    def run_stages(self) -> None:
        from executorch.exir.backend import backend_api
        partition, without_values, edges = self.recorder.partition, backend_api.get_fake_program, []

        def seen(program: Any) -> Any:
            edges.append(program)
            return without_values(program)

        def with_sides(partitioner: Any, program: Any) -> Any:
            result = partition(partitioner, program)
            self.compute(edges[-1])  # before it is cut
            return result

        backend_api.get_fake_program, self.recorder.partition = seen, with_sides
        try:
            super().run_stages()
        finally:
            backend_api.get_fake_program = without_values
        if "samples" not in self.report.values:
            raise Failure("sides.nothing", "Nothing of the model is offered to the NPU, so there is no quantised side.")

    def compute(self, edge: torch.export.ExportedProgram) -> None:
        import numpy
        nodes = [node for node in calls(edge.graph_module.graph) if is_operator(node)]
        quantisers = {node.name: quantiser for node in nodes if (quantiser := quantiser_of(node))}
        floats = self.float_nodes(nodes)
        samples = []
        for index, given in enumerate(self.job.samples or [{}]):
            inputs = self.inputs_of(given)
            folder = Path(f"sample{index}")
            (self.job.output / folder).mkdir()

            def keep(name: str, value: Any) -> str:
                path = folder / f"{name}.npy"
                array = value.to(torch.float32) if value.dtype == torch.bfloat16 else value
                numpy.save(self.job.output / path, array.contiguous().numpy(), allow_pickle=False)
                return path.as_posix()

            before, behind = Taps(self.float_program, set(floats.values())), Taps(edge, {quantiser.name for quantiser in quantisers.values()})
            outputs = {"floatOutputs": before.outputs_for(inputs), "quantisedOutputs": behind.outputs_for(inputs)}
            entries = []
            for number, node in enumerate(nodes):
                entry: dict[str, Any] = {"node": node.name}
                if quantiser := quantisers.get(node.name):
                    scale, zero = float(quantiser.args[1]), int(quantiser.args[2])
                    entry |= {"scale": scale, "zeroPoint": zero, "quantised": keep(f"{number}-quantised", behind.values[quantiser.name])}
                value = before.values.get(floats.get(node.name, ""))
                # the value of a branch (torch.cond) is a tuple of tensors
                if value is not None and value.shape == getattr(node.meta.get("val"), "shape", None):
                    entry["float"] = keep(f"{number}-float", value)
                if len(entry) > 1:
                    entries.append(entry)
            leaves = [leaf for leaf in torch.utils._pytree.tree_leaves(inputs) if isinstance(leaf, torch.Tensor)]
            samples.append({"inputs": [keep(f"input{number}", leaf) for number, leaf in enumerate(leaves)], "nodes": entries}
                           | {key: [keep(f"{key}{number}", value) for number, value in enumerate(values)] for key, values in outputs.items()})
        self.report.values["samples"] = samples

    def float_nodes(self, nodes: list[Node]) -> dict[str, str]:
        """Edge node -> node of the float program with the same meaning. Of what one node was decomposed into, the last."""
        origins = {node.name: origin for node in nodes if (origin := origin_name(node))}
        last = {origin: name for name, origin in origins.items()}
        known = {node.name: node for node in calls(self.float_program.graph_module.graph)}
        found = {}
        for origin, name in last.items():
            node = known.get(origin)
            while node and len(node.users) == 1:
                user = next(iter(node.users))
                if user.op != "call_function" or user.name in last or not any(word in target_of(user) for word in MELTED):
                    break
                node = user
            if node:
                found[name] = node.name
        return found

    def inputs_of(self, given: dict[str, str]) -> tuple:
        import numpy
        leaves, tree = torch.utils._pytree.tree_flatten(self.inputs)
        number = 0
        for index, leaf in enumerate(leaves):
            if not isinstance(leaf, torch.Tensor):
                continue
            if path := given.get(str(number)):
                array = torch.from_numpy(numpy.load(path, allow_pickle=False))
                if array.numel() != leaf.numel() or array.dtype != leaf.dtype:
                    raise Failure("sides.input", f"Input {number} takes {leaf.numel()} elements of {leaf.dtype}; the file has {array.numel()} of {array.dtype}.")
                leaves[index] = array.reshape(leaf.shape)
            number += 1
        return torch.utils._pytree.tree_unflatten(leaves, tree)


def quantiser_of(node: Node) -> Node | None:
    """The node that quantises this one's result with one scale."""
    for user in node.users:
        if target_of(user).startswith(QUANTISE + "_per_tensor") and isinstance(user.args[1], (int, float)):
            return user
    return None
