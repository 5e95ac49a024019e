// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/cellresult.h"

#include <QObject>

#include <map>
#include <memory>

namespace tosaic::toolchain {
class CellStore;
class EstimateService;
}

namespace tosaic::sweep {

/// TOSA that a compile kept.
struct SweepSource
{
    std::vector<compiled::EstimateInput> inputs; ///< none: the compile failed, `problems` say why
    /// What it was lowered for; absent: a file by itself, which serves every cell.
    std::optional<spec::CompileSpec> spec;
    QString baseFolder; ///< where a relative ini path starts
    std::vector<Diagnostic> problems;
    QString model = {}; ///< name that its cells have
};

struct SweepRequest
{
    Expansion expansion;
    std::vector<SweepSource> sources; ///< the first that serves a cell is its TOSA
    Budget budget;
    QString interpreter; ///< Python of the tool environment
    std::map<QString, QString> environments; ///< name -> Python, for cells that name one
    std::shared_ptr<toolchain::CellStore> store; ///< looked up first; null: nothing is kept
    QString drivers; ///< empty: driversDir()
    int jobs = 1; ///< workers at a time
    /// The first of the workers: one that has started already gives the first row while the others
    /// start. Idle, on the thread of the sweep, and there for the next one afterwards. Null: all
    /// are new.
    std::shared_ptr<toolchain::EstimateService> worker = {};
    QString engine; ///< a cluster (clusterrun.h); empty: processes of this machine
};

/// The keys of SPEC.json for which the TOSA of `kept` would have to be lowered again before its
/// numbers were those of `wanted`; empty: it serves.
QStringList keysToLower(const spec::CompileSpec &kept, const spec::CompileSpec &wanted);

/// One spec of each lowering that the cells need, the first of the grid.
std::vector<spec::CompileSpec> lowerings(const std::vector<Cell> &cells);

/// What a compile of a model for `spec` left for the cells of its lowering: without TOSA and with
/// its problems if it failed, or if nothing of the model runs on the NPU.
SweepSource sourceOf(const compiled::CompileResult &result, const spec::CompileSpec &spec);

/// Asks Vela about every cell of a grid that the store does not know, each worker warm and one cell
/// after another. A cell that fails is a row with its problem; without any Vela all of that
/// environment are, at once. Nothing blocks; lives on a
/// thread with an event loop.
class Sweep : public QObject
{
    Q_OBJECT
public:
    explicit Sweep(SweepRequest request, QObject *parent = nullptr);
    /// Kills the workers of this machine, but for SweepRequest::worker; a cluster begins nothing
    /// more.
    ~Sweep() override;

    /// Once for each object.
    void start();
    /// Ends the workers; what is done stays in the result.
    void cancel();
    bool isRunning() const;
    /// As far as it came.
    const SweepResult &result() const;

Q_SIGNALS:
    /// How many the cluster has now.
    void workersChanged(int count);
    /// A row got its numbers or its problem; never from inside start().
    void cellFinished(int index);
    /// Exactly once after start(), never from inside it.
    void finished(const std::shared_ptr<const tosaic::sweep::SweepResult> &result);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::sweep
