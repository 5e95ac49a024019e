# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A .pte file read and written with ExecuTorch's own code."""
import copy
import hashlib
from typing import Any

from .failures import Failure


class Program:
    """A file whose payloads can be exchanged. Refused unless writing it unchanged gives the same bytes."""

    def __init__(self, data: bytes, name: str) -> None:
        from executorch.exir._serialize._flatbuffer_program import _flatbuffer_to_program
        from executorch.exir._serialize._program import _get_extended_header, deserialize_pte_binary
        from executorch.exir.schema import DataLocation
        try:
            header = _get_extended_header(data)
            raw = _flatbuffer_to_program(data[:header.program_size] if header and header.is_valid() else data)
            self.file = deserialize_pte_binary(data)
        except Exception as error:  # struct, index, enumeration: whatever a damaged file leads to
            raise Failure("model.unreadable", f"{name} is not a program that this ExecuTorch can read: {type(error).__name__}: {error}") from error
        if raw.named_data is None:
            self.file.program.named_data = None  # reading makes an empty list of it, which is written differently
        # reading folds segments back in; writing must put them out again
        self.segments = any(delegate.processed.location == DataLocation.SEGMENT for plan in raw.execution_plan for delegate in plan.delegates)
        if self.written() != data:
            raise Failure("respec.not-reproducible", f"{name} was written by another ExecuTorch or with other options: writing it again gives other bytes. Compile the model instead.")

    def written(self) -> bytes:
        from executorch.exir._serialize._program import serialize_pte_binary
        return bytes(serialize_pte_binary(copy.deepcopy(self.file), extract_delegate_segments=self.segments))

    def payload_of(self, delegate: Any) -> bytes:
        return bytes(self.file.program.backend_delegate_data[delegate.processed.index].data)

    def set_payloads(self, delegates: list[Any], payloads: dict[int, bytes]) -> None:
        """New bytes for some delegates (by id()); equal bytes share one entry, in the order of first use, as the emitter does."""
        from executorch.exir.schema import BackendDelegateInlineData
        data = [payloads.get(id(delegate), None) or self.payload_of(delegate) for delegate in delegates]
        entries: dict[bytes, int] = {}
        self.file.program.backend_delegate_data = []
        for delegate, payload in zip(delegates, data):
            digest = hashlib.sha256(payload).digest()
            if digest not in entries:
                entries[digest] = len(entries)
                self.file.program.backend_delegate_data.append(BackendDelegateInlineData(data=payload))
            delegate.processed.index = entries[digest]
