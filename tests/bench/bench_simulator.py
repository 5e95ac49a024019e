#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the NPU simulator and its debugger are: PYTHON tests/bench/bench_simulator.py --bench build/release/bin/bench_npusim [--large]

PYTHON has tosa-tools (with --large the compilers, too). Prints the numbers, processor time of one core, and ends with 1 when one is missed:
  again     MobileNetV2 0.35 at 96 x 96 behind the first run, 10 ms; with --large MobileNetV2 1.0 at 224 x 224, compiled now, 150 ms
  step      one operation forth and back in the debugger, 50 ms each
  open      from a command stream of 3 MB to its first command, 300 ms
  ratio     the TOSA reference model on the same partition takes at least 20 times as long (of each of the two)
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "fixtures"))
from driving import GENERATED, MODELS, run_cold  # noqa: E402

LIMITS = {"runAgain/u55": 10, "stepDebugger": 2 * 50, "openLarge": 300, "runAgain/given": 150}  # ms
LEAST_RATIO = 20
FULL_WIDTH = (("WIDTH = 0.35", "WIDTH = 1.0"), ("LAST = 320", "LAST = 1280"), ("96, 96", "224, 224"), ("classes: int = 10", "classes: int = 1000"))


def large(folder: Path) -> Path:
    text = (MODELS / "mobilenet_v2.py").read_text()
    for old, new in FULL_WIDTH:
        assert old in text
        text = text.replace(old, new)
    (folder / "mobilenet.py").write_text(text)
    job = {"input": str(folder / "mobilenet.py"), "spec": {"target": "ethos-u55-128"}, "outputDir": str(folder / "out"), "keepExportedProgram": False}
    if run_cold(job)[0]:
        raise SystemExit("MobileNetV2 does not compile")
    return next((folder / "out").glob("*.pte"))


def reference_ms(tosa: Path, size: int) -> float:
    import numpy
    import tosa_reference_model
    data = tosa.read_bytes()
    image = numpy.random.default_rng(0).integers(-128, 128, (1, size, size, 3), endpoint=False).astype(numpy.int8)
    times = []
    for _ in range(3):
        started = time.process_time()
        _, status = tosa_reference_model.run(data, [image])
        times.append(1000 * (time.process_time() - started))
        assert status == tosa_reference_model.GraphStatus.TOSA_VALID
    return min(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="the program bench_npusim, of a release build")
    parser.add_argument("--large", action="store_true", help="also compile and run MobileNetV2 1.0 at 224 x 224")
    given = parser.parse_args()
    references = {"runAgain/u55": reference_ms(GENERATED / "mobilenet_v2-u55-128" / "partition0" / "partition.tosa", 96)}
    with tempfile.TemporaryDirectory() as name:
        environment = dict(os.environ)
        if given.large:
            program = large(Path(name))
            environment["TOSAIC_BENCH_PROGRAM"] = str(program)
            references["runAgain/given"] = reference_ms(program.parent / "partition0" / "partition.tosa", 224)
        answer = subprocess.run([given.bench, "--benchmark_format=json"], env=environment, capture_output=True, text=True, check=True)
    times = {one["name"]: one["cpu_time"] for one in json.loads(answer.stdout)["benchmarks"]}
    missed = 0
    for key, value in times.items():
        limit = LIMITS.get(key)
        missed += limit is not None and value > limit
        print(f"{key:20} {value:9.2f} ms" + (f"  (at most {limit} ms)" if limit else ""))
    for key, reference in references.items():
        ratio = reference / times[key]
        missed += ratio < LEAST_RATIO
        print(f"{'ratio of ' + key:24} {ratio:5.1f}     (the TOSA reference model takes so many times as long; at least {LEAST_RATIO})")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
