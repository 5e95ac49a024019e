// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"
#include "core/documents/openmodel.h"
#include "core/documents/relatednetwork.h"
#include "profiler/join/operationjoin.h"
#include "profiler/session/runsdocument.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace tosaic {

class ModelDocument;

/// What a profile is put together from: what is open, as values. Any of it may be missing.
struct ProfileMaterial
{
    QString path; ///< of the open file
    std::shared_ptr<const model::Program> program;
    std::shared_ptr<const compiled::CompileResult> result; ///< that made the program
    std::shared_ptr<const model::Network> network; ///< open instead of a program
    NpuAnalyses streams; ///< of the open file
    RelatedNetworks related;
    /// Debug databases and per-layer tables that the user named; the open file may be one itself.
    QStringList reports;
    profile::JoinOptions join; ///< leastPrecision 0: that of assembleProfile()
    std::optional<profile::MeasuredRun> run; ///< with a trace, an ETDump or a console
    /// On silicon, with rows of layers: stands beside `run`. Origin::Board, or it is not used.
    std::optional<profile::MeasuredRun> board;
    QString boardColumn; ///< LayerConditions::column, as the user states it
    bool isBoardStated = false; ///< the user named the run: why it was not joined is an error
};

/// What a window has open. GUI thread; copies pointers only.
ProfileMaterial profileMaterial(const ModelDocument &document);

/// What a command line has opened. Takes command streams apart and looks for networks: blocks.
ProfileMaterial profileMaterial(const OpenedModel &opened, const JobControl &control = {});

} // namespace tosaic
