// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/estimate.h"

#include <QObject>

#include <memory>

namespace tosaic::toolchain {

class CellStore;

/// Runs Vela in a warm worker process. Nothing blocks; lives on a thread with an event loop. The
/// latest request wins: one that is overtaken is never answered. A worker that dies (Vela is C++
/// and may crash on a file) is started again for the next request. What was asked before is
/// answered from memory as long as files, ini and environment are the same, and from the store, if
/// there is one, whatever program asked it.
///
/// Problem ids: spec.* (then Vela is not run), those of the driver, estimate.over-limit,
/// estimate.input (neither TOSA nor TFLite), vela.warning, tool.missing, tool.crashed,
/// tool.timeout, tool.failed.
class EstimateService : public QObject
{
    Q_OBJECT
public:
    explicit EstimateService(QObject *parent = nullptr);
    ~EstimateService() override;

    /// Python of the tool environment; a change ends the worker. Starting early saves the first
    /// request the start of Python (0.2 s).
    void setInterpreter(const QString &interpreter);
    void warmUp();
    /// Empty: driversDir().
    void setDrivers(const QString &folder);
    /// Where answers are looked up and kept; null: nowhere. The next request uses it.
    void setStore(std::shared_ptr<CellStore> store);
    /// Milliseconds for one partition until Vela counts as hung (60 s), and until an idle worker
    /// gives its memory back (10 min; 0: never).
    void setLimits(int partitionMs, int idleMs);

    /// A relative ini path of the spec starts at `baseFolder`, if a file is there.
    void request(const spec::CompileSpec &spec, const std::vector<compiled::EstimateInput> &inputs,
        const QString &baseFolder = {});
    void cancel();
    bool isBusy() const;
    /// 0: none is running.
    qint64 workerProcessId() const;

Q_SIGNALS:
    void busyChanged(bool busy);
    /// Once for each request that was not overtaken or cancelled, never from inside request().
    void estimated(const std::shared_ptr<const tosaic::compiled::Estimate> &estimate);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tosaic::toolchain
