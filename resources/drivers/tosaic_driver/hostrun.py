# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One run of ExecuTorch's runtime on this machine: the job, the process that may crash, and the result when it did."""
import json
import os
import re
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

from .failures import Failure
from .job import forget_result, listed_files, make_temporary, output_exists, output_folder, reading_job, unfinished_jobs
from .report import Events, Report
from .supervisor import end_for_worker, ended_by_itself, how_it_ended, reason_of_run, supervise

FOLDERS = ("inputs", "outputs")
FILES = ("run.etdp", "run.bin")
OWN_FILE = re.compile(rf"({'|'.join(FOLDERS)})/\d+\.npy|run\.etdp|run\.bin")
MARKER = "hostRun"  # in the marker of the temporary folder
RUNTIME_LOG = "runtime.log"  # in the temporary folder: what the runtime said that is not on the console yet
STAGE_FILE = "stage"
SAID_FILE = "said"  # the last message that is on the console
NOISE = re.compile(r"cpuinfo_utils\.cpp|Reading file /sys/")
LOG_LINE = re.compile(r"^\[[^\]]*:\d+\] (.*)$")
MAX_CALLS = 1_000_000


@dataclass
class HostJob:
    pte: Path
    data: list[Path]
    method: str
    files: list[Path]
    seed: int
    warmups: int
    repeats: int
    etdump: bool
    intermediates: bool
    output: Path


def whole(values: dict, key: str, default: int, low: int, high: int) -> int:
    value = values.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{key} must be a whole number from {low} to {high}")
    return value


def read_host_job(path: Path) -> HostJob:
    with reading_job():
        values = json.loads(path.read_text(encoding="utf-8"))
        inputs = values.get("inputs") or {}
        return HostJob(Path(values["pte"]), [Path(file) for file in values.get("dataFiles") or []], str(values.get("method") or "forward"),
                       [Path(file) for file in inputs.get("files") or []], whole(inputs, "seed", 0, 0, (1 << 63) - 1), whole(values, "warmups", 1, 0, MAX_CALLS),
                       whole(values, "repeats", 1, 1, MAX_CALLS), bool(values.get("recordsEtdump", True)), bool(values.get("recordsOutputs", False)),
                       Path(values["outputDir"]))


def main(script: str, job_file: str, events_fd: int) -> int:
    return supervise(script, job_file, events_fd, read_host_job, prepare, conclude)


def prepare(job: HostJob) -> Path:
    with output_folder(job.output):
        remove_unfinished(job.output)
        remove_old_results(job)
        return make_temporary(job.output, **{MARKER: True})


def remove_old_results(job: HostJob) -> None:
    """Goes: what a result.json of an earlier run lists. Anything else in the way is the user's, and nothing is touched then."""
    old = files_of_old_result(job.output)
    candidates = [job.output / name for name in FILES]
    for folder in (job.output / name for name in FOLDERS):
        plain = folder.is_dir() and not folder.is_symlink()
        candidates += [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()] if plain else [folder]
    for path in sorted(candidates):
        if os.path.lexists(path) and path not in old:
            raise output_exists(path.relative_to(job.output).as_posix())
    forget_result(job.output, old, (job.pte, *job.data, *job.files))


def files_of_old_result(output: Path) -> set[Path]:
    def entries_of(result: dict) -> list[dict] | None:
        return [entry for key in (*FOLDERS, "artefacts") for entry in result.get(key, []) if "path" in entry] if "engine" in result else None

    return {path for path in listed_files(output, entries_of, OWN_FILE) if not path.is_dir()}


def remove_unfinished(output: Path) -> None:
    """What a killed run left, or this one when it did not get to its end. There was nothing under these names when it began."""
    for work, marker in unfinished_jobs(output).items():
        if MARKER not in marker:
            continue  # of another driver
        if not (output / "result.json").is_file():
            for name in FILES:
                (output / name).unlink(missing_ok=True)
            for folder in FOLDERS:
                shutil.rmtree(output / folder, ignore_errors=True)
        shutil.rmtree(work, ignore_errors=True)


def conclude(cancelled: bool, code: int, job: HostJob, events: Events, temporary: Path) -> int:
    if ended_by_itself(code, job.output, events):
        return code
    said, stage = last_words(temporary)
    remove_unfinished(job.output)
    report = Report(events, job.output, job.output)
    report.values |= {"engine": "python", "method": job.method, "inputs": [], "outputs": [], "iterations": [], "warmups": job.warmups, "failedStage": stage}
    return end_for_worker(report, cancelled, *reason_of_run(cancelled, "run.crashed", crash_text(code, said, stage, job)))


def last_words(temporary: Path) -> tuple[list[str], str]:
    """What the runtime said before it died; shown on the console now."""
    try:
        data = (temporary / RUNTIME_LOG).read_bytes()
    except OSError:
        data = b""
    if data:
        os.write(1, data)
    return messages_of(data.decode("utf-8", "replace")) or text_in(temporary / SAID_FILE, "").splitlines(), text_in(temporary / STAGE_FILE, "import")


def text_in(path: Path, otherwise: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return otherwise


def messages_of(text: str) -> list[str]:
    """The runtime's messages without places in its sources and without noise."""
    lines = [line for line in text.splitlines() if line.strip() and not NOISE.search(line)]
    return [match[1] if (match := LOG_LINE.match(line)) else line.strip() for line in lines]


DOING = {"import": "while it was loaded", "load_program": "while it read the program", "load_method": "while it prepared the method", "execute": "while it ran the program",
         "save": "while it wrote what it had recorded"}


def crash_text(code: int, said: list[str], stage: str, job: HostJob) -> str:
    text = f"ExecuTorch's runtime crashed {DOING.get(stage, 'in ' + stage)} ({how_it_ended(code)})."
    if any("Ran out of space to store intermediate outputs" in line for line in said):
        return f"{text} The intermediate outputs of {job.warmups + job.repeats} calls did not fit into the debug buffer. Record fewer repeats, or no intermediate outputs."
    if said:
        text += f" Its last words: {said[-1].rstrip('.')}."
    if code == -signal.SIGKILL:
        return f"{text} The machine may have run out of memory."
    return f"{text} The program may be damaged, or it needs storage that the caller supplies."
