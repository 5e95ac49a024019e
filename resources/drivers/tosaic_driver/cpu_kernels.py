# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs beside the NPU: integer inputs and outputs, and ExecuTorch's Cortex-M (CMSIS-NN) kernels."""
from typing import Any

from .graph import DEQUANTISE, QUANTISE, target_of
from .report import Report


def edge_config() -> Any:
    from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
    return cortex_m_edge_compile_config()


def with_integer_io(edge: Any, report: Report) -> Any:
    """Takes the quantise and dequantise kernels off the program's inputs and outputs, where there is exactly one."""
    from executorch.exir.passes.quantize_io_pass import QuantizeInputs, QuantizeOutputs
    program = edge.exported_program()
    by_name = {node.name: node for node in program.graph.nodes}
    inputs, outputs = [], []
    for index, name in enumerate(program.graph_signature.user_inputs):
        users = list(by_name[name].users) if name in by_name else []
        if len(users) == 1 and target_of(users[0]).startswith(QUANTISE + "_per_tensor"):
            inputs.append(index)
        elif is_float(by_name.get(name)):
            report.problem("warning", "integer-io.kept-float", f"Input {index} ({name}) stays float: it is not quantised by exactly one operator.", str(name))
    for index, node in enumerate(program.graph.output_node().args[0]):
        if target_of(node).startswith(DEQUANTISE + "_per_tensor"):
            outputs.append(index)
        elif is_float(node):
            report.problem("warning", "integer-io.kept-float", f"Output {index} ({node.name}) stays float: it is not dequantised at the end of the program.", node.name)
    passes = [*([QuantizeInputs(edge, inputs)] if inputs else []), *([QuantizeOutputs(edge, outputs)] if outputs else [])]
    return edge.transform(passes) if passes else edge


def is_float(node: Any) -> bool:
    value = getattr(node, "meta", {}).get("val")
    return getattr(value, "is_floating_point", lambda: False)()


def with_cortex_m(edge: Any, resolved: dict) -> Any:
    if resolved["delegate"]:  # only the quantise kernels at the borders of the delegates are left to replace
        from executorch.backends.cortex_m.passes.replace_quant_nodes_pass import ReplaceQuantNodesPass
        return edge.transform([ReplaceQuantNodesPass()])
    from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
    edge._edge_programs["forward"] = CortexMPassManager(edge.exported_program(), target_config=core_of(resolved["target"])).transform()
    return edge


def core_of(target: str) -> Any:
    """The Cortex-M that Arm pairs with this NPU: both have MVE, so the programs are the same."""
    from executorch.backends.cortex_m.target_config import CortexMTargetConfig
    return CortexMTargetConfig.from_target_string("cortex-m85" if target.startswith("ethos-u85") else "cortex-m55")


def channels_last(value: Any) -> Any:
    """The layout that the Cortex-M convolutions want."""
    import torch
    return value.to(memory_format=torch.channels_last) if isinstance(value, torch.Tensor) and value.dim() == 4 else value


def quantise_for_cortex_m(program: Any, inputs: tuple, samples: list[tuple]) -> Any:
    """As ExecuTorch's own Cortex-M flow: channels-last, Cortex-M's quantizer."""
    import torch
    from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
    inputs = tuple(channels_last(value) for value in inputs)
    module = program.module(check_guards=False).to(memory_format=torch.channels_last)
    module = torch.export.export(module, inputs).module(check_guards=False)
    prepared = prepare_pt2e(module, CortexMQuantizer())
    for sample in samples:
        prepared(*(channels_last(value) for value in sample))
    return torch.export.export(convert_pt2e(prepared), inputs)
