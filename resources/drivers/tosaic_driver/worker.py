# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs one job in this process and writes its result."""
import sys
import tempfile
from pathlib import Path

from .compiling import Compile
from .edge_cache import EdgeCache
from .failures import EXIT_TOOL, Failure, explain
from .job import Job, read_job
from .preview import Preview
from .process import die_with_parent, keep_channel
from .report import Events, Report
from .respec import Respec


def main(job_file: str, events_fd: int, temporary: str) -> int:
    die_with_parent()
    tempfile.tempdir = temporary
    keep_channel(events_fd)
    return run_job(read_job(Path(job_file)), Events(events_fd), Path(temporary))


def run_job(job: Job, events: Events, temporary: Path, cache: EdgeCache | None = None) -> int:
    """Exit code of the job. Without result.json afterwards it could not even be written."""
    report = Report(events, job.output, temporary)
    action = Respec(job, report) if job.action == "respec" else action_of(job)(job, report, cache)
    code, status = 0, "succeeded"
    try:
        action.run()
    except BaseException as error:  # SystemExit of Vela or of the model is not an Exception
        failure = explain(error, action.stage_name, job.folder)
        if not isinstance(error, Failure):
            show_traceback(error)
        report.problem("error", failure.code, failure.text, failure.location)
        code, status = failure.exit_code, "failed"
    try:
        report.write(status)
    except OSError:
        code = EXIT_TOOL  # the caller sees that there is no result, and says so
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def action_of(job: Job) -> type[Compile]:
    if job.action == "sides":
        from .sides import Sides  # imports torch
        return Sides
    return Preview if job.action == "partition" else Compile


def show_traceback(error: BaseException) -> None:
    import traceback
    traceback.print_exception(error)
