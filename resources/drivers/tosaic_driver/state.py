# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a job may change in the process that serves the next one: put back where possible, found out where not.

A model file is a program; it can change anything. What is checked here is what models do change: defaults of torch, random numbers, modules, paths, warnings, patches of library functions, registered operators.
"""
import builtins
import contextlib
import ctypes
import functools
import gc
import importlib
import itertools
import linecache
import logging
import os
import random
import signal
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .library_state import Libraries

WATCHED = ("torch", "torchao", "executorch", "ethosu", "numpy", "builtins", "copy", "json", "math", "os", "random", "tempfile")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGCHLD, signal.SIGPIPE, signal.SIGUSR1, signal.SIGUSR2)
LIBRARIES = tuple({os.path.realpath(path) + os.sep for path in (sys.prefix, sys.base_prefix, os.path.dirname(os.__file__))})


class Process:
    """This process, right after the imports."""

    def __init__(self) -> None:
        import torch
        self.torch = torch
        self.unclean: list[str] = []
        self.before = self.fingerprint()
        self.functions = patchable_functions()
        self.libraries = Libraries()
        gc.collect()
        gc.freeze()  # what is loaded now stays; later collections need not look at it

    @contextlib.contextmanager
    def job(self, folder: Path) -> Iterator[None]:
        saved = [(restore, value) for value, restore in self.restorable()]
        modules = dict(sys.modules)
        self.libraries.look()  # what earlier jobs have loaded
        try:
            yield
        finally:
            for restore, value in saved:
                try:
                    restore(value)
                except Exception as error:
                    self.unclean.append(f"not restored: {error}")
            self.forget_modules(modules, folder)
            clear_leaks()
            self.unclean += self.differences()

    def spent(self, rss_limit: int, last_job: bool) -> str | None:
        """Why this process should be replaced now."""
        if self.unclean:
            print(f"The job changed the compile process: {'; '.join(self.unclean[:5])}.", file=sys.stderr, flush=True)
            return "state"
        return "memory" if resident_bytes() > rss_limit else "jobs" if last_job else None

    def restorable(self) -> list[tuple[Any, Callable[[Any], object]]]:
        """Value and the function that puts it back."""
        torch, root = self.torch, logging.getLogger()
        mask = os.umask(0)
        os.umask(mask)
        return [
            (os.getcwd(), os.chdir), (mask, os.umask), (dict(os.environ), restore_mapping(os.environ)),
            *((list(getattr(sys, name)), restore_list(sys, name)) for name in ("path", "argv", "meta_path", "path_hooks")),
            *((getattr(sys, name), functools.partial(setattr, sys, name)) for name in ("stdin", "stdout", "stderr", "excepthook", "displayhook", "unraisablehook")),
            *resource_limits(), (sys.getrecursionlimit(), sys.setrecursionlimit), (sys.gettrace(), sys.settrace), (sys.getprofile(), sys.setprofile),
            (list(warnings.filters), restore_filters), (warnings.showwarning, functools.partial(setattr, warnings, "showwarning")),
            *((signal.getsignal(number), functools.partial(restore_signal, number)) for number in SIGNALS),
            (root.level, root.setLevel), (list(root.handlers), functools.partial(restore_handlers, root)), (logging.root.manager.disable, logging.disable),
            (logging.getLogger("executorch").level, logging.getLogger("executorch").setLevel),
            (random.getstate(), random.setstate), *numpy_state(), (dict(vars(builtins)), restore_mapping(vars(builtins))), (gc.isenabled(), lambda on: gc.enable() if on else gc.disable()),
            (torch.get_default_dtype(), torch.set_default_dtype), (None, torch.set_default_device), (torch.is_grad_enabled(), torch.set_grad_enabled), (torch.get_num_threads(), torch.set_num_threads),
            (torch.get_rng_state(), torch.set_rng_state), (torch.are_deterministic_algorithms_enabled(), torch.use_deterministic_algorithms),
            (torch.get_float32_matmul_precision(), torch.set_float32_matmul_precision), (torch.is_anomaly_enabled(), torch.autograd.set_detect_anomaly),
            (torch.backends.quantized.engine, functools.partial(setattr, torch.backends.quantized, "engine")),
            (torch.backends.mkldnn.enabled, restore_mkldnn), (dict(vars(torch._tensor_str.PRINT_OPTS)), vars(torch._tensor_str.PRINT_OPTS).update)]

    def fingerprint(self) -> dict[str, Any]:
        """What cannot be put back, only compared."""
        from torch._decomp import decomposition_table
        from torch.nn.modules import module
        from torch.utils import _pytree
        from torch.utils._python_dispatch import _get_current_dispatch_mode_stack
        namespaces = {name.split("::")[0] for name in self.torch._C._dispatch_get_all_op_names()}
        return {"operator libraries": namespaces, "pytree types": set(_pytree.SUPPORTED_NODES), "decompositions": set(decomposition_table),
                "module hooks": sum(len(value) for name, value in vars(module).items() if name.startswith("_global_") and isinstance(value, dict)),
                "dispatch modes": len(_get_current_dispatch_mode_stack()), "function modes": self.torch._C._len_torch_function_stack(),
                "threads": own_threads(), "children": set(child_processes()),
                "channel": os.fstat(1)[:3] + os.fstat(2)[:3]}

    def differences(self) -> list[str]:
        now, found = self.fingerprint(), []
        for name, value in now.items():
            old = self.before[name]
            if isinstance(value, set) and (new := value - old):
                added = {item for item in new if not from_library(item)}
                found += [f"{name}: {', '.join(sorted(str(item) for item in added)[:3])}"] if added else []
            elif not isinstance(value, set) and value != old:
                found.append(name)
        replaced = [name for (owner, name), value in self.functions.items() if vars(owner).get(name, value) is not value]
        changed = list(itertools.islice(self.libraries.changes(), 3))
        return found + [f"library functions: {', '.join(replaced[:3])}"] * bool(replaced) + [f"inside libraries: {', '.join(changed)}"] * bool(changed)

    def forget_modules(self, before: dict[str, Any], folder: Path) -> None:
        """Files of the user are read again by the next job."""
        for name, module in list(sys.modules.items()):
            if name in before and before[name] is not module:
                sys.modules[name] = before[name]
                self.unclean.append(f"module {name} replaced")
            elif name not in before and not of_library(module):
                del sys.modules[name]
        for name in set(before) - set(sys.modules):
            sys.modules[name] = before[name]
        for path in [path for path in linecache.cache if Path(path).is_relative_to(folder)]:
            del linecache.cache[path]
        for path in [path for path in sys.path_importer_cache if not path.startswith(LIBRARIES)]:
            sys.path_importer_cache.pop(path, None)
        importlib.invalidate_caches()


def own_threads() -> set[int]:
    """All threads that run Python, without those of a library's own class: the monitor of tqdm's progress bars."""
    of_classes = {thread.ident for thread in threading.enumerate() if type(thread).__module__ != "threading" and of_library(sys.modules.get(type(thread).__module__))}
    return set(sys._current_frames()) - of_classes


def from_library(item: Any) -> bool:
    """Loaded late by a library itself: an operator library of ExecuTorch, a pytree type of torch."""
    module = getattr(item, "__module__", None)
    if isinstance(module, str):
        return module.split(".")[0] in WATCHED or of_library(sys.modules.get(module))
    return isinstance(item, str) and item in ("tosa", "dim_order_ops", "et_vk", "cortex_m", "arm", "EDGE_DO_NOT_DECOMP", "executorch_prim", "llama", "backend")


def of_library(module: Any) -> bool:
    file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", None) or []), None)
    return module is not None and (file is None and getattr(module, "__name__", "").split(".")[0] in WATCHED + tuple(sys.stdlib_module_names)
                                   or isinstance(file, str) and (os.path.realpath(file).startswith(LIBRARIES) or not os.path.isabs(file)))


def patchable_functions() -> dict[tuple[Any, str], Any]:
    """Functions and classes that models are seen to patch: those of library modules, and the methods of torch's modules and tensors."""
    kinds = (types.FunctionType, types.BuiltinFunctionType, functools._lru_cache_wrapper, type)
    owners: list[Any] = [module for name, module in list(sys.modules.items()) if name.split(".")[0] in WATCHED and isinstance(module, types.ModuleType)]
    import torch
    owners += [torch.Tensor, torch.nn.Module, *(value for value in vars(torch.nn).values() if isinstance(value, type))]
    return {(owner, name): value for owner in owners for name, value in list(vars(owner).items()) if isinstance(value, kinds)}


