# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The compilers kept in memory: one job after another in this process, each as in a process of its own.

There is no supervisor here: whoever serves himself with this process replaces it when it dies, and kills it to cancel.
"""
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .compiling import import_compilers, installed_tools
from .edge_cache import EdgeCache
from .failures import EXIT_TOOL, Failure, explain
from .job import Job, read_job
from .process import die_with_parent, keep_channel, requests_of, take_requests
from .report import Events
from .supervisor import conclude, prepare_output, restart_with_environment
from .worker import run_job

RSS_LIMIT = 1500 << 20  # bytes
JOB_LIMIT = 50


def main(script: str, arguments: list[str], events_fd: int, rss_limit: int, job_limit: int) -> int:
    restart_with_environment(script, arguments, events_fd)
    die_with_parent()
    keep_channel(events_fd)
    with suppress(OSError):
        os.setpgid(0, 0)  # so that the client can kill what a model starts, too
    requests = take_requests()
    try:
        import_compilers()
    except BaseException as error:
        Events(events_fd).send("problem", **explain(error, "import", Path("/nonexistent")).problem())
        return EXIT_TOOL
    from .state import Process
    server = Server(events_fd, Process())
    Events(events_fd).send("ready", tools=installed_tools())
    for request in requests_of(requests):
        server.serve(request)
        if reason := server.process.spent(rss_limit, server.jobs >= job_limit):
            Events(events_fd).send("recycle", reason=reason)
            return 0
    return 0


class Server:
    def __init__(self, events_fd: int, process: Any) -> None:
        from . import cpu_kernels, graph, hooks, loading, own_checks, passthrough, quantising, sides, specs, vela  # noqa: F401  else each job would load them anew
        self.events_fd, self.process, self.cache = events_fd, process, EdgeCache()
        self.jobs = 0

    def serve(self, request: dict | Failure) -> None:
        events = Events(self.events_fd)
        try:
            job = self.job_of(request)
            temporary = prepare_output(job)
        except Failure as failure:
            events.send("problem", **failure.problem())
            events.send("finished", status="failed")
            return
        self.jobs += 1
        with self.process.job(job.folder):  # the client has its answer before the process is cleaned up
            with temporary_folder(temporary):
                code = run_job(job, events, temporary, self.cache)
            if (job.output / "result.json").is_file():  # else conclude() needs the marker in it
                shutil.rmtree(temporary, ignore_errors=True)
            conclude(False, code, job, events)
            self.cache.forget_job()

    @staticmethod
    def job_of(request: dict | Failure) -> Job:
        if isinstance(request, Failure):
            raise request
        if not isinstance(request.get("job"), str):
            raise Failure("request.invalid", "The request names no job file.")
        return read_job(Path(request["job"]))


@contextmanager
def temporary_folder(path: Path) -> Iterator[None]:
    """Temporary files of the job go there, those of C++ code and of started programs too."""
    before = tempfile.tempdir
    tempfile.tempdir = os.environ["TMPDIR"] = str(path)
    try:
        yield
    finally:
        tempfile.tempdir = before  # the environment is restored with the rest of the process
