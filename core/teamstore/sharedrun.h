// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/sharedjob.h"

/// A measured run as a store of the team keeps it.
namespace tosaic::teamstore {

/// Samples of a run over time: the file holds them as they lie in a workspace (Sample).
struct SharedSeries
{
    QString name;
    QString unit;
    QString timeUnit;
    SharedFile file;
};

struct SharedRun
{
    workspace::RunRecord run; ///< without its console
    std::optional<SharedFile> console;
    std::optional<SharedFile> values; ///< JSON of valuesToJson()
    std::vector<SharedFile> files;
    std::vector<SharedSeries> series;
};

/// What is stated and known of the run, and where its bytes are.
QJsonObject toJson(const SharedRun &shared);
/// Without where the bytes are: what people may change afterwards.
QJsonObject factsOf(const workspace::RunRecord &run);
/// Absent where the record is none of a run.
std::optional<SharedRun> runFromJson(const QJsonObject &object);

QByteArray valuesToJson(const std::vector<workspace::RunValue> &values);
std::vector<workspace::RunValue> valuesFromJson(const QByteArray &json);

} // namespace tosaic::teamstore
