# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export and lowering in half of their time, to the same bytes.

Of a small model most goes into what depends on no model: torch asks its dispatcher for all operators once for each of some forty namespaces,
where once is enough, and builds the type `Callable[_P, _T]` anew for each of tens of thousands of registrations, only to annotate them.
Of a large one a fifth goes into copies of where each node comes from, which nobody changes once it is written, and of what is left another into
code that nobody calls (late_code).
"""
import contextlib
import sys
import typing
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from .late_code import late_code


@contextlib.contextmanager
def quick_lowering() -> Iterator[None]:
    """Around export and lowering. Nothing stays changed; what another torch names otherwise is left as it is."""
    from torch import _ops
    from torch._export import utils
    from torch.fx import traceback
    with contextlib.ExitStack() as changes:
        changes.enter_context(late_code())
        if getattr(_ops, "Callable", None) is Callable:
            changes.enter_context(replaced([_ops], "Callable", typing.Callable))  # which keeps the types that it has built
        own = getattr(utils, "_collect_all_valid_cia_ops", None)
        if own is not None and hasattr(utils, "_materialize_cpp_cia_ops"):
            users = [module for module in list(sys.modules.values()) if getattr(module, "__dict__", {}).get(own.__name__) is own]
            changes.enter_context(replaced(users, own.__name__, asking_once(utils, own)))
        source = getattr(traceback, "NodeSource", None)
        if source is not None and not hasattr(source, "__deepcopy__"):
            source.__deepcopy__ = lambda self, _: self  # a history that several nodes have is shared by them
            changes.callback(delattr, source, "__deepcopy__")
        yield


def asking_once(utils: ModuleType, own: Callable) -> Callable:
    """`own`, for all of whose namespaces the dispatcher is asked first, together: between them nothing registers an operator."""
    def collect() -> Any:
        utils._materialize_cpp_cia_ops()
        with replaced([utils], "_materialize_cpp_cia_ops", lambda: None):
            return own()
    return collect


@contextlib.contextmanager
def replaced(modules: list[ModuleType], name: str, value: Any) -> Iterator[None]:
    before = [(module, getattr(module, name)) for module in modules]
    for module, _ in before:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, own in before:
            setattr(module, name, own)
