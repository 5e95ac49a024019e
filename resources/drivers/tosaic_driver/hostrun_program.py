# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run must know of a .pte before the runtime sees it. Reads the file itself: importing ExecuTorch's reader takes seconds."""
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# ExecuTorch's numbers of scalar types, and bytes of one element
BYTES = {0: 1, 1: 1, 2: 2, 3: 4, 4: 8, 5: 2, 6: 4, 7: 8, 8: 4, 9: 8, 10: 16, 11: 1, 12: 1, 13: 1, 14: 4, 15: 2, 22: 2, 23: 1, 24: 1, 25: 1, 26: 1, 27: 2, 28: 4, 29: 8}
NULL, INT, BOOL, DOUBLE, TENSOR, STRING = 1, 2, 3, 4, 5, 6
INT_LIST, TENSOR_LIST, OPTIONAL_TENSOR_LIST = 7, 10, 11
KERNEL_CALL, DELEGATE_CALL, MOVE_CALL, JUMP_FALSE_CALL, FREE_CALL = 1, 2, 3, 4, 5
ALIGNMENT = 64  # of each tensor in the debug buffer


class Table:
    """A FlatBuffers table; absent fields give the default."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data, self.position = data, position
        self.vtable = position - self.number("i", position)
        self.size = self.number("H", self.vtable)

    def number(self, kind: str, position: int) -> Any:
        if position < 0:
            raise ValueError("an offset before the file")
        return struct.unpack_from("<" + kind, self.data, position)[0]

    def place(self, index: int) -> int | None:
        entry = 4 + 2 * index
        offset = self.number("H", self.vtable + entry) if entry + 2 <= self.size else 0
        return self.position + offset if offset else None

    def scalar(self, index: int, kind: str, default: Any = 0) -> Any:
        place = self.place(index)
        return default if place is None else self.number(kind, place)

    def target(self, index: int) -> int | None:
        place = self.place(index)
        return None if place is None else place + self.number("I", place)

    def table(self, index: int) -> "Table | None":
        target = self.target(index)
        return None if target is None else Table(self.data, target)

    def text(self, index: int) -> str:
        target = self.target(index)
        return "" if target is None else self.data[target + 4:target + 4 + self.number("I", target)].decode("utf-8", "replace")

    def numbers(self, index: int, kind: str) -> list:
        target = self.target(index)
        return [] if target is None else list(struct.unpack_from(f"<{self.number('I', target)}{kind}", self.data, target + 4))

    def tables(self, index: int) -> list["Table"]:
        target = self.target(index)
        if target is None:
            return []
        places = range(target + 4, target + 4 + 4 * self.number("I", target), 4)
        return [Table(self.data, place + self.number("I", place)) for place in places]


@dataclass
class TensorFacts:
    dtype: int
    shape: list[int]  # upper bounds where it is dynamic
    dim_order: list[int]
    dynamism: int  # 0 static, 1 up to the bound
    is_external: bool
    has_storage: bool  # planned, or with bytes of its own
    name: str  # of a constant or a state; empty for all others

    def bytes(self) -> int:
        count = 1
        for size in self.shape:
            count *= max(size, 0)
        return count * BYTES.get(self.dtype, 16)


@dataclass
class ProgramMethod:
    name: str
    values: list[Any] = field(default_factory=list)  # int, bool, float, str, TensorFacts, list of value numbers, None
    inputs: list[int] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    delegates: list[str] = field(default_factory=list)
    instructions: list[tuple[int, list[int]]] = field(default_factory=list)  # kind, arguments; of a jump: condition, destination

    def tensors(self, number: int) -> list[TensorFacts]:
        value = self.values[number] if 0 <= number < len(self.values) else None
        if isinstance(value, TensorFacts):
            return [value]
        return [tensor for member in value for tensor in self.tensors(member) if isinstance(member, int)] if isinstance(value, list) else []

    def needs_data_file(self) -> bool:
        return any(isinstance(value, TensorFacts) and value.is_external for value in self.values)

    def stateful_without_storage(self) -> list[TensorFacts]:
        """Named buffers that the planner left to the caller (alloc_mutable_buffers=False). Inputs and outputs have no names."""
        return [value for value in self.values if isinstance(value, TensorFacts) and value.name and not value.has_storage]

    def logged_bytes(self) -> int:
        """Of one call, upper bound: each tensor begins at a multiple of 64. A kernel logs its outputs, a delegate all arguments, the method its outputs."""
        def rounded(tensors: list[TensorFacts]) -> int:
            return sum((tensor.bytes() + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT + ALIGNMENT for tensor in tensors)

        sizes = []
        for kind, arguments in self.instructions:
            numbers = arguments if kind == DELEGATE_CALL else arguments[-1:] if kind == KERNEL_CALL else []
            sizes.append(rounded([tensor for number in numbers for tensor in self.tensors(number)]))
        # A loop runs once for each slice of a tensor, so never more often than the longest dimension.
        longest = max((size for value in self.values if isinstance(value, TensorFacts) for size in value.shape), default=1)
        for index, (kind, arguments) in enumerate(self.instructions):
            if kind == JUMP_FALSE_CALL and 0 <= arguments[1] <= index:
                for place in range(arguments[1], index + 1):
                    sizes[place] *= max(longest, 1)
        return sum(sizes) + rounded([tensor for number in self.outputs for tensor in self.tensors(number)])


def read_methods(data: bytes) -> list[ProgramMethod]:
    """Errors: struct.error, ValueError, RecursionError: the file is damaged, or no program."""
    if data[4:8] != b"ET12":
        raise ValueError("the identifier is not ET12")
    root = Table(data, struct.unpack_from("<I", data)[0])
    return [method_of(plan) for plan in root.tables(1)]


def method_of(plan: Table) -> ProgramMethod:
    method = ProgramMethod(plan.text(0), [value_of(value) for value in plan.tables(2)], plan.numbers(3, "i"), plan.numbers(4, "i"))
    for operator in plan.tables(6):
        overload = operator.text(1)
        method.operators.append(operator.text(0) + (f".{overload}" if overload else ""))
    method.delegates = [delegate.text(0) for delegate in plan.tables(7)]
    chains = plan.tables(5)
    method.instructions = [instruction_of(instruction) for instruction in (chains[0].tables(2) if chains else [])]
    return method


def value_of(value: Table) -> Any:
    kind, table = value.scalar(0, "B"), value.table(1)
    reader: Callable[[Table], Any] | None = READERS.get(kind)
    return reader(table) if reader and table else None


def tensor_of(table: Table) -> TensorFacts:
    extra = table.table(9)
    external = bool(extra and extra.scalar(2, "b") == 1)
    return TensorFacts(table.scalar(0, "b"), table.numbers(2, "i"), table.numbers(3, "B"), table.scalar(8, "b"), external,
                       external or table.scalar(5, "I") > 0 or table.place(6) is not None, extra.text(1) if extra else "")


READERS: dict[int, Callable[[Table], Any]] = {
    INT: lambda table: table.scalar(0, "q"), BOOL: lambda table: bool(table.scalar(0, "B")), DOUBLE: lambda table: table.scalar(0, "d", 0.0), TENSOR: tensor_of,
    STRING: lambda table: table.text(0), TENSOR_LIST: lambda table: table.numbers(0, "i"), OPTIONAL_TENSOR_LIST: lambda table: table.numbers(0, "i")}


def instruction_of(instruction: Table) -> tuple[int, list[int]]:
    kind, call = instruction.scalar(0, "B"), instruction.table(1)
    if call is None:
        return kind, []
    if kind in (KERNEL_CALL, DELEGATE_CALL):
        return kind, call.numbers(1, "i")
    return kind, [call.scalar(0, "i"), call.scalar(1, "i")]
