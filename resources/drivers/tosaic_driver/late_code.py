# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Graph modules whose Python code is written when somebody asks for it.

After every pass torch.fx writes a graph as Python source and compiles that, some 500 times in a compile, a fifth of its time; passes then walk
the graph itself, and of all this code a dozen functions are ever called.
"""
import contextlib
import weakref
from collections.abc import Iterator
from typing import Any

KEPT = ("_code", "_lineno_map", "_prologue_start")  # what GraphModule.recompile() makes of the graph, in the module ...
WRITTEN = ("forward", *KEPT)  # ... and in its class, of which there is one for each module


class Late:
    """An attribute that is made, with all others, when it is looked up in the module or its class."""

    def __init__(self, name: str, module: Any, write: Any) -> None:
        self.name, self.module, self.write = name, weakref.ref(module), write

    def __get__(self, instance: Any, owner: type) -> Any:
        module = self.module() if instance is None else instance
        if module is None:
            raise AttributeError(self.name)
        write_now(module, self.write)
        return getattr(owner if instance is None else module, self.name)


def write_now(module: Any, write: Any) -> Any:
    kind = type(module)
    late = {name: value for name, value in vars(kind).items() if isinstance(value, Late)}
    for name in late:
        delattr(kind, name)
    try:
        return write(module)
    except BaseException:
        for name, value in late.items():
            setattr(kind, name, value)
        raise


class CodeOf:
    """What recompile() returns."""

    def __init__(self, module: Any, write: Any) -> None:
        self.module, self.write = module, write

    def __getattr__(self, name: str) -> Any:
        return getattr(write_now(self.module, self.write), name)


@contextlib.contextmanager
def late_code() -> Iterator[None]:
    """What is not asked for in here can be later. A torch that writes code otherwise is left as it is."""
    from torch.fx import graph_module
    kind, tree = graph_module.GraphModule, getattr(graph_module, "_PyTreeCodeGen", None)
    if tree is None or not hasattr(kind, "_recompile_submodules") or set(KEPT) - set(kind.recompile.__code__.co_names):
        yield
        return
    write = kind.recompile

    def recompile(self: Any) -> CodeOf:
        if isinstance(self._graph._codegen, tree):
            self._in_spec, self._out_spec = self._graph._codegen.pytree_info.in_spec, self._graph._codegen.pytree_info.out_spec
        for name in KEPT:
            self.__dict__.pop(name, None)
        for name in WRITTEN:
            setattr(type(self), name, Late(name, self, write))
        type(self).__reduce__ = reduce_with_code
        self._recompile_submodules()
        return CodeOf(self, write)

    def reduce_with_code(self: Any) -> tuple:
        write_now(self, write)  # before its attributes are looked through
        return kind.__reduce__(self)
    kind.recompile = recompile
    try:
        yield
    finally:
        kind.recompile = write
