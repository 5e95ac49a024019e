// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/compiled/compileresult.h"
#include "core/toolchain/driverrun.h"
#include "core/toolchain/jobqueue.h"

#include <map>
#include <vector>

/// The TOSA reference model: what a TOSA graph computes, exactly, on given or seeded inputs
/// (resources/drivers/tosaic_reference.py).
namespace tosaic::toolchain {

struct ReferenceRequest
{
    QString tosaPath;
    std::map<QString, QString> inputFiles; ///< name of an input -> .npy; others are seeded
    int seed = 0;
    bool withIntermediates = false; ///< also every tensor between inputs and outputs
    QString outputFolder; ///< made if missing; an earlier result there is replaced, nothing else
    QString interpreter;
    int timeLimitMs = 0; ///< 0: none
    QString drivers; ///< empty: driversDir()
};

/// One array of a run, a .npy file.
struct ReferenceArray
{
    QString name; ///< of the tensor
    QString dtype; ///< TOSA's: "INT8"
    std::vector<qint64> shape;
    QString path; ///< relative to the output folder
    QString sha256;
};

struct ReferenceResult
{
    QString folder; ///< absolute output folder
    compiled::Status status = compiled::Status::Failed;
    std::vector<ReferenceArray> inputs;
    std::vector<ReferenceArray> outputs;
    std::vector<ReferenceArray> intermediates; ///< empty unless asked for
    std::vector<Diagnostic> problems;

    QString absolutePath(const ReferenceArray &array) const;
};

/// result.json of a run in its folder. Errors: IoOpen; FormatDamaged.
Result<ReferenceResult> readReferenceResult(const QString &folder);

/// One run in a child process. Problem ids: "tool.*", "cancelled", and those of the driver.
class ReferenceJob : public QueuedJob
{
    Q_OBJECT
public:
    explicit ReferenceJob(ReferenceRequest request, QObject *parent = nullptr);

    QString kind() const override { return QStringLiteral("reference"); }
    QString model() const override { return m_request.tosaPath; }
    void start() override;
    void cancel() override { m_run.cancel(); }
    qint64 processId() const override { return m_run.processId(); }

    /// Known once it has finished; a failed run has its problems.
    const ReferenceResult &result() const { return m_result; }

Q_SIGNALS:
    void logLine(const QString &line);

private:
    void take();

    ReferenceRequest m_request;
    ReferenceResult m_result;
    DriverRun m_run;
};

} // namespace tosaic::toolchain
