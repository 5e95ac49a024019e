// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/estimateplan.h"

#include <QObject>

#include <map>
#include <memory>

namespace tosaic::toolchain {
class CellStore;
}

namespace tosaic::sweep {

/// What a cluster is asked, and where it is.
struct ClusterRequest
{
    struct Question
    {
        toolchain::EstimateQuestion question; ///< its interpreter is that of `environment`
        QString environment; ///< name; may be empty
    };
    std::vector<Question> questions;
    QString engine; ///< clusterProblem() has nothing against it
    int jobs = 1; ///< workers to start, where the engine starts them
    QString interpreter; ///< a Python with dask[distributed]
    QString drivers; ///< empty: driversDir()
    std::shared_ptr<toolchain::CellStore> store; ///< null: nothing is kept
};

/// Why this is no place for a sweep; empty: "tls://HOST:PORT", "tcp://127.0.0.1:PORT",
/// "slurm[:QUEUE]", also pbs, sge, lsf. Beyond this machine only what is encrypted is used.
QString clusterProblem(const QString &engine);

/// Runs of Vela on the workers of a Dask cluster (resources/drivers/tosaic_sweep.py), each distinct
/// one once, and none that the store knows. The client is a process of its own, whose end takes
/// back what the cluster has not begun. Nothing blocks; lives on a thread with an event loop.
class ClusterRun : public QObject
{
    Q_OBJECT
public:
    explicit ClusterRun(ClusterRequest request, QObject *parent = nullptr);
    ~ClusterRun() override;

    /// Once for each object.
    void start();

Q_SIGNALS:
    /// Once for each question, unless the run ends before; never from inside start().
    void estimated(int question, const std::shared_ptr<const tosaic::compiled::Estimate> &estimate);
    /// How many the cluster has now.
    void workersChanged(int count);
    /// At the end. `problems` say why questions are left without an answer.
    void finished(const std::vector<tosaic::Diagnostic> &problems);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::sweep
