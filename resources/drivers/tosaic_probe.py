#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints as JSON which compilers this interpreter has. Imports none of them, so it takes a tenth of a second."""
import importlib.metadata
import json
import platform
import sys
import sysconfig
from pathlib import Path

ENVIRONMENT = json.loads((Path(__file__).parent / "environment.json").read_text(encoding="utf-8"))


def version_tuple(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def python_supported() -> bool:
    low, high = ENVIRONMENT["python"].split(",")
    return version_tuple(low.removeprefix(">=")) <= sys.version_info[:2] < version_tuple(high.removeprefix("<"))


def installed(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def vela_entry() -> str | None:
    for folder in (Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))):
        if (folder / "vela").is_file():
            return str(folder / "vela")
    return None


def vela_ini() -> str | None:
    """The configuration file inside Vela's package, found without importing it."""
    try:
        path = Path(importlib.metadata.distribution("ethos-u-vela").locate_file("ethosu/config_files/Arm/vela.ini"))
    except importlib.metadata.PackageNotFoundError:
        return None
    return str(path) if path.is_file() else None


def externally_managed() -> bool:
    """Whether pip refuses to install here (PEP 668, Debian's own Python)."""
    return sys.prefix == sys.base_prefix and (Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED").is_file()


def probe() -> dict:
    packages, problems = {}, []

    def problem(severity: str, code: str, text: str) -> None:
        problems.append({"severity": severity, "code": code, "text": text})

    if not python_supported():
        problem("error", "tool.python-unsupported", f"Python {platform.python_version()} does not fit; ExecuTorch needs {ENVIRONMENT['python']}.")
    for package, wanted in ENVIRONMENT["versions"].items():
        version = installed(package)
        if version is None:
            problem("error", "tool.missing", f"{package} is not installed. Install {package}=={wanted}.")
            continue
        packages[package] = version
        if version.split("+")[0] != wanted:
            problem("warning", "tool.version-untested", f"{package} is {version}; tested with {wanted}.")
    vela = vela_entry()
    if "ethos-u-vela" in packages and vela is None:
        problem("warning", "tool.missing", "The program vela is not beside this interpreter. Compiles work, Vela alone does not.")
    result = {"python": platform.python_version(), "executable": sys.executable, "packages": packages}
    ini = vela_ini()
    result |= ({"vela": vela} if vela else {}) | ({"velaIni": ini} if ini else {})
    return result | {"externallyManaged": externally_managed(), "problems": problems}


if __name__ == "__main__":
    print(json.dumps(probe(), indent=1))
