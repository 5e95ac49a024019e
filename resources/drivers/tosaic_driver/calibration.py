# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a model is calibrated with: files, pictures, random numbers, or what the model file brings."""
import hashlib
from collections.abc import Iterator
from typing import Any

import torch

from .failures import Failure
from .images import samples_from_images
from .job import Job
from .report import Report
from .sample_files import arrays_of, loaded, rows_in

OWN_SAMPLES = "CalibrationInputs"  # of a model file
MOST_SAMPLES = 10_000


def calibration_samples(job: Job, calibration: dict, inputs: tuple, own: list[tuple], report: Report) -> list[tuple]:
    """What the spec names, else what the model file brings, else the example inputs."""
    if files := calibration.get("files"):
        return list(samples_from_files(job, files, inputs))
    if images := calibration.get("images"):
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
