# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a TOSA file with every operator and every attribute field of a schema's Python classes.

Usage: everyoperator.py PACKAGE OUT.tosa OUT.json. PACKAGE holds the classes that FlatBuffers made
from a schema: "tosa" (tosa-tools, 1.1) or "ethosu.vela.tosa" (Vela's legacy reader, 0.80.0). Names,
numbers and field positions come from these classes alone; the JSON says what a reader must find.
"""

import importlib
import inspect
import json
import re
import sys

import flatbuffers

PACKAGE = sys.argv[1]
IS_OLD = PACKAGE != "tosa"

# 0.80: operators that share an attribute table, by the table's name.
GROUPS = {
    "Pool": ["AVG_POOL2D", "MAX_POOL2D"],
    "Conv": ["CONV2D", "CONV3D", "DEPTHWISE_CONV2D"],
    "TransposeConv": ["TRANSPOSE_CONV2D"],
    "Axis": ["ARGMAX", "CONCAT", "REVERSE", "DIM", "REDUCE_ANY", "REDUCE_ALL", "REDUCE_MAX"]
    + ["REDUCE_MIN", "REDUCE_PRODUCT", "REDUCE_SUM"],
    "MatMul": ["MATMUL"],
    "FFT": ["FFT2D"],
}
ENUMS = {
    "acc_type": "DType",
    "accum_dtype": "DType",
    "nan_mode": "NanPropagationMode",
    "mode": "ResizeMode",
    "rounding_mode": "RoundingMode",
    "block_size": "BlockSize",
}


def module(name):
    return importlib.import_module(f"{PACKAGE}.{name}")


def numbers(name):
    """The enumeration's names and numbers."""
    return {k: v for k, v in vars(getattr(module(name), name)).items() if isinstance(v, int)}


def fields(table):
    """(position, name, kind, setter, vector starter) of each field."""
    functions = dict(inspect.getmembers(module(table), inspect.isfunction))
    for name, setter in functions.items():
        match = re.fullmatch(table + "Add(.+)", name)
        if not match:
            continue
        source = inspect.getsource(setter)
        kind, position = re.search(r"Prepend(\w+)Slot\((\d+)", source).groups()
        starter = functions.get(f"{table}Start{match[1]}Vector")
        if starter:
            width = re.search(r"StartVector\((\d)", inspect.getsource(starter))[1]
            kind = "Vector" + width
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", match[1]).lower()
        yield int(position), snake, kind, setter, starter


class Writer:
    def __init__(self):
        self.builder = flatbuffers.Builder(1024)
        self.builder.ForceDefaults(True)
        self.next = 3

    def number(self):
        self.next += 2
        return self.next % 120

    def vector(self, values, width):
        self.builder.StartVector(width, len(values), width)
        prepend = {1: "PrependUint8", 2: "PrependInt16", 4: "PrependInt32"}[width]
        for value in reversed(values):
            getattr(self.builder, prepend)(value)
        return self.builder.EndVector()

    def offsets(self, offsets):
        self.builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self.builder.PrependUOffsetTRelative(offset)
        return self.builder.EndVector()

    def strings(self, texts):
        return self.offsets([self.builder.CreateString(text) for text in texts])

    def value(self, name, kind):
        """What to store, what a reader must show."""
        if kind.startswith("Vector"):
            # Three bytes are no number of any type, so they stay bytes.
            values = [self.number() for _ in range(3)]
            return self.vector(values, int(kind[-1])), values
        if kind == "UOffsetTRelative":
            text = f"{name} {self.number()}"
            return self.builder.CreateString(text), text
        if name in ENUMS:
            names = list(numbers(ENUMS[name]).items())
            text, value = names[self.number() % len(names)]
            return value, text
        if kind == "Bool":
            value = self.number() % 4 == 1
            return value, value
        value = self.number()
        return value, value

    def attribute(self, table):
        stored, shown = [], {}
        for _, name, kind, setter, _ in sorted(fields(table)):
            value, shown[name] = self.value(name, kind)
            stored.append((setter, value))
        getattr(module(table), table + "Start")(self.builder)
        for setter, value in stored:
            setter(self.builder, value)
        return getattr(module(table), table + "End")(self.builder), shown

    def table(self, name, values):
        """A table of the format from {field: value}, in the classes' spelling."""
        setters = {field: setter for _, field, _, setter, _ in fields(name)}
        getattr(module(name), name + "Start")(self.builder)
        for field, value in values.items():
            setters[field](self.builder, value)
        return getattr(module(name), name + "End")(self.builder)


def attribute_table(op, number):
    tables = {v: k for k, v in numbers("Attribute").items() if k != "NONE"}
    if not IS_OLD:
        return tables.get(number), number
    by_name = {table: tag for tag, table in tables.items()}
    group = next((g for g, ops in GROUPS.items() if op in ops), None)
    if group is None:
        group = "".join(part.capitalize() for part in op.split("_"))
    table = f"{group}Attribute"
    return (table, by_name[table]) if table in by_name else (None, 0)


def main():
    writer = Writer()
    expected, operators = [], []
    for op, number in numbers("Op").items():
        table, tag = attribute_table(op, number)
        values = {"op": number}
        shown = {}
        if table:
            values["attribute_type"] = tag
            values["attribute"], shown = writer.attribute(table)
        values["inputs"] = writer.strings(["x"])
        values["outputs"] = writer.strings(["x"])
        operators.append(writer.table("TosaOperator", values))
        expected.append({"op": op, "attributes": shown})
    types = numbers("DType")
    tensors = []
    for name, number in [("x", types["INT8"]), *types.items()]:
        text = writer.builder.CreateString(name)
        shape = writer.vector([2, 3], 4)
        tensors.append(writer.table("TosaTensor", {"name": text, "shape": shape, "type": number}))
    main_name = writer.builder.CreateString("main")
    block = {
        "name": main_name,
        "operators": writer.offsets(operators),
        "tensors": writer.offsets(tensors),
        "inputs": writer.strings(["x"]),
        "outputs": writer.strings(["x"]),
    }
    if not IS_OLD:
        block["shapes"] = writer.offsets([])
    blocks = writer.offsets([writer.table("TosaBasicBlock", block)])
    regions = writer.offsets([writer.table("TosaRegion", {"name": main_name, "blocks": blocks})])
    major, minor = (0, 80) if IS_OLD else (1, 1)
    version = {"_major": major, "_minor": minor, "_patch": 0, "_draft": False}
    setters = dict(inspect.getmembers(module("Version"), inspect.isfunction))
    setters["VersionStart"](writer.builder)
    for name, value in version.items():
        match = next(f for n, f in setters.items() if re.fullmatch("VersionAdd_?" + name[1:], n, re.I))
        match(writer.builder, value)
    stated = setters["VersionEnd"](writer.builder)
    graph = writer.table("TosaGraph", {"version": stated, "regions": regions})
    writer.builder.Finish(graph, b"TOSA")
    with open(sys.argv[2], "wb") as out:
        out.write(writer.builder.Output())
    with open(sys.argv[3], "w") as out:
        json.dump({"operators": expected, "types": list(types)}, out)


main()
