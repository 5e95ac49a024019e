// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include <ostream>

#define TOSAIC_FUZZ_DECLARE(name)                                                                  \
    void fuzz##name(std::span<const quint8> input);                                                \
    std::vector<QByteArray> seeds##name();

namespace tosaic::fuzz {

TOSAIC_FUZZ_DECLARE(Bundled)
TOSAIC_FUZZ_DECLARE(CommandStream)
TOSAIC_FUZZ_DECLARE(Console)
TOSAIC_FUZZ_DECLARE(DebugEvents)
TOSAIC_FUZZ_DECLARE(EmbeddedPrograms)
TOSAIC_FUZZ_DECLARE(EtDump)
TOSAIC_FUZZ_DECLARE(EtRecord)
TOSAIC_FUZZ_DECLARE(FlatTensor)
TOSAIC_FUZZ_DECLARE(HostFacts)
TOSAIC_FUZZ_DECLARE(JsonTexts)
TOSAIC_FUZZ_DECLARE(KernelProfile)
TOSAIC_FUZZ_DECLARE(NpuSim)
TOSAIC_FUZZ_DECLARE(Npz)
TOSAIC_FUZZ_DECLARE(PmuTrace)
TOSAIC_FUZZ_DECLARE(Pt2)
TOSAIC_FUZZ_DECLARE(Pte)
TOSAIC_FUZZ_DECLARE(RunImport)
TOSAIC_FUZZ_DECLARE(Samples)
TOSAIC_FUZZ_DECLARE(SpecText)
TOSAIC_FUZZ_DECLARE(TfLite)
TOSAIC_FUZZ_DECLARE(Timeline)
TOSAIC_FUZZ_DECLARE(Tosa)
TOSAIC_FUZZ_DECLARE(VelaConsole)
TOSAIC_FUZZ_DECLARE(VelaCsv)
TOSAIC_FUZZ_DECLARE(VelaDebugDb)
TOSAIC_FUZZ_DECLARE(VelaIni)
TOSAIC_FUZZ_DECLARE(VelaStream)
TOSAIC_FUZZ_DECLARE(Vgf)
TOSAIC_FUZZ_DECLARE(Zip)

const std::vector<NamedTarget> &targets()
{
    using formats::FileKind;
    static const std::vector<NamedTarget> all{
        { "bundled", fuzzBundled, seedsBundled, { FileKind::BundledProgram } },
        { "commandstream", fuzzCommandStream, seedsCommandStream, { FileKind::CommandStream } },
        { "console", fuzzConsole, seedsConsole, { FileKind::Text } },
        { "debugevents", fuzzDebugEvents, seedsDebugEvents, { FileKind::Text } },
        { "embeddedprograms", fuzzEmbeddedPrograms, seedsEmbeddedPrograms, {} },
        { "etdump", fuzzEtDump, seedsEtDump, { FileKind::EtDump } },
        { "etrecord", fuzzEtRecord, seedsEtRecord, { FileKind::EtRecord } },
        { "flattensor", fuzzFlatTensor, seedsFlatTensor, { FileKind::FlatTensor } },
        { "hostfacts", fuzzHostFacts, seedsHostFacts, {} },
        { "jsontexts", fuzzJsonTexts, seedsJsonTexts, {} },
        { "kernelprofile", fuzzKernelProfile, seedsKernelProfile, { FileKind::EtDump } },
        { "npusim", fuzzNpuSim, seedsNpuSim, { FileKind::CommandStream } },
        { "npz", fuzzNpz, seedsNpz, { FileKind::VelaNpz } },
        { "pmutrace", fuzzPmuTrace, seedsPmuTrace, { FileKind::Gzip } },
        { "pt2", fuzzPt2, seedsPt2, { FileKind::Pt2 } },
        { "pte", fuzzPte, seedsPte, { FileKind::Pte } },
        { "runimport", fuzzRunImport, seedsRunImport,
            { FileKind::Text, FileKind::VelaConsole, FileKind::VelaPerLayer,
                FileKind::VelaSummary } },
        { "samples", fuzzSamples, seedsSamples, {} },
        { "spectext", fuzzSpecText, seedsSpecText, { FileKind::Text, FileKind::CompileSpec } },
        { "tflite", fuzzTfLite, seedsTfLite, { FileKind::TfLite } },
        { "timeline", fuzzTimeline, seedsTimeline, { FileKind::Gzip } },
        { "tosa", fuzzTosa, seedsTosa, { FileKind::Tosa } },
        { "velaconsole", fuzzVelaConsole, seedsVelaConsole, { FileKind::VelaConsole } },
        { "velacsv", fuzzVelaCsv, seedsVelaCsv, { FileKind::VelaSummary, FileKind::VelaPerLayer } },
        { "veladebugdb", fuzzVelaDebugDb, seedsVelaDebugDb, { FileKind::VelaDebugDb } },
        { "velaini", fuzzVelaIni, seedsVelaIni, { FileKind::VelaIni } },
        { "velastream", fuzzVelaStream, seedsVelaStream, { FileKind::VelaStream } },
        { "vgf", fuzzVgf, seedsVgf, { FileKind::Vgf } },
        { "zip", fuzzZip, seedsZip, { FileKind::Zip, FileKind::TorchArchive } },
    };
    return all;
}

void PrintTo(const NamedTarget &target, std::ostream *out)
{
    *out << target.name;
}

} // namespace tosaic::fuzz
