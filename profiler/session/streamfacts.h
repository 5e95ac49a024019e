// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/operationjoin.h"
#include "profiler/session/profilematerial.h"
#include "profiler/session/velareports.h"

#include <QStringList>

namespace tosaic {

/// A command stream with everything that was found about it.
struct StreamFacts
{
    profile::JoinStream join;
    QString databasePath; ///< empty without a database
    /// What EntityRef::name says of operators of `join.network`; absent: it is not open.
    std::optional<QString> networkName;
    std::shared_ptr<const formats::vela::PerLayerFile> layers; ///< null: none
    int layersNetwork = 0; ///< LayerRow::network of this stream
    QString layersPath;
};

/// What was put together, and what could not be.
struct StreamMaterial
{
    std::vector<StreamFacts> streams; ///< in the order of execution
    QStringList sources;
    std::vector<Diagnostic> diagnostics;
};

/// Finds for each command stream the debug database, the network and the nodes it was made from, by
/// evidence: the compile that wrote its bytes, or a database whose places are those of the stream.
/// Databases without a command stream in the open file stand for one each. Blocks.
StreamMaterial gatherStreams(const ProfileMaterial &material, const JobControl &control);

/// Indices into material.streams in the order in which the program calls them.
std::vector<size_t> executionOrder(const ProfileMaterial &material);

} // namespace tosaic
