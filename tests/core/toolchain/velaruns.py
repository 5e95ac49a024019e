# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Vela for each job of a JSON list on stdin and prints the list of exit codes.

Each job has a process of its own, so that no state is left over and one may crash."""
import json
import os
import sys
import traceback

from ethosu.vela import vela


def compile_here(job: dict) -> int:
    console = os.open(os.path.join(job["folder"], "console.txt"), os.O_CREAT | os.O_WRONLY, 0o644)
    os.dup2(console, 1)
    os.dup2(console, 2)
    try:
        return vela.main(job["arguments"]) or 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def run(job: dict) -> int:
    os.makedirs(job["folder"], exist_ok=True)
    child = os.fork()
    if child == 0:
        os._exit(compile_here(job))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


print(json.dumps([run(job) for job in json.load(sys.stdin)]))
