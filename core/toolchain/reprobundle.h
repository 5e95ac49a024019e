// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/zip/zipwriter.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"

/// What somebody else needs to see a compile fail the same way, in one ZIP archive. README.txt in
/// it says what is there and how it is run again.
namespace tosaic::toolchain {

/// In the output folder of a failed compile, kept without being asked.
inline constexpr auto ReproFileName = "repro.zip";
/// Larger inputs are named by size and SHA-256 only.
inline constexpr quint64 ReproInputLimit = 32 * 1024 * 1024; // bytes

struct ReproMaterial
{
    CompileRequest request;
    compiled::CompileResult result;
    ToolEnvironment environment; ///< as probed; without versions those of the result are listed
    /// Python source of the model, with the modules it imports from its folder. Such code often may
    /// not be given away: a bundle that leaves the machine has it only if the user agreed.
    bool withSource = false;
};

/// The entries of the archive. Paths of this machine are replaced by {HOME}, {INPUT}, {OUTPUT},
/// {PYTHON_ENV}, {DRIVERS} and {TMP} in every text of it, except in the user's own inputs. Reads
/// files of the output folder; what is not there is left out.
std::vector<formats::ZipEntry> reproEntries(const ReproMaterial &material);

/// Errors: IoDiskFull, IoWrite. An older bundle is replaced.
Result<void> writeReproBundle(const QString &path, const ReproMaterial &material);

/// Keeps the bundle of a failed compile in its output folder, with the model's source: it stays on
/// this machine. Does nothing after another end; a folder that takes no file is told by the
/// result's own problems.
void keepReproBundle(const CompileRequest &request, const compiled::CompileResult &result,
    const ToolEnvironment &environment);

} // namespace tosaic::toolchain
