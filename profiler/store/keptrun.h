// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/run.h"

#include <QJsonObject>

#include <optional>

/// What a console says, kept beside it in the workspace, so that a list of runs opens no console
/// and takes as long for large ones as for small ones.
namespace tosaic::profile {

/// Of what reads consoles here and now (this version, these families): equal marks read alike.
/// Reads the files of families.
QString readerMark();

/// As workspace::RunRecord::summary: runToJson() and, under "kept", what that leaves out (the order
/// of counters, diagnostics, the bytes of an ETDump) with the reader's mark.
QJsonObject keptRun(const Run &run, const QString &reader = readerMark());

/// The same run again. Absent: another reader read it, which may have found more or less in the
/// console, or nobody has read it yet.
std::optional<Run> runFromKept(const QJsonObject &kept, const QString &reader = readerMark());

/// Without "kept": what is shown of it.
QJsonObject shownOfKept(QJsonObject kept);

} // namespace tosaic::profile
