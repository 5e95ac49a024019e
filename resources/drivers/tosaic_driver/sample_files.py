# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples of a model's inputs in .npy and .npz files."""
import zipfile
import zlib
from typing import Any

import torch

from .failures import Failure
from .job import Job


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
