# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kernels that ExecuTorch's package does not have, by PyTorch: an ATen kernel of the same name is what a portable one is modelled on."""
from typing import Any

from .failures import Failure, text_of


class Memory:
    """The tensors of a plan in the buffers it plans, so that values that share bytes do so here."""

    def __init__(self, file: Any, plan: Any) -> None:
        import torch
        self.program, self.plan = file.program, plan
        self.buffers = [torch.zeros(max(size, 0) + 16, dtype=torch.uint8) for size in plan.non_const_buffer_sizes]
        self.tensors: dict[int, Any] = {}

    def tensor(self, index: int) -> Any:
        if index not in self.tensors:
            self.tensors[index] = self.made(self.plan.values[index].val)
        return self.tensors[index]

    def made(self, facts: Any) -> Any:
        import torch

        from .hostrun_inputs import DTYPES
        number = int(facts.scalar_type)
        if number not in DTYPES:
            raise Failure("run.tensor-type", f"PyTorch cannot hold a tensor of type {facts.scalar_type.name}.")
        dtype, order = getattr(torch, DTYPES[number]), list(facts.dim_order)
        shape = [facts.sizes[dimension] for dimension in order]
        count = 1
        for size in shape:
            count *= size
        if facts.data_buffer_idx > 0:
            flat = torch.frombuffer(bytearray(self.program.constant_buffer[facts.data_buffer_idx].storage), dtype=dtype, count=count) if count else torch.zeros(0, dtype=dtype)
        elif facts.allocation_info is None:
            flat = torch.zeros(count, dtype=dtype)
        else:
            place = facts.allocation_info
            start = place.memory_offset_low | place.memory_offset_high << 32
            flat = self.buffers[place.memory_id][start:start + count * dtype.itemsize].view(dtype)
        return flat.reshape(shape).permute([order.index(dimension) for dimension in range(len(order))])

    def value(self, index: int) -> Any:
        from executorch.exir import schema
        value = self.plan.values[index].val
        if isinstance(value, schema.Tensor):
            return self.tensor(index)
        if isinstance(value, schema.Null):
            return None
        if isinstance(value, (schema.Int, schema.Bool)):
            return value.int_val if isinstance(value, schema.Int) else value.bool_val
        if isinstance(value, schema.Double):
            return float(value.double_val)
        if isinstance(value, schema.String):
            return value.string_val
        if isinstance(value, schema.OptionalTensorList):
            return [None if item < 0 else self.value(item) for item in value.items]
        if isinstance(value, (schema.TensorList, schema.IntList)):
            return [self.value(item) for item in value.items]
        return list(value.items)  # doubles and truths lie in the list itself


def run(file: Any, plan: Any, names: list[str], inputs: dict[int, Any], outputs: list[int]) -> list[Any]:
    memory = Memory(file, plan)
    for index, array in inputs.items():
        memory.tensor(index).copy_(array.reshape(memory.tensor(index).shape))
    for instruction in plan.chains[0].instructions:
        call = instruction.instr_args
        try:
            run_kernel(names[call.op_index], [memory.value(index) for index in call.args])
        except Failure:
            raise
        except Exception as error:
            raise Failure("run.kernel-refused", f"PyTorch does not run {names[call.op_index]}: {text_of(error)}", names[call.op_index]) from error
    return [memory.tensor(index) for index in outputs]


def run_kernel(name: str, values: list[Any]) -> None:
    import torch
    namespace, _, rest = name.partition("::")
    plain, _, overload = rest.partition(".")
    packet = getattr(getattr(torch.ops, namespace), plain, None)
    kernel = getattr(packet, overload or "default", None) if packet else None
    if kernel is None:
        raise Failure("run.kernel-missing", f"Neither ExecuTorch's runtime here nor PyTorch has a kernel for {name}.", name)
    arguments = kernel._schema.arguments
    positional = [value for value, argument in zip(values, arguments) if not argument.kwarg_only]
    named = {argument.name: value for value, argument in zip(values, arguments) if argument.kwarg_only}
    kernel(*positional, **named)
