# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Post-training quantisation with Arm's quantizer."""
import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import torch

from .failures import Failure
from .graph import source_stack
from .job import Job
from .observed import Observations
from .report import Report


OWN_SAMPLES = "CalibrationInputs"  # of a model file
MOST_SAMPLES = 10_000


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


def calibration_samples(job: Job, calibration: dict, inputs: tuple, own: list[tuple], report: Report) -> list[tuple]:
    """What the spec names, else what the model file brings, else the example inputs."""
    if files := calibration.get("files"):
        return list(samples_from_files(job, files, inputs))
    if images := calibration.get("images"):
        from .images import samples_from_images
        return samples_from_images(job, images, inputs, report)
    if random := calibration.get("random"):
        generator = torch.Generator().manual_seed(random["seed"])
        return [tuple(random_like(value, generator) for value in inputs) for _ in range(random["samples"])]
    if own:
        report.problem("info", "calibration.own", f"Calibrated with {len(own)} sample{'s' if len(own) > 1 else ''} of {OWN_SAMPLES} in {job.input.name}.")
    return own or [inputs]


def random_like(value: Any, generator: torch.Generator) -> Any:
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        return torch.randn(value.shape, generator=generator, dtype=torch.float32).to(value.dtype)
    return value


def own_samples(module: Any, name: str, inputs: tuple) -> list[tuple]:
    """CalibrationInputs of a model file: tuples of inputs, or tensors where there is one; also made one by one."""
    wanted = getattr(module, OWN_SAMPLES, None)
    if wanted is None:
        return []
    samples = []
    for number, sample in enumerate(wanted() if callable(wanted) else wanted):
        if number == MOST_SAMPLES:
            raise Failure("calibration.failed", f"{OWN_SAMPLES} has more than {MOST_SAMPLES} samples. Choose some of them.", name)
        values = tuple(sample) if isinstance(sample, (tuple, list)) else (sample,)
        shapes = [list(getattr(value, "shape", ())) for value in values], [list(getattr(value, "shape", ())) for value in inputs]
        if shapes[0] != shapes[1]:
            raise Failure("calibration.failed", f"Sample {number} of {OWN_SAMPLES} has inputs of {shapes[0]}, the model of {shapes[1]}. Make them equal.", name)
        samples.append(values)
    if not samples:
        raise Failure("calibration.failed", f"{OWN_SAMPLES} has no samples. Leave it out to calibrate with the example inputs.", name)
    return samples


def digest_of(samples: list[tuple]) -> str:
    """Equal samples, equal text."""
    digest = hashlib.sha256()
    for sample in samples:
        for value in sample:
            array = value.detach().cpu().contiguous().numpy() if isinstance(value, torch.Tensor) else None
            digest.update(repr((str(getattr(value, "dtype", type(value))), value if array is None else array.shape)).encode())
            if array is not None:
                digest.update(array.tobytes())
    return digest.hexdigest()


def samples_from_files(job: Job, files: list[str], inputs: tuple) -> Iterator[tuple]:
    archives = [name for name in files if name.endswith(".npz")]
    if archives and len(archives) < len(files):
        raise Failure("calibration.failed", "Calibration takes .npy files or .npz files, not both.")
    if archives:
        for name in archives:
            rows = [rows_in(array, f"{key} in {name}", value) for (key, array), value in zip(arrays_of(job, name, len(inputs)), inputs)]
            yield from samples_of_rows(rows, name)
        return
    if len(files) % len(inputs):
        raise Failure("calibration.failed", f"The model has {len(inputs)} inputs, so calibration needs a multiple of {len(inputs)} files; there are {len(files)}.")
    for start in range(0, len(files), len(inputs)):
        rows = [rows_in(loaded(job, name), name, value) for name, value in zip(files[start:start + len(inputs)], inputs)]
        yield from samples_of_rows(rows, files[start])


def samples_of_rows(rows: list[list[torch.Tensor]], name: str) -> Iterator[tuple]:
    if len({len(row) for row in rows}) != 1:
        raise Failure("calibration.failed", f"The inputs from {name} on hold different numbers of samples. Give each input the same number.")
    return zip(*rows)


def loaded(job: Job, name: str) -> Any:
    import numpy
    try:
        return numpy.load(job.file(name), allow_pickle=False)
    except (OSError, ValueError, TypeError, zipfile.BadZipFile) as error:
        kind = ".npz" if name.endswith(".npz") else ".npy"
        raise Failure("calibration.failed", f"{name} is not a readable {kind} file: {type(error).__name__}: {getattr(error, 'strerror', None) or error}.") from error


def arrays_of(job: Job, name: str, count: int) -> list[tuple[str, Any]]:
    """One array for each input, in the order in which they were saved."""
    archive = loaded(job, name)
    keys = list(getattr(archive, "files", ()))
    if len(keys) != count:
        raise Failure("calibration.failed", f"{name} holds {len(keys)} arrays ({', '.join(keys[:10])}), the model has {count} inputs. Save one array for each, in their order.")
    try:
        return [(key, archive[key]) for key in keys]
    except (OSError, ValueError, TypeError, zipfile.BadZipFile, zlib.error) as error:
        raise Failure("calibration.failed", f"{name} is damaged: {type(error).__name__}: {error}.") from error


def rows_in(values: Any, name: str, value: torch.Tensor) -> list[torch.Tensor]:
    """The samples in one array: one of the input's shape, or several stacked along the first dimension."""
    try:
        array = torch.from_numpy(values).to(value.dtype)
    except (ValueError, TypeError) as error:
        raise Failure("calibration.failed", f"{name} is no array of numbers: {type(error).__name__}: {error}.") from error
    shape = tuple(value.shape)
    if not array.numel():
        raise Failure("calibration.failed", f"{name} holds no sample: its shape is {list(array.shape)}.")
    if tuple(array.shape) == shape:
        return [array]
    if tuple(array.shape[1:]) == shape:
        return list(array)
    if shape[:1] == (1,) and tuple(array.shape[1:]) == shape[1:]:
        return [row.unsqueeze(0) for row in array]
    raise Failure("calibration.failed", f"{name} has shape {list(array.shape)}, the model's input {list(shape)}. Make them equal, or stack samples along the first dimension.")


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
