# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of a run on this machine and arrays that are kept. Needs torch and numpy."""
from pathlib import Path
from typing import Any

from .failures import Failure
from .hostrun_program import ProgramMethod, TensorFacts

# ExecuTorch's numbers of the scalar types that torch can hold
DTYPES = {0: "uint8", 1: "int8", 2: "int16", 3: "int32", 4: "int64", 5: "float16", 6: "float32", 7: "float64", 11: "bool", 15: "bfloat16", 27: "uint16", 28: "uint32", 29: "uint64"}
WHOLE_RANGE = ("uint8", "int8", "int16", "uint16")  # quantised values
CHANNELS_LAST = {4: [0, 2, 3, 1], 5: [0, 2, 3, 4, 1]}


def make_inputs(method: ProgramMethod, files: list[Path], seed: int) -> tuple[list[Any], list[dict]]:
    """Values for each input, and what the result says of them."""
    tensors = [index for index, number in enumerate(method.inputs) if isinstance(value_of(method, number), TensorFacts)]
    if files and len(files) != len(tensors):
        raise Failure("run.input-count", f"{len(files)} input files were given; method {method.name} takes {len(tensors)} tensors.")
    by_input = dict(zip(tensors, files))
    values, entries = [], []
    for index, number in enumerate(method.inputs):
        value = value_of(method, number)
        if isinstance(value, TensorFacts):
            array = array_of(by_input[index], value, index) if index in by_input else random_array(value, seed, index)
            values.append(tensor_from(array, value))
            entries.append({"dtype": DTYPES[value.dtype], "shape": list(array.shape), "fill": "file" if index in by_input else "random"})
        elif value is None or isinstance(value, (bool, int, float)):
            values.append(value)  # the runtime refuses any other value than the program's
            entries.append({"dtype": "none" if value is None else type(value).__name__, "shape": [], "fill": "program", "value": value})
        else:
            raise Failure("run.input-kind", f"Input {index} of method {method.name} is no tensor and no number; ExecuTorch's Python module cannot pass it.", str(index))
    return values, entries


def value_of(method: ProgramMethod, number: int) -> Any:
    if not 0 <= number < len(method.values):
        raise Failure("model.unreadable", f"Method {method.name} names a value that is not there ({number}).")
    return method.values[number]


def dtype_of(tensor: TensorFacts, index: int) -> str:
    if tensor.dtype not in DTYPES:
        raise Failure("run.input-type", f"Input {index} has a type that torch cannot hold (ExecuTorch's number {tensor.dtype}).", str(index))
    return DTYPES[tensor.dtype]


def array_of(path: Path, tensor: TensorFacts, index: int) -> Any:
    import numpy
    try:
        array = numpy.load(path, allow_pickle=False)
    except FileNotFoundError as error:
        raise Failure("run.input-missing", f"{path.name} for input {index} does not exist.", str(index)) from error
    except (OSError, ValueError, EOFError) as error:
        raise Failure("run.input-unreadable", f"{path.name} is not a readable .npy file: {error}.", str(index)) from error
    name = dtype_of(tensor, index)
    wanted = "float32" if name == "bfloat16" else name  # NumPy has no bfloat16
    if not isinstance(array, numpy.ndarray) or array.dtype != numpy.dtype(wanted):
        raise Failure("run.input-dtype", f"{path.name} holds {getattr(array, 'dtype', 'several arrays')}; input {index} is {name} and takes {wanted}.", str(index))
    fits = len(array.shape) == len(tensor.shape) and all(
        given == bound if tensor.dynamism == 0 else given <= bound for given, bound in zip(array.shape, tensor.shape))
    if not fits:
        how = "exactly" if tensor.dynamism == 0 else "at most"
        raise Failure("run.input-shape", f"{path.name} has shape {list(array.shape)}; input {index} takes {how} {tensor.shape}.", str(index))
    return array


def random_array(tensor: TensorFacts, seed: int, index: int) -> Any:
    """Each input has a generator of its own. Floats are standard normal; small integers take their whole range; large ones are 0 or 1, because they may be indices."""
    import numpy
    generator = numpy.random.default_rng([seed, index])
    name = dtype_of(tensor, index)
    if name.startswith(("float", "bfloat")):
        return generator.standard_normal(tensor.shape, dtype="float32").astype("float32" if name == "bfloat16" else name)
    if name in WHOLE_RANGE:
        limits = numpy.iinfo(name)
        return generator.integers(limits.min, limits.max, size=tensor.shape, endpoint=True).astype(name)
    return generator.integers(0, 1, size=tensor.shape, endpoint=True).astype(name)


def tensor_from(array: Any, facts: TensorFacts) -> Any:
    import torch
    tensor = torch.from_numpy(array.copy(order="C")).to(getattr(torch, DTYPES[facts.dtype]))
    if facts.dim_order == CHANNELS_LAST.get(len(facts.shape)):
        tensor = tensor.to(memory_format=torch.channels_last if len(facts.shape) == 4 else torch.channels_last_3d)
    return tensor


def entry_of(value: Any) -> dict:
    """Type and shape of something that came out."""
    import torch
    if isinstance(value, torch.Tensor):
        return {"dtype": str(value.dtype).removeprefix("torch."), "shape": list(value.shape)}
    return {"dtype": "none" if value is None else type(value).__name__, "shape": [], "value": value if isinstance(value, (bool, int, float, str)) else None}


def numpy_of(tensor: Any) -> Any:
    import torch
    tensor = tensor.detach().cpu()
    return (tensor.to(torch.float32) if tensor.dtype == torch.bfloat16 else tensor).contiguous().numpy()
