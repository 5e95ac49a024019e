// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Every target once: its name, the ending of its functions (fuzz..., seeds...), and what changes
/// an input without making it another kind of thing (nullptr: bytes are all there is).
#define TOSAIC_FUZZ_TARGETS(X)                                                                     \
    X("arrays", Arrays, mutateZip)                                                                 \
    X("bundled", Bundled, mutateFlatBuffer)                                                        \
    X("commandstream", CommandStream, nullptr)                                                     \
    X("console", Console, nullptr)                                                                 \
    X("debugevents", DebugEvents, mutateJson)                                                      \
    X("document", Document, mutateAny)                                                             \
    X("embeddedprograms", EmbeddedPrograms, mutateFlatBuffer)                                      \
    X("etdump", EtDump, mutateFlatBuffer)                                                          \
    X("etrecord", EtRecord, mutateZip)                                                             \
    X("flattensor", FlatTensor, mutateFlatBuffer)                                                  \
    X("hostfacts", HostFacts, nullptr)                                                             \
    X("jsontexts", JsonTexts, mutateJson)                                                          \
    X("kernelprofile", KernelProfile, mutateFlatBuffer)                                            \
    X("localrun", LocalRun, mutateAny)                                                             \
    X("npusim", NpuSim, nullptr)                                                                   \
    X("npz", Npz, mutateZip)                                                                       \
    X("pmutrace", PmuTrace, mutateJson)                                                            \
    X("pt2", Pt2, mutateAny)                                                                       \
    X("pte", Pte, mutateFlatBuffer)                                                                \
    X("runimport", RunImport, mutateAny)                                                           \
    X("samples", Samples, nullptr)                                                                 \
    X("spectext", SpecText, mutateJson)                                                            \
    X("tflite", TfLite, mutateFlatBuffer)                                                          \
    X("timeline", Timeline, mutateJson)                                                            \
    X("tosa", Tosa, mutateFlatBuffer)                                                              \
    X("velaconsole", VelaConsole, nullptr)                                                         \
    X("velacsv", VelaCsv, nullptr)                                                                 \
    X("veladebugdb", VelaDebugDb, nullptr)                                                         \
    X("velaini", VelaIni, nullptr)                                                                 \
    X("velastream", VelaStream, nullptr)                                                           \
    X("vgf", Vgf, nullptr)                                                                         \
    X("workspacefile", WorkspaceFile, mutateSqlite)                                                \
    X("zip", Zip, mutateZip)
