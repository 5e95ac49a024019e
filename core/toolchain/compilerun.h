// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/toolprocess.h"
#include "core/toolchain/velaconsole.h"

namespace tosaic::toolchain {

inline constexpr auto ConsoleFileName = "console.txt";

/// Everything known when the tool's process has ended, as values: what follows reads and hashes
/// files and runs on a pool thread.
struct RunRecord
{
    CompileRequest request;
    InputKind kind = InputKind::Tosa;
    QString sourceSha256; ///< of the input when the run began; empty: it could not be read
    ProcessEnd end;
    ToolEnvironment environment;
    VelaConsole console;
    std::vector<Diagnostic> problems; ///< found before and while it ran
    std::vector<compiled::StageTime> stages;
    bool ownsFolder = false; ///< console.txt is ours, so result.json may be written
    bool wasWarm = false; ///< no supervisor of the driver cleans up behind it
};

/// The command of a Vela run and of a run of our ExecuTorch driver. The working folder is the
/// output folder; no path of this machine gets into Vela's reports.
ToolProcess::Command velaCommand(const CompileRequest &request, InputKind kind);
ToolProcess::Command driverCommand(const CompileRequest &request, const QString &jobFile);
/// Job file of the driver (resources/drivers/README.md).
QJsonObject driverJob(const CompileRequest &request);

/// For Python that runs one of resources/drivers.
QProcessEnvironment driverEnvironment();
/// A relative ini path starts at this folder if a file is there, as in the driver.
spec::CompileSpec withOwnIni(spec::CompileSpec spec, const QString &folder);

/// Names of the files that a Vela run writes, relative to the output folder.
QString velaModelName(const QString &input, InputKind kind);

/// Reads what the run left behind and writes result.json. Blocks: for a pool thread.
compiled::CompileResult concludeRun(RunRecord record);

/// Adds the file with size and SHA-256; does nothing if it is not there.
void addArtefact(compiled::CompileResult &result, const QString &kind, const QString &relativePath);

} // namespace tosaic::toolchain
