// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/compilejob.h"
#include "core/toolchain/estimate.h"

#include <QJsonObject>

#include <memory>

namespace tosaic::toolchain {

/// SHA-256 of files that were hashed before, as long as their size and time stay. Thread-safe.
class FileHashes
{
public:
    FileHashes();
    ~FileHashes();
    /// Errors: IoOpen, IoRead.
    Result<QString> sha256(const QString &path);

private:
    class Private;
    std::unique_ptr<Private> d;
};

struct EstimateQuestion
{
    spec::CompileSpec spec;
    std::vector<EstimateInput> inputs;
    QString baseFolder; ///< where a relative ini path starts
    QString interpreter;
};

/// One run of Vela.
struct EstimateTask
{
    EstimateInput input;
    InputKind kind = InputKind::Tosa;
    QStringList arguments; ///< to Vela, without output folder and input
    QString key; ///< equal keys give equal answers: bytes, arguments, ini files, environment
    std::optional<Diagnostic> problem; ///< cannot be run
};

struct EstimatePlan
{
    std::vector<EstimateTask> tasks; ///< none if the spec itself is wrong
    std::vector<Diagnostic> problems;
    QString interpreterState;
    QString pinnedVela; ///< version Tosaic is made for; empty: not known
};

/// What one run of Vela gave.
struct EstimateAnswer
{
    PartitionEstimate numbers;
    std::vector<Diagnostic> problems;
    QString velaVersion;
};

/// Reads and hashes files: for a pool thread.
EstimatePlan planEstimate(const EstimateQuestion &question, FileHashes &hashes);

/// Reads what Vela left in its output folder, `done` is the worker's last event. For a pool thread.
EstimateAnswer readEstimate(
    const EstimateTask &task, const QString &folder, const QJsonObject &done);

/// The sums of a compile result: cycles, MACs, DRAM and flash are added; SRAM is the largest, since
/// partitions run one after another. What one of them lacks is absent.
Summary combinedSummary(const std::vector<PartitionEstimate> &partitions);

/// "estimate.over-limit": in Shared_Sram and Sram_Only the compiler takes its limit as a wish.
std::optional<Diagnostic> overLimit(const PartitionEstimate &partition, int partitionCount);

} // namespace tosaic::toolchain
