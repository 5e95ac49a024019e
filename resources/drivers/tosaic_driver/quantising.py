# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Post-training quantisation with Arm's quantizer."""
from typing import Any

import torch

from .calibration import calibration_samples
from .failures import Failure
from .graph import source_stack
from .job import Job
from .observed import Observations
from .report import Report


def is_quantised(program: torch.export.ExportedProgram) -> bool:
    return any("quantized_decomposed" in str(node.target) for node in program.graph.nodes if node.op == "call_function")


def quantised_for_arm(program: torch.export.ExportedProgram) -> bool:
    """Arm's partitioner goes by this mark, not by the quantise nodes."""
    return any(((node.meta.get("custom") or {}).get("_arm_annotation_info") or {}).get("quantized") for node in program.graph.nodes)


def is_prepared(model: Any) -> bool:
    """With observers inside (prepare_qat_pt2e, prepare_pt2e): what is left to do is to convert it."""
    from torchao.quantization.pt2e import FakeQuantizeBase, ObserverBase
    return isinstance(model, torch.fx.GraphModule) and any(isinstance(module, (FakeQuantizeBase, ObserverBase)) for module in model.modules())


def convert_prepared(model: torch.fx.GraphModule, inputs: tuple) -> tuple[torch.export.ExportedProgram, Observations]:
    from torchao.quantization.pt2e import move_exported_model_to_eval
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e
    observations = Observations(model)
    move_exported_model_to_eval(model)
    program = torch.export.export(convert_pt2e(model), inputs)
    return program, observations.converted()


def config_of(settings: dict[str, Any]):
    from executorch.backends.arm.quantizer import arm_quantizer, get_symmetric_a16w8_quantization_config, get_symmetric_quantization_config
    if settings.get("scheme", "symmetric") == "none":
        return None
    by_channel = settings.get("perChannel", True)
    if settings.get("activations") == "int16":
        return get_symmetric_a16w8_quantization_config(is_per_channel=by_channel)
    if settings.get("weights") == "int4":
        return arm_quantizer.get_symmetric_a8w4_quantization_config(is_per_channel=by_channel, is_qat=False)
    return get_symmetric_quantization_config(is_per_channel=by_channel)


def operator_overload(name: str):
    """torch.ops.aten.relu.default from "aten.relu.default"; None if there is no such operator."""
    parts = name.replace("::", ".").split(".")
    found = torch.ops
    try:
        for part in parts if len(parts) == 3 else [*parts, "default"]:
            found = getattr(found, part)
    except (AttributeError, RuntimeError):
        return None
    return found


def make_quantizer(compile_spec, settings: dict[str, Any], graph: torch.fx.Graph, report: Report):
    from executorch.backends.arm.quantizer import EthosUQuantizer, get_uint8_io_quantization_config
    quantizer = EthosUQuantizer(compile_spec)
    quantizer.set_global(config_of(settings))
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    for override in settings.get("overrides", []):
        # an override of the activations alone keeps the rest of the global settings
        config = config_of({"scheme": "symmetric", "activations": settings.get("activations"), "weights": settings.get("weights"), "perChannel": settings.get("perChannel", True)} | override)
        if name := override.get("module"):
            matched = any(path == name or path.startswith(name + ".") for node in nodes for path in source_stack(node))
            quantizer.set_module_name(name, config)
        else:
            name = override["operator"]
            overload = operator_overload(name)
            matched = any(node.target == overload for node in nodes)
            if matched:
                quantizer.set_node_target(overload, config)
        if not matched:
            available = sorted({str(node.target) for node in nodes}) if "operator" in override else sorted({path for node in nodes for path in source_stack(node) if path})
            report.problem("warning", "quantizer.unmatched", f"The quantizer override '{name}' matches nothing. There is: {', '.join(available[:20])}.", name)
    if settings.get("io") == "uint8":
        quantizer.set_io(get_uint8_io_quantization_config())
    return quantizer


def quantise(program: torch.export.ExportedProgram, inputs: tuple, compile_spec, job: Job, resolved: dict, report: Report, own: list[tuple] | None = None) -> tuple[torch.export.ExportedProgram, Observations | None]:
    """With what calibration saw, where it says. `own`: samples that the model file brings."""
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
    samples = calibration_samples(job, resolved.get("calibration", {}), inputs, own or [], report)
    if program.range_constraints:
        sizes = ", ".join("x".join(map(str, value.shape)) or "scalar" for value in inputs if isinstance(value, torch.Tensor))
        report.problem("warning", "quantise.fixed-sizes", f"The model's dynamic sizes are lost: what is quantised is exported anew with the example inputs, so the program takes inputs of their sizes alone ({sizes}).")
    if not resolved["delegate"] and resolved.get("cpuKernels") == "cortex-m":
        return for_cortex_m(program, inputs, samples, resolved["quantizer"], report), None
    # Without check_guards=False torch inserts a call_module node that Arm's passes cannot digest.
    module = program.module(check_guards=False)
    quantizer = make_quantizer(compile_spec, resolved["quantizer"], module.graph, report)
    prepared = prepare_pt2e(module, quantizer)
    for number, sample in enumerate(samples):
        try:
            with torch.no_grad():  # else a buffer that the model writes holds on to what made its value
                prepared(*sample)
        except Exception as error:
            raise Failure("calibration.failed", f"The model fails on calibration sample {number}: {type(error).__name__}: {error}") from error
        report.events.within("quantise", 0.2 + 0.4 * (number + 1) / len(samples))
    observations = Observations(prepared)
    program = torch.export.export(convert_pt2e(prepared), inputs)
    return program, observations.converted()


def for_cortex_m(program: torch.export.ExportedProgram, inputs: tuple, samples: list[tuple], settings: dict, report: Report) -> torch.export.ExportedProgram:
    from .cpu_kernels import quantise_for_cortex_m
    ignored = [key for key, unused in (("overrides", settings["overrides"]), ("activations", settings["activations"] != "int8"), ("perChannel", not settings["perChannel"]),
                                       ("weights", settings.get("weights") == "int4"), ("io", settings.get("io") == "uint8")) if unused]
    for key in ignored:
        report.problem("warning", "quantizer.ignored", f"The Cortex-M quantizer has no such choice; quantizer.{key} is not used.", f"quantizer.{key}")
    try:
        return quantise_for_cortex_m(program, inputs, samples)
    except RuntimeError as error:
        raise Failure("model.quantise-failed", f"Cortex-M's quantizer refuses the model: {error}") from error
