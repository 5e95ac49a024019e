# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""ExecuTorch loaded in half the time.

What loading costs is one file: edge.yaml, 140 kB, which ExecuTorch reads with a parser written in Python. libyaml's reads the same.
"""
import contextlib
import gc
import importlib.util
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
