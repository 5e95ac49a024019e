// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/estimate.h"
#include "core/toolchain/compilejob.h"

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
    std::vector<compiled::EstimateInput> inputs;
    QString baseFolder; ///< where a relative ini path starts
    QString interpreter;
};

/// One run of Vela.
struct EstimateTask
{
    compiled::EstimateInput input;
    InputKind kind = InputKind::Tosa;
    QStringList arguments; ///< to Vela, without output folder and input
    /// SHA-256 of bytes, arguments and ini files: what cellKey() is made of.
    QString content;
    QString key; ///< equal keys give equal answers here: content and environment
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
    compiled::PartitionEstimate numbers;
    std::vector<Diagnostic> problems;
    QString velaVersion;
    QByteArray summaryCsv; ///< as Vela wrote it
    compiled::CellSource source = compiled::CellSource::Computed;
};

/// Reads and hashes files: for a pool thread.
EstimatePlan planEstimate(const EstimateQuestion &question, FileHashes &hashes);

/// Reads what Vela left in its output folder, `done` is the worker's last event. For a pool thread.
EstimateAnswer readEstimate(
    const EstimateTask &task, const QString &folder, const QJsonObject &done);

using KnownAnswer = std::shared_ptr<const EstimateAnswer>;

/// Of a task that cannot be run.
KnownAnswer refusedAnswer(const EstimateTask &task);
/// A kept answer as that of a task: its problems are about the task's file.
KnownAnswer placed(EstimateAnswer answer, const EstimateTask &task);

/// What the answers to a plan's tasks, in their order, say together; null: there is none.
/// `problems` are about the question as a whole.
compiled::Estimate estimateOf(const EstimateQuestion &question, const EstimatePlan &plan,
    const std::vector<KnownAnswer> &answers, const std::vector<Diagnostic> &problems);

/// The sums of a compile result: cycles, MACs, DRAM and flash are added; SRAM is the largest, since
/// partitions run one after another. What one of them lacks is absent.
compiled::Summary combinedSummary(const std::vector<compiled::PartitionEstimate> &partitions);

/// "estimate.over-limit": in Shared_Sram and Sram_Only the compiler takes its limit as a wish.
std::optional<Diagnostic> overLimit(
    const compiled::PartitionEstimate &partition, int partitionCount);

} // namespace tosaic::toolchain
