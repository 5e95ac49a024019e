# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exceptions to problems that a person can act on: the root cause, its place in the user's model, what to do next."""
import errno
import linecache
import os
import re
import subprocess
import traceback
from pathlib import Path

EXIT_BAD_INPUT, EXIT_TOOL, EXIT_CANCELLED = 1, 3, 130
LONGEST_TEXT = 2000
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Failure(Exception):
    """A failure that is already understood."""

    def __init__(self, code: str, text: str, location: str | None = None, exit_code: int = EXIT_BAD_INPUT) -> None:
        super().__init__(text)
        self.code, self.text, self.location, self.exit_code = code, text, location, exit_code

    def problem(self) -> dict:
        return {"severity": "error", "code": self.code, "text": self.text} | ({"location": self.location} if self.location else {})


def os_failure(error: BaseException) -> Failure | None:
    if isinstance(error, OSError) and error.errno in DISK_FULL:
        return Failure("disk.full", "The disk is full. Free some space and compile again.")
    return None


def chain_of(error: BaseException) -> list[BaseException]:
    """The exception and its causes, root last. Arm's passes wrap the real error several times."""
    chain = [error]
    while chain[-1].__cause__ is not None and chain[-1].__cause__ not in chain:
        chain.append(chain[-1].__cause__)
    return chain


def text_of(error: BaseException) -> str:
    # the str() of a KeyError is a repr; others may add to their argument, such as the operator that TOSA refuses
    text = error.args[0] if isinstance(error, KeyError) and len(error.args) == 1 and isinstance(error.args[0], str) else str(error)
    if vela_class(error):
        text = getattr(error, "data", text).strip("'\"")  # the str() of Vela's errors is a repr
    text = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + " ..."


def vela_class(error: BaseException) -> str | None:
    return type(error).__name__ if type(error).__module__.startswith("ethosu.") else None


def user_location(error: BaseException, model_folder: Path) -> str | None:
    """file:line of the innermost frame in the user's files, the file relative to the model's folder."""
    for link in reversed(chain_of(error)):
        if isinstance(link, SyntaxError) and link.filename and Path(link.filename).is_relative_to(model_folder):
            return f"{Path(link.filename).relative_to(model_folder).as_posix()}:{link.lineno}"
        for frame in reversed(traceback.extract_tb(link.__traceback__)):
            path = Path(os.path.abspath(frame.filename))
            if path.is_relative_to(model_folder) and "site-packages" not in path.relative_to(model_folder).parts:
                return f"{path.relative_to(model_folder).as_posix()}:{frame.lineno}"
    return None


# torch's errors for a value of a tensor that decides what the program is.
DATA_DEPENDENT = {"GuardOnDataDependentSymNode", "DataDependentOutputException"}


def data_dependent_line(chain: list[BaseException], location: str | None, model_folder: Path) -> str | None:
    """The statement of the model that needs the values of a tensor, if that is why torch.export failed."""
    if not location or not any(type(link).__name__ in DATA_DEPENDENT for link in chain):
        return None
    file, _, line = location.rpartition(":")
    statement = linecache.getline(str(model_folder / file), int(line)).strip().removesuffix(":")
    return statement if len(statement) <= 120 else statement[:120] + " ..."


CODES = {"import": "tool.broken", "load": "model.import-failed", "export": "model.export-failed", "quantise": "model.quantise-failed",
         "partition": "model.lower-failed", "lower": "model.lower-failed", "vela": "vela.failed", "emit": "model.emit-failed", "save": "output.unwritable"}
LEADS = {"import": "The compilers cannot be loaded", "load": "The model cannot be loaded", "export": "torch.export refuses the model",
         "quantise": "Quantisation failed", "partition": "ExecuTorch cannot lower the model", "lower": "ExecuTorch cannot lower the model",
         "vela": "Vela failed", "emit": "ExecuTorch cannot write the program", "save": "The results cannot be saved"}


def explain(error: BaseException, stage: str, model_folder: Path) -> Failure:
    """The failure for any exception that ended a stage."""
    chain = chain_of(error)
    for link in chain:
        if isinstance(link, Failure):
            return link
        if full := os_failure(link):
            return full
    root = chain[-1]
    location = user_location(error, model_folder)
    if stage == "import" and isinstance(root, ImportError):
        name = (root.name or "").split(".")[0]
        return Failure("tool.missing", f"{text_of(root)}. Install {name or 'the missing package'} as environment.json says.", exit_code=EXIT_TOOL)
    if isinstance(root, (SystemExit, KeyboardInterrupt)):
        return Failure(CODES[stage], f"{LEADS[stage]}: something called exit ({root!r}). Remove that call.", location)
    text = f"{LEADS[stage]}: {text_of(root)}"
    if missing := re.search(r"Missing out variants: \{(.*)\}", text):
        names = missing[1].replace("'", "")
        text = f"No CPU kernel exists for {names}. Let the NPU run it: remove it from keepOnCpu, or change the model."
    if statement := data_dependent_line(chain, location, model_folder):
        text = f"`{statement}` depends on data; torch.export follows one path for all inputs\n\n{text}"
    return Failure(CODES[stage], text, location, EXIT_TOOL if stage == "import" else EXIT_BAD_INPUT)


def explain_vela(error: BaseException, console: str) -> Failure:
    """Vela has no error codes; its words are stable within a version."""
    if full := os_failure(error):
        return full
    text = text_of(error)
    if isinstance(error, subprocess.CalledProcessError):  # Vela of another Python
        if error.returncode < 0:
            return Failure("tool.crashed", f"Vela was ended by signal {-error.returncode}; it may not know this model.", exit_code=EXIT_TOOL)
        text = next((line for line in reversed(console.splitlines()) if line.strip()), f"exit code {error.returncode}").strip()
    if isinstance(error, SystemExit):
        if error.code in (0, None):
            return Failure("vela.no-output", "A Vela flag ended Vela before it compiled. Remove --version, --help and the like from extraFlags.")
        words = re.findall(r"^vela: error: (.*)$", console, re.MULTILINE)
        if words and "unrecognized arguments" in words[-1]:
            words[-1] = re.sub(r"\s*\S*out\.tosa", "", words[-1])
        return Failure("vela.flags-invalid", f"Vela refuses its arguments: {words[-1] if words else text}. Correct extraFlags.")
    if isinstance(error, FileNotFoundError) and "out_vela.npz" in str(error):
        return Failure("vela.no-output", "A Vela flag ended Vela without a compiled model. Remove --supported-ops-report, --list-config-files and the like from extraFlags.")
    if isinstance(error, KeyError):
        return Failure("vela.flags-invalid", f"Vela does not know the value {error}. Values are case-sensitive (--optimise Size); correct extraFlags or the configuration file.")
    if "arena_mem_area" in text:
        return Failure("spec.memory-mode-invalid", f"The memory mode needs DRAM, but the system configuration has flash there. Choose Shared_Sram or Sram_Only, "
                       f"or another system configuration. Vela: {text}")
    for mark, code in (("--system-config=", "spec.system-config-unknown"), ("--memory-mode=", "spec.memory-mode-unknown"), ("--config=", "spec.config-ini-invalid")):
        if mark in text:
            return Failure(code, text)
    if vela_class(error) == "InputFileError" or type(error).__module__ == "configparser":
        return Failure("spec.config-ini-invalid", f"Vela cannot read the configuration file: {text}")
    return Failure("vela.failed", f"Vela failed: {text}")
