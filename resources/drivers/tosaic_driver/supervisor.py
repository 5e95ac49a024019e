# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the compile in a process of its own, cancels it, and writes the result when the worker could not.

Vela is C++ that holds the interpreter lock, so a signal handler in the same process would only run after it has finished.
"""
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from .failures import EXIT_BAD_INPUT, EXIT_CANCELLED, EXIT_TOOL, Failure
from .job import Job, make_temporary, names_of_result, output_folder, read_job, remove_old_results, remove_unfinished
from .process import die_with_parent
from .report import Events, Report

# a fixed hash seed: ExecuTorch walks sets here and there, and equal compiles shall give equal files
ENVIRONMENT = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "PYTHONHASHSEED": "0"}


def restart_with_environment(script: str, arguments: list[str], events_fd: int) -> None:
    """Python reads the hash seed only when it starts."""
    if any(os.environ.get(name) != value for name, value in ENVIRONMENT.items()):
        os.set_inheritable(events_fd, True)
        os.execve(sys.executable, [sys.executable, os.path.abspath(script), *arguments], os.environ | ENVIRONMENT)


class Worker:
    """The child process; a signal to the supervisor kills it with all it started."""

    def __init__(self) -> None:
        self.process: subprocess.Popen | None = None
        self.cancelled = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.cancel)
        die_with_parent(signal.SIGTERM)  # cancelled: nothing half-done stays

    def cancel(self, *_: object) -> None:
        self.cancelled = True
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)

    def run(self, script: str, job_file: str, events_fd: int, temporary: Path) -> int:
        if self.cancelled:
            return -signal.SIGKILL
        command = [sys.executable, os.path.abspath(script), "--job", job_file, "--events-fd", str(events_fd), "--worker", str(temporary)]
        environment = os.environ | ENVIRONMENT | {"TMPDIR": str(temporary)}
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, pass_fds=(events_fd,), start_new_session=True)
        if self.cancelled:
            self.cancel()
        return self.process.wait()


class ForkedWorker:
    """Works in a fork of this process, which has the imports. There is nobody to cancel it: whoever started this process kills it."""
    cancelled = False

    def __init__(self, work: Callable[[str, int, str], int]) -> None:
        self.work = work

    def run(self, _: str, job_file: str, events_fd: int, temporary: Path) -> int:
        child = os.fork()
        if child == 0:
            code = EXIT_TOOL
            try:
                os.setsid()
                os.environ["TMPDIR"] = str(temporary)
                code = self.work(job_file, events_fd, str(temporary))
            finally:
                os._exit(code)  # whatever happens: what follows is the supervisor's
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(script: str, job_file: str, events_fd: int) -> int:
    return supervise(script, job_file, events_fd, read_job, prepare_output, conclude)


def supervise(script: str, job_file: str, events_fd: int, read: Callable, prepare: Callable, conclude: Callable,
              worker: Worker | ForkedWorker | None = None) -> int:
    """A job from its file to its end: `prepare` gives its temporary folder in the output folder, a process of its own works, `conclude` says how it ended."""
    events, worker = Events(events_fd), worker or Worker()
    try:
        job = read(Path(job_file))
        temporary = prepare(job)
    except Failure as failure:
        events.send("problem", **failure.problem())
        events.send("finished", status="failed")
        return failure.exit_code
    try:
        code = worker.run(script, job_file, events_fd, temporary)
        return conclude(worker.cancelled, code, job, events, temporary)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def prepare_output(job: Job) -> Path:
    """The output folder without results of an earlier run, and in it the job's own temporary folder."""
    with output_folder(job.output):
        remove_old_results(job)
        return make_temporary(job.output, files=names_of_result(job))


def conclude(cancelled: bool, code: int, job: Job, events: Events, _: Path | None = None) -> int:
    if ended_by_itself(code, job.output, events):
        return code
    report = Report(events, job.output, job.output)
    report.values |= {"spec": job.spec}
    reason = reason_of_end(cancelled, code, job.output)
    remove_unfinished(job)  # also the temporary folder: nothing half-done stays, and on a full disk there is room for the result
    return end_for_worker(report, cancelled, *reason)


def ended_by_itself(code: int, output: Path, events: Events) -> bool:
    """Whether the worker came to its end and left its result; then the caller is told how."""
    if code not in (0, EXIT_BAD_INPUT, EXIT_TOOL) or not (output / "result.json").is_file():
        return False
    events.send("finished", status="succeeded" if code == 0 else "failed")
    return True


def end_for_worker(report: Report, cancelled: bool, *reason: str) -> int:
    """The end of a job whose worker left no result: why (severity, code, text), a result in its place, and the exit code."""
    report.problem(*reason)
    status = "cancelled" if cancelled else "failed"
    write_last(report, status)
    report.events.send("finished", status=status)
    return EXIT_CANCELLED if cancelled else EXIT_TOOL


def reason_of_run(cancelled: bool, code: str, crash: str) -> tuple[str, str, str]:
    return ("info", "job.cancelled", "The run was cancelled.") if cancelled else ("error", code, crash)


def how_it_ended(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def reason_of_end(cancelled: bool, code: int, output: Path) -> tuple[str, str, str]:
    if cancelled:
        return "info", "job.cancelled", "The compile was cancelled."
    if shutil.disk_usage(output).free < 1 << 20:
        return "error", "disk.full", "The disk is full. Free some space and compile again."
    if code == -signal.SIGKILL:
        return "error", "tool.crashed", "The compile process was killed. The machine may have run out of memory; close other programs and try again."
    if code < 0:
        return "error", "tool.crashed", f"The compile process crashed ({how_it_ended(code)}). The last console lines show where."
    return "error", "tool.crashed", f"The compile process ended without a result (exit code {code}). Look for exit calls in the model."


def write_last(report: Report, status: str) -> None:
    unfinished = report.output / ".result.json"
    try:
        values = report.values | {"status": status, "problems": report.problems}
        unfinished.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
        os.replace(unfinished, report.output / "result.json")
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        full = error.errno == errno.ENOSPC
        report.problem("error", "disk.full" if full else "output.unwritable", f"The result cannot be written: {error.strerror}.")
