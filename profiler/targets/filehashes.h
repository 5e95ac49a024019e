// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/targets/runtarget.h"

#include <map>

namespace tosaic::profile {

/// Files of a run with size and hash.
struct FileHashes
{
    std::vector<workspace::RunFile> files; ///< left by the target
    std::map<QString, QString> artefacts; ///< role -> SHA-256: "elf", "pte", and those of `files`
};

/// Role and path of what a target runs.
std::map<QString, QString> programFiles(const RunRequest &request);

/// Reads the files; blocks, any thread. What cannot be read has no hash. Without a "pte" beside it,
/// the one program in the "elf" is the "pte".
FileHashes hashFiles(
    std::vector<workspace::RunFile> left, const std::map<QString, QString> &programs);

/// Adds what the request says of the conditions and the user did not state: target, MACs, mode.
void describeRequest(const RunRequest &request, workspace::RunConditions &conditions);

} // namespace tosaic::profile
