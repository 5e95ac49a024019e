# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Model files: .py with ModelUnderTest and ModelInputs, and .pt2."""
import hashlib
import importlib.util
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import torch

from .failures import Failure
from .quick_imports import quick_imports
from .report import sha256_of

MODULE_NAME = "tosaic_model"  # fixed: a model file called torch.py must not hide torch


def load(path: Path, sha256: str = "") -> tuple[Any, tuple | None]:
    """(module, inputs) of a .py file, or (exported program, None) of a .pt2. With `sha256` nothing else is run."""
    if not path.is_file():
        raise Failure("model.not-found", f"{path.name} does not exist. Choose the model again.")
    torch.manual_seed(0)  # random weights come out the same each time
    if zipfile.is_zipfile(path):
        return load_exported(path, sha256), None
    if path.suffix == ".py":
        return load_python(path, sha256)
    raise Failure("model.format-unknown", f"{path.name} is neither a .pt2 nor a .py file. Export it with torch.export.save.")


def own_checks(path: Path) -> list:
    """Of the model file that was loaded last; an exported program has none."""
    from .own_checks import checks_of
    module = sys.modules.get(MODULE_NAME)
    return checks_of(module, path) if path.suffix == ".py" and module else []


def own_samples(path: Path, inputs: tuple | None) -> list[tuple]:
    """For calibration, of the model file that was loaded last."""
    from .calibration import own_samples as samples_of
    module = sys.modules.get(MODULE_NAME)
    return samples_of(module, path.name, inputs) if path.suffix == ".py" and module and inputs else []


def check_unchanged(path: Path, sha256: str, found: str) -> None:
    if sha256 and found != sha256:
        raise Failure("trust.changed", f"{path.name} has changed since this job was asked for, and its code was not run. Ask again if you trust what it holds now.", path.name)


def load_exported(path: Path, sha256: str) -> torch.export.ExportedProgram:
    with quick_imports():
        import executorch.exir  # noqa: F401  registers the operators of quantised graphs
    check_unchanged(path, sha256, sha256_of(path))
    try:
        return torch.export.load(str(path))
    except Exception as error:
        raise Failure("model.unreadable", f"{path.name} is not a program that this torch can read: {type(error).__name__}: {str(error)[:500]}") from error


def load_python(path: Path, sha256: str) -> tuple[torch.nn.Module, tuple]:
    source = path.read_bytes()
    check_unchanged(path, sha256, hashlib.sha256(source).hexdigest())
    sys.path.append(str(path.parent))  # the model may import files beside it; last, so that they hide no library
    spec = importlib.util.spec_from_file_location(MODULE_NAME, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE_NAME] = module
    back = os.getcwd()
    os.chdir(path.parent)  # "weights.npy" is the one beside the model
    try:
        exec(spec.loader.source_to_code(source, str(path)), vars(module))  # these bytes: no __pycache__, no later ones
    finally:
        os.chdir(back)
    for name in ("ModelUnderTest", "ModelInputs"):
        if not hasattr(module, name):
            raise Failure("model.missing-convention", f"{path.name} has no {name}. Add module-level ModelUnderTest (an nn.Module) and ModelInputs (a tuple of example inputs).", path.name)
    model, inputs = module.ModelUnderTest, module.ModelInputs
    if not isinstance(model, torch.nn.Module):
        raise Failure("model.missing-convention", f"ModelUnderTest is a {type(model).__name__}. Make it an nn.Module instance, such as Net().", path.name)
    if not isinstance(inputs, (tuple, list)):
        raise Failure("model.missing-convention", f"ModelInputs is a {type(inputs).__name__}. Make it a tuple: (tensor,).", path.name)
    from .quantising import is_prepared
    return model if is_prepared(model) else model.eval(), tuple(inputs)  # an exported graph knows no eval()
