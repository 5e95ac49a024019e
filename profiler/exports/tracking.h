// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"
#include "core/workspace/records.h"

#include <QUrl>

/// Results in what teams track experiments with: MLflow, over its REST interface.
namespace tosaic::profile {

/// A run as MLflow keeps it. Keys of metrics begin with who says the number: "est.cyclesTotal"
/// (Vela's estimate), "board.time" (measured there); "unknown." where nobody stated it.
struct TrackedRun
{
    QString name;
    std::map<QString, QString> parameters;
    std::map<QString, QString> tags;
    std::map<QString, double> metrics; ///< finite
    QStringList files; ///< absolute
    bool isChild = false; ///< of the last one before it that is none
};

/// Its resolved spec, the versions of the tools, the estimates, and the files it wrote.
TrackedRun trackedCompile(const compiled::CompileResult &result);

/// Conditions and numbers of a measured run, of repeats the median; units are in the tags.
TrackedRun trackedRun(
    const workspace::RunRecord &run, const std::vector<workspace::RunValue> &values);

/// results.json of a sweep (`file`; empty: it lies nowhere): the sweep, and below it a run for each
/// cell with numbers.
std::vector<TrackedRun> trackedSweep(const QJsonObject &results, const QString &file);

/// Why a server is none; empty: "http://HOST:PORT", "https://HOST/path".
QString trackingProblem(const QUrl &server);

struct TrackingAnswer
{
    QString experimentId;
    QStringList runIds; ///< in the order of the runs
    std::vector<Diagnostic> problems; ///< "mlflow.files": the server takes none
};

/// Writes the runs into an experiment, which is made if there is none of that name. User and
/// password or a token are those of MLflow's own variables (MLFLOW_TRACKING_USERNAME, ..._PASSWORD,
/// ..._TOKEN), sent over encrypted lines or within this machine only. A run whose numbers did not
/// all arrive is marked as failed there. Blocks until the server has acknowledged everything: for a
/// thread that may wait. Errors: ToolMissing if it cannot be reached, ToolFailed with its words.
Result<TrackingAnswer> exportToMlflow(
    const QUrl &server, const QString &experiment, const std::vector<TrackedRun> &runs);

} // namespace tosaic::profile
