# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Vela kept in memory: one compile takes what Vela takes, not the start of Python as well.

Vela holds the interpreter lock while it compiles and may end the process with a signal on a damaged file. The client starts another one then.
"""
import importlib.metadata
import os
import shutil
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from .console import captured
from .failures import EXIT_TOOL, Failure, explain_vela, os_failure
from .job import make_temporary, unfinished_jobs
from .process import die_with_parent, keep_channel, requests_of, take_requests
from .report import Events

CONSOLE_LINES = 200
STEM = "out"  # as ExecuTorch names the file, so that reports of both ways are equal
FILES = (("out_vela.npz", "vela.npz"), ("out_vela.tflite", "vela.tflite"), ("out_per-layer.csv", "per-layer.csv"), ("out_debug.xml", "debug.xml"))


def main(events_fd: int) -> int:
    die_with_parent()
    keep_channel(events_fd)
    requests = take_requests()
    events = Events(events_fd)
    try:
        from ethosu.vela import vela
        version = importlib.metadata.version("ethos-u-vela")
    except ImportError as error:  # PackageNotFoundError is one too
        events.send("problem", **Failure("tool.missing", f"{error}. Install ethos-u-vela as environment.json says.").problem())
        return EXIT_TOOL
    events.send("ready", tools={"vela": version})
    for request in requests_of(requests):
        events.send("done", **answer(request, vela.main))
    return 0


def answer(request: dict | Failure, compiler: Any) -> dict:
    started = time.monotonic()
    console: list[str] = []
    values: dict[str, Any] = {"id": request.get("id") if isinstance(request, dict) else None, "status": "succeeded"}
    try:
        if isinstance(request, Failure):
            raise request
        compile_one(request, compiler, console)
    except BaseException as error:  # SystemExit of argparse is not an Exception
        failure = error if isinstance(error, Failure) else os_failure(error) or Failure("output.unwritable", f"The output folder cannot be used: {error}.")
        values |= {"status": "failed", "problem": failure.problem()}
    return values | {"elapsedMs": round((time.monotonic() - started) * 1000), "console": "".join(console)}


def checked(request: dict) -> tuple[Path, list[str], Path]:
    source, arguments, output = request.get("input"), request.get("arguments", []), request.get("outputDir")
    if not all(isinstance(path, str) and os.path.isabs(path) for path in (source, output)):
        raise Failure("request.invalid", "input and outputDir must be absolute paths.")
    if not isinstance(arguments, list) or not all(isinstance(word, str) for word in arguments):
        raise Failure("request.invalid", "arguments must be a list of texts.")
    if not os.path.isfile(source):
        raise Failure("model.not-found", f"{Path(source).name} does not exist. Choose the file again.")
    return Path(source), arguments, Path(output)


def compile_one(request: dict, compiler: Any, console: list[str]) -> None:
    source, arguments, output = checked(request)
    output.mkdir(parents=True, exist_ok=True)
    for name in ("summary.csv", *(target for _, target in FILES)):
        (output / name).unlink(missing_ok=True)
    for folder, marker in unfinished_jobs(output).items():
        if "vela" in marker:  # of a process that died in Vela
            shutil.rmtree(folder, ignore_errors=True)
    work = make_temporary(output, vela=True)
    back, limit = os.getcwd(), sys.getrecursionlimit()
    try:
        network = STEM + source.suffix.lower()
        os.symlink(source, work / network)
        os.chdir(work)  # relative paths leave nothing of the machine in Vela's reports
        run_vela(compiler, [*arguments, "--output-dir=output", network], work / "console.txt", console)
        keep_files(work / "output", output)
    finally:
        os.chdir(back)
        sys.setrecursionlimit(limit)  # Vela sets it for the whole process
        shutil.rmtree(work, ignore_errors=True)


def run_vela(compiler: Any, arguments: list[str], log: Path, console: list[str]) -> None:
    code, failed = 0, None
    with captured(log, echo=False):
        try:
            code = compiler(arguments)
        except BaseException as error:
            failed = error
            if not isinstance(error, SystemExit):
                traceback.print_exception(error)
    text = log.read_text(encoding="utf-8", errors="replace")
    console.extend(text.splitlines(keepends=True)[-CONSOLE_LINES:])
    if failed is not None:
        raise explain_vela(failed, text) from failed
    if code:  # the old Python core prints its errors and returns 1
        raise Failure("vela.failed", f"Vela failed: {(text.strip().splitlines() or [f'exit code {code}'])[-1]}")


def keep_files(made: Path, output: Path) -> None:
    summaries = [(path.name, "summary.csv") for path in sorted(made.glob(f"{STEM}_summary_*.csv"))[:1]]
    kept = [os.replace(made / name, output / target) for name, target in (*FILES, *summaries) if (made / name).is_file()]
    if not kept:
        raise Failure("vela.no-output", "Vela ended without a compiled model. Remove flags such as --list-config-files from extraFlags.")
