// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"
#include "tests/fuzz/targetlist.h"

#include <map>
#include <ostream>

namespace tosaic::fuzz {

#define TOSAIC_FUZZ_DECLARE(name, function, mutate)                                                \
    void fuzz##function(std::span<const quint8> input);                                            \
    std::vector<QByteArray> seeds##function();
TOSAIC_FUZZ_TARGETS(TOSAIC_FUZZ_DECLARE)
#undef TOSAIC_FUZZ_DECLARE

namespace {

using formats::FileKind;

std::vector<FileKind> kindsOf(std::string_view name)
{
    static const std::map<std::string_view, std::vector<FileKind>> kinds{
        { "bundled", { FileKind::BundledProgram } },
        { "commandstream", { FileKind::CommandStream } },
        { "console", { FileKind::Text } },
        { "debugevents", { FileKind::Text } },
        { "etdump", { FileKind::EtDump } },
        { "etrecord", { FileKind::EtRecord } },
        { "flattensor", { FileKind::FlatTensor } },
        { "kernelprofile", { FileKind::EtDump } },
        { "localrun", { FileKind::Pte } },
        { "npusim", { FileKind::CommandStream } },
        { "npz", { FileKind::VelaNpz } },
        { "pmutrace", { FileKind::Gzip } },
        { "pt2", { FileKind::Pt2 } },
        { "pte", { FileKind::Pte } },
        { "runimport",
            { FileKind::Text, FileKind::VelaConsole, FileKind::VelaPerLayer,
                FileKind::VelaSummary } },
        { "spectext", { FileKind::Text, FileKind::CompileSpec } },
        { "tflite", { FileKind::TfLite } },
        { "timeline", { FileKind::Gzip } },
        { "tosa", { FileKind::Tosa } },
        { "velaconsole", { FileKind::VelaConsole } },
        { "velacsv", { FileKind::VelaSummary, FileKind::VelaPerLayer } },
        { "veladebugdb", { FileKind::VelaDebugDb } },
        { "velaini", { FileKind::VelaIni } },
        { "velastream", { FileKind::VelaStream } },
        { "vgf", { FileKind::Vgf } },
        { "workspacefile", { FileKind::Workspace } },
        { "zip", { FileKind::Zip, FileKind::TorchArchive } },
    };
    const auto found = kinds.find(name);
    return found == kinds.end() ? std::vector<FileKind>() : found->second;
}

bool isSlow(std::string_view name)
{
    return name == "workspacefile" || name == "document";
}

} // namespace

const std::vector<NamedTarget> &targets()
{
#define TOSAIC_FUZZ_ROW(name, function, mutate)                                                    \
    { name, fuzz##function, seeds##function, kindsOf(name), mutate, isSlow(name) },
    static const std::vector<NamedTarget> all{ TOSAIC_FUZZ_TARGETS(TOSAIC_FUZZ_ROW) };
#undef TOSAIC_FUZZ_ROW
    return all;
}

/// Of every kind the first; here, so that the other targets are not linked with this one.
std::vector<QByteArray> seedsDocument()
{
    constexpr qsizetype Largest = 20'000;
    std::vector<QByteArray> seeds;
    for (const auto &target : targets()) {
        if (target.run == fuzzDocument || target.kinds.empty())
            continue;
        const auto some = target.seeds();
        if (!some.empty() && some.front().size() < Largest)
            seeds.push_back(some.front());
    }
    return seeds;
}

void PrintTo(const NamedTarget &target, std::ostream *out)
{
    *out << target.name;
}

} // namespace tosaic::fuzz
