# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Vela of another Python in place of this one's: what another version makes of the same TOSA."""
import contextlib
import os
import subprocess
from collections.abc import Iterator

from .failures import EXIT_TOOL, Failure

ASK_LIMIT_S = 60
VERSION = "import importlib.metadata; print(importlib.metadata.version('ethos-u-vela'))"


class OtherVela:
    def __init__(self, interpreter: str) -> None:
        self.interpreter = interpreter
        self.environment = {key: value for key, value in os.environ.items() if key != "PYTHONHOME"} | {"PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
        self.version = self.told_version()
        if not self.version:
            raise Failure("tool.missing", f"{interpreter} has no Vela. Choose another environment.", exit_code=EXIT_TOOL)

    def told_version(self) -> str:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            return subprocess.run([self.interpreter, "-c", VERSION], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  timeout=ASK_LIMIT_S, check=True).stdout.strip()
        return ""

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """ExecuTorch calls `main` of what it knows as its Vela."""
        from executorch.backends.arm import arm_vela
        own, arm_vela.vela = arm_vela.vela, self
        try:
            yield
        finally:
            arm_vela.vela = own

    def main(self, arguments: list[str]) -> None:
        """Its output goes where this process's goes; explain_vela() reads it there."""
        done = subprocess.run([self.interpreter, "-m", "ethosu.vela", *arguments], env=self.environment, stdin=subprocess.DEVNULL, check=False)
        if done.returncode == 2:  # of argparse, as within this process
            raise SystemExit(2)
        done.check_returncode()
