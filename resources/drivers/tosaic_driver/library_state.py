# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a model can change inside the libraries that compile it: classes, functions with their defaults, containers of modules."""
import functools
import sys
import types
from collections.abc import Iterator
from typing import Any

ROOTS = ("executorch", "torchao", "ethosu")
LARGEST = 2000  # entries of a container that is looked at
CONTAINERS = (dict, list, set)
# Libraries fill these themselves, job by job.
FILLED = ("cache", "memo", "counter", "registry", "_abc_impl", "transform_op", "out_variant")
GENERATED = ".generated."  # ExecuTorch replaces methods of its generated classes when it writes its first file
CALLABLES = (types.FunctionType, functools._lru_cache_wrapper)
MISSING = object()


class Libraries:
    """Identities of what the modules of ROOTS hold. Modules loaded later are added by look()."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self.classes: dict[type, dict[str, Any]] = {}
        self.functions: dict[types.FunctionType, tuple] = {}
        self.containers: dict[tuple[str, str], tuple[Any, Any]] = {}
        self.look()

    def look(self) -> None:
        """Takes what is new as it is now."""
        for name, module in list(sys.modules.items()):
            if name in self.modules or name.split(".")[0] not in ROOTS or not isinstance(module, types.ModuleType):
                continue
            self.modules.add(name)
            for key, value in list(vars(module).items()):
                if key.startswith("__"):
                    continue
                for function in functions_of(value):
                    self.add_function(function)
                if isinstance(value, type):
                    self.add_class(value)
                elif isinstance(value, CONTAINERS) and not is_filled(key):
                    self.containers[name, key] = value, contents(value)

    def add_class(self, cls: type) -> None:
        if cls in self.classes or not of_roots(cls) or GENERATED in cls.__module__:
            return
        self.classes[cls] = values = {key: plain(value) for key, value in list(vars(cls).items()) if not is_filled(key)}
        for key, value in list(values.items()):
            for function in functions_of(value):
                self.add_function(function)
            if isinstance(value, type):
                self.add_class(value)
            elif isinstance(value, CONTAINERS) and not key.startswith("__"):
                self.containers[f"{cls.__module__}.{cls.__qualname__}", key] = value, contents(value)

    def add_function(self, function: types.FunctionType) -> None:
        if of_roots(function) and function not in self.functions:
            self.functions[function] = state_of(function)

    def changes(self) -> Iterator[str]:
        for cls, before in self.classes.items():
            now = vars(cls)
            for key, value in before.items():
                if plain(now.get(key, MISSING)) is not value:
                    yield f"{cls.__module__}.{cls.__qualname__}.{key}"
            for key in now.keys() - before.keys():
                if isinstance(plain(now[key]), (types.FunctionType, property, type)) and not is_filled(key):
                    yield f"{cls.__module__}.{cls.__qualname__}.{key}"
        for function, before in self.functions.items():
            if not same(state_of(function), before):
                yield f"{function.__module__}.{function.__qualname__}"
        for (owner, key), (container, before) in self.containers.items():
            if owner in sys.modules and vars(sys.modules[owner]).get(key) is not container or not same(contents(container), before):
                yield f"{owner}.{key}"


def is_filled(name: str) -> bool:
    return any(word in name.lower() for word in FILLED)


def of_roots(item: Any) -> bool:
    return (getattr(item, "__module__", None) or "").split(".")[0] in ROOTS


def plain(value: Any) -> Any:
    """staticmethod and classmethod are made anew by those who put a method back."""
    return value.__func__ if isinstance(value, (staticmethod, classmethod)) else value


def functions_of(value: Any) -> list[types.FunctionType]:
    found = list((value.fget, value.fset, value.fdel) if isinstance(value, property) else (value,))
    for function in found:  # also those behind a cache or another decorator
        if isinstance(function, CALLABLES) and (inner := getattr(function, "__wrapped__", None)) is not None:
            found.append(inner)
    return [function for function in found if isinstance(function, types.FunctionType)]


def state_of(function: types.FunctionType) -> tuple:
    """Code and defaults, with what mutable defaults hold."""
    defaults, named = function.__defaults__ or (), function.__kwdefaults__ or {}
    values = (*defaults, *named.values())
    return (function.__code__, *values, *(item for value in values if isinstance(value, CONTAINERS) for item in contents(value)))


def contents(container: Any) -> tuple:
    """What is in it, to be compared by identity; without that for large ones."""
    if len(container) > LARGEST:
        return (container,)
    if isinstance(container, set):
        return tuple(sorted(container, key=id))
    return (*container, *container.values()) if isinstance(container, dict) else tuple(container)


def same(a: tuple, b: tuple) -> bool:
    return len(a) == len(b) and all(map(lambda x, y: x is y, a, b))
