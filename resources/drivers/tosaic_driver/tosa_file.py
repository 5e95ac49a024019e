# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs, outputs and tensors of a .tosa file's main block. A damaged file may raise anything."""
import struct
from dataclasses import dataclass
from typing import Any

IDENTIFIER = b"TOSA"
OUTPUTS_FIELD = 12  # of table TosaBasicBlock, in its vtable


@dataclass
class Tensor:
    name: str
    dtype: str  # TOSA's name: INT8, FP32
    shape: list[int]
    constant: bool

    def entry(self) -> dict[str, Any]:
        return {"name": self.name, "dtype": self.dtype, "shape": self.shape}


class TosaFile:
    def __init__(self, data: bytes) -> None:
        from tosa import DType, TosaGraph
        if data[4:8] != IDENTIFIER:
            raise ValueError("it does not begin like a TOSA file")
        self.data = data
        names = {value: name for name, value in vars(DType.DType).items() if isinstance(value, int)}
        self.block = block = TosaGraph.TosaGraph.GetRootAs(data, 0).Regions(0).Blocks(0)
        tensors = [block.Tensors(index) for index in range(block.TensorsLength())]
        self.tensors = {tensor.Name().decode(): Tensor(tensor.Name().decode(), names[tensor.Type()], [tensor.Shape(axis) for axis in range(tensor.ShapeLength())],
                                                       tensor.DataLength() > 0) for tensor in tensors}
        self.inputs = [self.tensors[block.Inputs(index).decode()] for index in range(block.InputsLength())]
        self.outputs = [self.tensors[block.Outputs(index).decode()] for index in range(block.OutputsLength())]

    def intermediates(self) -> list[Tensor]:
        ends = {tensor.name for tensor in (*self.inputs, *self.outputs)}
        return [tensor for tensor in self.tensors.values() if not tensor.constant and tensor.name not in ends and tensor.dtype != "SHAPE"]

    def with_outputs(self, names: list[str]) -> bytes:
        """The same graph with further tensors as outputs: a longer list of names behind the file, and the block pointing to it."""
        field = self.block._tab.Pos + self.block._tab.Offset(OUTPUTS_FIELD)
        data = bytearray(self.data)
        data += bytes(-len(data) % 4)
        every = [tensor.name for tensor in self.outputs] + names
        struct.pack_into("<I", data, field, len(data) - field)
        data += struct.pack("<I", len(every))
        slots = len(data)
        data += bytes(4 * len(every))
        for index, name in enumerate(every):
            struct.pack_into("<I", data, slots + 4 * index, len(data) - (slots + 4 * index))
            text = name.encode()
            data += struct.pack("<I", len(text)) + text + bytes(4 - len(text) % 4)
        return bytes(data)
