// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/runtimes.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

struct LibraryName
{
    KernelLibrary library;
    const char *name;
};
constexpr std::array Libraries{
    LibraryName{ KernelLibrary::Prim, "prim_ops" },
    LibraryName{ KernelLibrary::Portable, "portable" },
    LibraryName{ KernelLibrary::Optimized, "optimized" },
    LibraryName{ KernelLibrary::Quantized, "quantized" },
    LibraryName{ KernelLibrary::CortexM, "cortex_m" },
    LibraryName{ KernelLibrary::Llm, "llm" },
};

} // namespace

QString kernelLibraryName(KernelLibrary library)
{
    const auto found = std::find_if(Libraries.begin(), Libraries.end(),
        [&](const LibraryName &entry) { return entry.library == library; });
    return found == Libraries.end() ? QString() : QString::fromLatin1(found->name);
}

bool Runtime::serves(const QString &operatorName) const
{
    return std::any_of(kernels.begin(), kernels.end(),
        [&](KernelLibrary library) { return hasKernel(library, operatorName); });
}

std::span<const Runtime> knownRuntimes()
{
    using enum KernelLibrary;
    static const std::array runtimes{
        Runtime{ u"ethos-u"_s,
            QT_TRANSLATE_NOOP(
                "Runtime", "Ethos-U runner (portable, quantized and Cortex-M kernels)"),
            { Prim, Portable, Quantized, CortexM }, { u"EthosUBackend"_s, u"ArmBackend"_s } },
        Runtime{ u"ethos-u-portable"_s,
            QT_TRANSLATE_NOOP("Runtime", "Ethos-U runner (portable kernels only)"),
            { Prim, Portable }, { u"EthosUBackend"_s, u"ArmBackend"_s } },
        Runtime{ u"host"_s,
            QT_TRANSLATE_NOOP(
                "Runtime", "ExecuTorch on this machine (with quantized kernels, XNNPACK)"),
            { Prim, Portable, Optimized, Quantized, Llm }, { u"XnnpackBackend"_s } },
    };
    return runtimes;
}

const Runtime *findRuntime(const QString &id)
{
    const auto runtimes = knownRuntimes();
    const auto found = std::find_if(
        runtimes.begin(), runtimes.end(), [&](const Runtime &runtime) { return runtime.id == id; });
    return found == runtimes.end() ? nullptr : &*found;
}

std::vector<KernelLibrary> librariesWith(const QString &operatorName)
{
    std::vector<KernelLibrary> libraries;
    for (const auto &entry : Libraries) {
        if (hasKernel(entry.library, operatorName))
            libraries.push_back(entry.library);
    }
    return libraries;
}

} // namespace tosaic::analysis
