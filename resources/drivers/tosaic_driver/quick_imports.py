# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ExecuTorch loaded in half the time.

What loading costs is one file: edge.yaml, 140 kB, which ExecuTorch reads with a parser written in Python. libyaml's reads the same.
"""
import contextlib
import gc
import importlib.util
import sys
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def quick_imports() -> Iterator[None]:
    """Around what may load `executorch.exir` first. Nothing stays changed; without libyaml nothing is."""
    collects = gc.isenabled()
    gc.disable()  # modules stay: looking for what could go finds nothing
    try:
        with contextlib.ExitStack() as changes:
            if libyaml_is_there():
                changes.enter_context(yaml_by_libyaml())
            yield
    finally:
        if collects:
            gc.enable()


EXIR = "executorch.exir"


def load_program_files() -> None:
    """What reads and writes a .pte, without all of lowering, which `executorch.exir` brings and which takes twice as long to load as torch."""
    if EXIR in sys.modules:
        return
    spec = importlib.util.find_spec(EXIR)
    parent = importlib.import_module(spec.parent.rpartition(".")[0])
    parent.exir = sys.modules[EXIR] = importlib.util.module_from_spec(spec)
    try:
        importlib.import_module(f"{EXIR}._serialize._program")
        importlib.import_module(f"{EXIR}.schema")
    except ImportError:  # of another version, which needs more of it
        for name in [name for name in sys.modules if name == EXIR or name.startswith(f"{EXIR}.")]:
            del sys.modules[name]
        del parent.exir


def load_the_rest() -> None:
    """All of `executorch.exir` after `load_program_files`: it registers operators."""
    with quick_imports():
        package = importlib.import_module(EXIR)
        if not hasattr(package, "to_edge"):
            package.__spec__.loader.exec_module(package)


def libyaml_is_there() -> bool:
    return all(importlib.util.find_spec(package) for package in ("ruamel.yaml", "yaml", "yaml._yaml"))


@contextlib.contextmanager
def yaml_by_libyaml() -> Iterator[None]:
    """`ruamel.yaml.YAML(typ="safe").load` of a text, the only use on the way; any other is left as it is."""
    from ruamel.yaml import YAML
    own = YAML.load

    def load(self: Any, stream: Any) -> Any:
        return read(stream) if isinstance(stream, str) and "safe" in self.typ else own(self, stream)
    YAML.load = load
    try:
        yield
    finally:
        YAML.load = own


def read(text: str) -> Any:
    import yaml

    class Loader(yaml.CSafeLoader):
        """YAML 1.2 as ruamel reads it: `on`, `off`, `yes` and `no` are texts."""
    Loader.yaml_implicit_resolvers = {first: [(tag, pattern) for tag, pattern in resolvers if first in "tTfF" or tag != "tag:yaml.org,2002:bool"]
                                      for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()}
    return yaml.load(text, Loader)
