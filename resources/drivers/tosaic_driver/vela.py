# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of Vela for each partition: own folder, own console, all reports, and the numbers out of its summary."""
import contextlib
import csv
import hashlib
import math
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

from .console import captured
from .failures import explain_vela, os_failure
from .report import Report

# They change neither the compiled bytes nor the flags that ExecuTorch stores in the .pte.
REPORT_FLAGS = ["--enable-debug-db", "--verbose-performance", "--verbose-cycle-estimate"]
FILES = (("vela-npz", "output/out_vela.npz", "vela.npz"), ("vela-per-layer", "output/out_per-layer.csv", "per-layer.csv"),
         ("vela-debug-db", "output/out_debug.xml", "debug.xml"), ("debug-json", "debug.json", "debug.json"), ("tosa", "out.tosa", "partition.tosa"),
         ("console", "console.txt", "console.txt"))
NUMBERS = {"cyclesTotal": ("cycles_total", 1), "cyclesNpu": ("cycles_npu", 1), "macs": ("nn_macs", 1), "sramBytes": ("sram_memory_used", 1024),
           "dramBytes": ("dram_memory_used", 1024), "onChipFlashBytes": ("on_chip_flash_memory_used", 1024), "offChipFlashBytes": ("off_chip_flash_memory_used", 1024)}


def summary_of(path: Path) -> dict[str, int | float]:
    """Numbers of Vela's summary CSV, KiB as bytes; what it does not say is absent."""
    with open(path, newline="", encoding="utf-8") as file:
        row = next(csv.DictReader(file), {})
    numbers = {}
    for key, (column, factor) in NUMBERS.items():
        try:
            value = float(row[column]) * factor
        except (KeyError, TypeError, ValueError):
            continue
        if math.isfinite(value):
            numbers[key] = int(value) if value == int(value) else value
    return numbers


def total_of(summaries: list[dict]) -> dict[str, int | float]:
    """Sums, but the peak of SRAM: partitions run one after another in the same SRAM."""
    if not summaries:
        return {}
    return {key: (max if key == "sramBytes" else sum)(summary[key] for summary in summaries) for key in NUMBERS if all(key in summary for summary in summaries)}


class VelaRuns:
    """Stands in for ExecuTorch's vela_compile."""

    def __init__(self, report: Report, work: Path, own_ini: tuple[str, Path] | None) -> None:
        self.report, self.work, self.own_ini = report, work, own_ini
        self.original: Callable | None = None
        self.partitions: list[dict[str, Any]] = []

    def folder(self, index: int) -> Path:
        path = self.work / f"partition{index}"
        path.mkdir(exist_ok=True)
        return path

    def arguments(self, flags: list[str]) -> list[str]:
        if self.own_ini:  # Vela looks up two-part paths among its own files only, so the user's file is put beside the model
            name, path = self.own_ini
            shutil.copyfile(path, self.work / "config.ini")
            flags = ["--config=./config.ini" if flag == f"--config={name}" else flag for flag in flags]
        return flags + REPORT_FLAGS

    def compile(self, tosa: bytes, flags: list[str], verbose: bool = False, intermediate_path: str | None = None, block_placements: Any = None) -> Any:
        index = len(self.partitions) - 1
        self.report.events.stage("vela", index)
        folder = self.folder(index)
        try:
            with self.in_work_folder(), captured(folder / "console.txt"):
                result = self.original(tosa, self.arguments(flags), intermediate_path=folder.name, block_placements=block_placements)
            if intermediate_path:
                self.leave_intermediates(folder, self.report.output / intermediate_path)
        except BaseException as error:
            if full := os_failure(error):
                raise full from error  # the files are cut short
            self.keep_files(index, folder)
            console = self.report.output / f"partition{index}" / "console.txt"
            raise explain_vela(error, console.read_text(encoding="utf-8", errors="replace") if console.is_file() else "") from error
        self.partitions[index] |= {"summary": self.keep_files(index, folder), "payloadSha256": hashlib.sha256(result.processed_bytes).hexdigest()}
        return result

    @contextlib.contextmanager
    def in_work_folder(self) -> Iterator[None]:
        back, limit = os.getcwd(), sys.getrecursionlimit()
        os.chdir(self.work)  # a relative path holds no spaces and leaves nothing of the machine in Vela's reports
        try:
            yield
        finally:
            os.chdir(back)
            sys.setrecursionlimit(limit)  # Vela sets it for the whole process

    def leave_intermediates(self, folder: Path, target: Path) -> None:
        """What ExecuTorch would have left there; the last partition wins, as in ExecuTorch."""
        shutil.copytree(folder / "output", target / "output", dirs_exist_ok=True)
        shutil.copyfile(folder / "out.tosa", target / "out.tosa")

    def keep_files(self, index: int, folder: Path) -> dict[str, int | float]:
        summary = next(iter(sorted(folder.glob("output/out_summary_*.csv"))), None)
        numbers = summary_of(summary) if summary else {}
        files = [*FILES[:1], *([("vela-summary", str(summary.relative_to(folder)), "summary.csv")] if summary else []), *FILES[1:]]
        for kind, source, name in files:
            if (folder / source).is_file():
                self.report.keep(kind, folder / source, f"partition{index}/{name}", index)
        shutil.rmtree(folder, ignore_errors=True)
        return numbers
