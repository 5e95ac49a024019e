// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "profiler/session/runsdocument.h"

namespace tosaic {

/// What the files say that a target left.
struct LiveFiles
{
    std::shared_ptr<const profile::PmuTrace> trace;
    std::shared_ptr<const profile::EtDump> etdump;
    std::shared_ptr<const profile::HostFacts> host; ///< of a run on this machine
    std::shared_ptr<const ByteSource> debugBuffer; ///< of the ETDump
    /// Of a run on this machine, which has no runner's console: made from the driver's result.
    std::shared_ptr<const profile::Run> run;
    std::vector<workspace::RunValue> values; ///< numbers of such a run
    QString consoleSha256;
    std::vector<Diagnostic> problems; ///< files that could not be read
};

/// Reads trace, ETDump (a file, or `inConsole`) and result, and hashes the raw console. Blocks: for
/// a pool thread.
Result<LiveFiles> readLiveFiles(const QString &consolePath,
    const std::vector<workspace::RunFile> &files, const std::optional<QByteArray> &inConsole,
    const JobControl &control);

/// The same with the files of its inputs and outputs, as far as they are there.
profile::HostFacts withArrays(
    profile::HostFacts facts, const std::vector<workspace::RunFile> &files);

} // namespace tosaic
