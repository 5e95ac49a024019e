# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Partitions that Vela refuses: a value that goes through one unchanged leaves a TOSA graph whose output nobody writes.

ExecuTorch's partitioner takes away partitions that compute nothing as a whole; a part that computes nothing, beside one that does, stays. Pins make such parts.
"""
from torch.fx import Node

from .graph import is_operator, is_quantisation

# Of ExecuTorch's partitioner: operators that are nothing once they are lowered.
NOTHING = ("_is_noop_clone", "_is_noop_alias_copy", "_is_noop_expand", "_is_noop_detach_copy", "_is_noop_to_dim_order_copy", "_is_noop_squeeze", "_is_noop_flip", "_is_noop_permute",
           "_is_noop_as_strided_copy")


def passed_through(nodes: list[Node], tags: dict[str, str | None]) -> list[list[Node]]:
    """For each such value the operators between its way in and its way out, which would have to stay on the CPU too."""
    found = []
    for node in nodes:
        tag = tags.get(node.name)
        if tag and any(tags.get(user.name) != tag for user in node.users):
            between = between_ends(node, tag, tags)
            if between:
                found.append(between)
    return found


def between_ends(node: Node, tag: str, tags: dict[str, str | None]) -> list[Node]:
    """From where the value leaves the partition back to where it came in; empty if something is computed on the way, if only to another scale."""
    between, scales = [], set()
    while tags.get(node.name) == tag:
        if is_quantisation(node):
            scales.add(str(node.args[1:3]))
        elif is_operator(node) and is_nothing(node):
            between.append(node)
        else:
            return []
        if len(scales) > 1 or not isinstance(node.args[0], Node):
            return []
        node = node.args[0]
    return between


def is_nothing(node: Node) -> bool:
    from executorch.backends.arm.tosa import partitioner
    return any(getattr(partitioner, name)(node) for name in NOTHING if hasattr(partitioner, name))
