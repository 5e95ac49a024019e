// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <span>
#include <string_view>
#include <vector>

/// What a runtime that a program may run on was linked with. Facts: ExecuTorch 1.5.1
/// (kerneltables.cpp).
namespace tosaic::analysis {

enum class KernelLibrary
{
    Prim, ///< in every runtime
    Portable,
    Optimized, ///< what the desktop runtime has beyond portable
    Quantized,
    CortexM,
    Llm
};
/// "portable", "quantized", "cortex_m": the spelling of ExecuTorch's folders.
QString kernelLibraryName(KernelLibrary library);
/// Whether the library has a kernel for "aten::add.out".
bool hasKernel(KernelLibrary library, const QString &operatorName);

constexpr char WrittenArgument = 'w';
/// What the schema of "aten::topk.values" says of its arguments, one letter each: ".....ww", those
/// with WrittenArgument are destinations, changed in place, or scratch memory. Empty if it is not
/// known here, or if the operator has one destination and no library has a kernel for it.
std::string_view kernelArguments(const QString &operatorName);
/// Whether the operator is known to write its last argument and nothing else: by its schema, or,
/// where no library has a kernel for it, by the name of ATen's out variants.
bool hasOneDestination(const QString &operatorName);

struct Runtime
{
    QString id; ///< stable, for command line and settings
    const char *title; ///< QT_TRANSLATE_NOOP("Runtime", "...")
    std::vector<KernelLibrary> kernels;
    QStringList backends; ///< delegates it can run

    bool serves(const QString &operatorName) const;
};

/// "ethos-u": a bare-metal runner with all kernels for Cortex-M and the Ethos-U delegate;
/// "ethos-u-portable": the same without the Cortex-M and quantized kernels; "host": ExecuTorch's
/// desktop package.
std::span<const Runtime> knownRuntimes();
/// Null if there is none of that id.
const Runtime *findRuntime(const QString &id);
/// Libraries that have a kernel for the operator; empty if none is known.
std::vector<KernelLibrary> librariesWith(const QString &operatorName);

} // namespace tosaic::analysis
