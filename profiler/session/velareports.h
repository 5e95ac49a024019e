// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "profiler/join/debugevents.h"
#include "profiler/session/profilematerial.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic {

/// What one run of Vela wrote beside its output.
struct VelaReports
{
    enum class Found
    {
        InCompile, ///< the compile kept it for this partition
        Named, ///< by the user, or it is the open file
        Beside ///< the open file, or one folder deeper
    };

    Found found = Found::Beside;
    std::optional<int> partition; ///< InCompile: index into CompileResult::partitions
    std::shared_ptr<const formats::vela::VelaDebugDb> database; ///< null: none
    QString databasePath;
    std::shared_ptr<const formats::vela::PerLayerFile> layers; ///< null: none
    QString layersPath;
    std::vector<profile::DebugEvent> events; ///< of debug.json
};

/// Reads what the compile kept and what the user named. What cannot be read is a diagnostic.
/// Blocks.
std::vector<VelaReports> statedReports(
    const ProfileMaterial &material, std::vector<Diagnostic> &diagnostics);

/// Debug databases and per-layer tables, told by their content, in the folder of the open file and
/// in the folders in it; what is not readable is none. Blocks.
std::vector<VelaReports> reportsBeside(const QString &path, const JobControl &control);

/// Whether a file is a debug database or a per-layer table.
bool isVelaReport(const QString &path);

} // namespace tosaic
