// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

/// A compile as a store of the team keeps it: a JSON object without anything that holds on one
/// machine alone (interpreter, repro bundle, pin).
namespace tosaic::teamstore {

/// A file of a record: its bytes are in the folder of the artefacts.
struct SharedFile
{
    QString kind; ///< of an artefact; role of a run's file
    QString path; ///< in the compile's folder; name of a run's file
    QString sha256;
    quint64 size = 0;
    std::optional<int> partition;
};

struct SharedJob
{
    workspace::JobRecord job;
    std::vector<SharedFile> artefacts;
    std::vector<workspace::PayloadRecord> payloads;
};

QJsonObject toJson(const SharedJob &shared);
/// What is missing stays empty. Status and hashes are those that a workspace may have; absent
/// where the record is none of a compile.
std::optional<SharedJob> jobFromJson(const QJsonObject &object);

QJsonObject toJson(const SharedFile &file);
/// Absent: it names no bytes.
std::optional<SharedFile> fileFromJson(const QJsonObject &object);

/// SHA-256 of what a record says.
QString digestOf(const QJsonObject &record);

} // namespace tosaic::teamstore