def restore_mapping(target: Any) -> Callable[[dict], None]:
    def restore(value: dict) -> None:
        for key in set(target) - set(value):
            del target[key]
        for key in value:
            if target.get(key) is not value[key] and target.get(key) != value[key]:
                target[key] = value[key]
    return restore


def restore_list(owner: Any, name: str) -> Callable[[list], None]:
    original = getattr(owner, name)

    def restore(value: list) -> None:
        original[:] = value
        setattr(owner, name, original)
    return restore


def restore_filters(value: list) -> None:
    warnings.filters[:] = value
    warnings._filters_mutated()


def restore_signal(number: int, handler: Any) -> None:
    if handler is not None and signal.getsignal(number) is not handler:
        signal.signal(number, handler)


def restore_handlers(logger: logging.Logger, handlers: list) -> None:
    logger.handlers[:] = handlers


def restore_mkldnn(on: bool) -> None:
    import torch
    if torch.backends.mkldnn.enabled != on:
        torch._C._set_mkldnn_enabled(on)


def numpy_state() -> list[tuple[Any, Callable[[Any], object]]]:
    import numpy
    return [(numpy.random.get_state(), numpy.random.set_state), (numpy.geterr(), lambda value: numpy.seterr(**value)),
            (numpy.get_printoptions(), lambda value: numpy.set_printoptions(**value))]


def resource_limits() -> list[tuple[Any, Callable[[Any], object]]]:
    try:
        import resource
    except ImportError:  # not on this system
        return []

    def restore(number: int, value: tuple[int, int]) -> None:
        if resource.getrlimit(number) != value:
            resource.setrlimit(number, value)  # fails after a lowered hard limit: then the process is replaced
    numbers = {getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")}
    return [(resource.getrlimit(number), functools.partial(restore, number)) for number in sorted(numbers)]


def child_processes() -> list[str]:
    """Process ids of children still there (Linux)."""
    try:
        return [word for task in Path("/proc/self/task").iterdir() for word in (task / "children").read_text().split()]
    except OSError:
        return []


def clear_leaks() -> None:
    """Caches of torch and ExecuTorch 1.5 that keep the graphs of every compile alive."""
    import torch.ao.quantization.fx.utils as fx_utils
    import torch.fx.experimental.proxy_tensor as proxy_tensor
    import torchao.utils as torchao_utils
    from executorch.exir.backend import operator_support, utils
    for cached in (getattr(torchao_utils, "_assert_and_get_unique_device", None), getattr(fx_utils, "assert_and_get_unique_device", None), getattr(utils, "is_same_node", None)):
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    for container in (getattr(proxy_tensor, "_FAKE_TENSOR_ID_TO_PROXY_MAP_FOR_EXPORT", None), getattr(operator_support.DontSupportBase, "_rejected_nodes", None)):
        if container is not None:
            container.clear()
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def resident_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
