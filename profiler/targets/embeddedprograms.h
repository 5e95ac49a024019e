// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/model/program.h"

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::profile {

/// A program that a runner's ELF carries, as ExecuTorch's arm_executor_runner does by default.
struct EmbeddedProgram
{
    /// Offsets in it count from its own start; its source is the rest of the ELF, which stays
    /// mapped.
    std::shared_ptr<const model::Program> program;
    quint64 offset = 0; ///< in the ELF, bytes
    /// Bytes that the .pte had: of the array that begins there, by the ELF's symbols, else as the
    /// program's header states; absent where neither is there.
    std::optional<quint64> size;

    /// SHA-256 of the .pte; empty without a size. Reads all its bytes.
    QString sha256() const;
};

/// The programs in an ELF, in its order; none if it is no ELF. Programs begin at multiples of 16
/// bytes, because the runtime asks for that (pte_to_header.py aligns the array so). Nothing in the
/// file is trusted: what looks like a program counts only if the reader of .pte files takes it, of
/// the first 512 MiB, and 16 are tried at most. Reads the file; blocks, any thread.
std::vector<EmbeddedProgram> embeddedPrograms(const std::shared_ptr<const ByteSource> &elf);
/// As above; none if the file cannot be read.
std::vector<EmbeddedProgram> embeddedPrograms(const QString &elfPath);

} // namespace tosaic::profile
