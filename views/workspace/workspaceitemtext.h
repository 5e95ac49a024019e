// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/contents.h"

namespace tosaic::views {

/// What the rows of a workspace say.
QString jobTitle(const workspace::JobRecord &job);
/// What a spec changed since the one before it, in words; says so if one cannot be read.
QString specChangeText(const QJsonObject &before, const QJsonObject &after);
QString jobSummary(const workspace::JobRecord &job);
QString artefactSummary(const workspace::ArtefactRecord &artefact);
QString runSummary(const workspace::RunRecord &run);
/// "Jobs: 3 read, 1 lost" for each table that is not whole; empty if nothing is missing.
QStringList lossTexts(const std::vector<workspace::TableSalvage> &tables);

} // namespace tosaic::views
