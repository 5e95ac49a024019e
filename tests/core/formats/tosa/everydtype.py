# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a TOSA file with a constant of every element type and, as JSON, what its values are.

Usage: everydtype.py OUT.tosa OUT.json, in an environment with tosa-tools (its serializer) and
ml_dtypes. Numbers that JSON does not have are the texts "nan", "inf" and "-inf".
"""

import json
import math
import sys
import tempfile

import ml_dtypes
import numpy as np
import serializer.tosa_serializer as ts
from tosa.DType import DType


def codes(dtype, bits):
    """Every code of a float type of up to 8 bits, some of one with 16."""
    if bits == 16:
        return np.arange(0, 65536, 97, dtype=np.uint16).view(dtype)
    # The packer of 4-bit types wants multiples of 32.
    return (np.arange(max(2**bits, 32)) % 2**bits).astype(np.uint8).view(dtype)


def constants():
    yield "BOOL", np.array([True, False, True])
    yield "INT4", np.array([-7, -1, 0, 1, 7, 3, -4])
    yield "INT8", np.arange(-128, 128)
    yield "INT16", np.array([-32768, -1, 0, 1, 32767])
    yield "INT32", np.array([-(2**31), -1, 0, 1, 2**31 - 1])
    yield "INT48", np.array([-(2**47), -1, 0, 1, 2**47 - 1, 123456789012])
    yield "INT64", np.array([-(2**52), -1, 0, 1, 2**52])
    yield "FP32", np.array([0.1, -0.0, 1e-45, 3.4e38, math.inf, -math.inf, math.nan], np.float32)
    yield "FP16", codes(np.float16, 16)
    yield "BF16", codes(ml_dtypes.bfloat16, 16)
    yield "FP8E4M3", codes(ml_dtypes.float8_e4m3fn, 8)
    yield "FP8E5M2", codes(ml_dtypes.float8_e5m2, 8)
    yield "FP8UE8M0", codes(ml_dtypes.float8_e8m0fnu, 8)
    yield "FP6E2M3", codes(ml_dtypes.float6_e2m3fn, 6)
    yield "FP6E3M2", codes(ml_dtypes.float6_e3m2fn, 6)
    yield "FP4E2M1", codes(ml_dtypes.float4_e2m1fn, 4)


def number(value):
    value = float(value)
    return value if math.isfinite(value) else str(value)


def main():
    with tempfile.TemporaryDirectory() as folder:
        graph = ts.TosaSerializer(folder, ts.ConstMode.EMBED)
        expected = {}
        for name, values in constants():
            graph.addConst(list(values.shape), getattr(DType, name), values, name=name)
            expected[name] = [number(value) for value in values.astype(np.float64)]
        graph.addConst([4], DType.SHAPE, [1, 2, 3, 2**40], name="SHAPE")
        expected["SHAPE"] = [1, 2, 3, 2**40]
        with open(sys.argv[1], "wb") as out:
            out.write(graph.serialize())
    with open(sys.argv[2], "w") as out:
        json.dump(expected, out)


main()
