// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/error.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace tosaic::formats {

/// What a file is, told from its content alone.
enum class FileKind
{
    Unknown,
    Empty,
    Text, ///< readable text that is none of those below: a log, a Python model, notes
    Pte, ///< ExecuTorch program
    FlatTensor, ///< .ptd: external weights
    BundledProgram, ///< .bpte
    EtDump,
    EtRecord, ///< ZIP
    Pt2, ///< ZIP: torch.export archive
    TorchArchive, ///< ZIP: torch.save, TorchScript
    NativePackage, ///< ZIP: ExecuTorch's .ptn
    Tosa,
    TfLite,
    Vgf,
    VelaStream, ///< delegate payload taken out of a .pte
    CommandStream, ///< driver payload, COP1 or COP2
    VelaNpz, ///< ZIP: Vela's raw result
    Zip, ///< any other ZIP
    Gzip, ///< PMU traces come like this
    VelaDebugDb, ///< XML
    VelaSummary, ///< CSV
    VelaPerLayer, ///< CSV
    VelaIni,
    VelaConsole, ///< text: what the compiler printed
    CompileSpec, ///< JSON with a "target"
    Workspace ///< SQLite
};

/// Looks at the first and, for ZIP archives, the last bytes; never at weights.
FileKind recognise(QByteArrayView bytes);

/// "a TOSA graph", "an ExecuTorch program (.pte)": for sentences.
QString describe(FileKind kind);
/// Why a file of this kind cannot be opened as a program, and what it is good for instead.
Error notAProgram(FileKind kind, const QString &file);
/// The same with a look into the file: what an archive holds, or that it was cut off.
Error notAProgram(FileKind kind, const ByteSource &source);
/// Why no reader of any kind finds something in the file: it is empty (FormatUnknown), or a ZIP
/// archive without a sound directory (FormatDamaged). Absent otherwise.
std::optional<Error> nothingToRead(FileKind kind, const ByteSource &source);

} // namespace tosaic::formats
