// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sourcelines.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tosaic {

/// A Python file that operators come from, as it is on this computer now.
struct SourceText
{
    enum class State
    {
        Missing, ///< not here, or not readable as text
        Same, ///< the bytes that were compiled, by their hash; or all recorded lines stand in it
        Changed, ///< other bytes, or a recorded line reads otherwise: numbers may be off
        Unverified ///< nothing was recorded that it could be compared with
    };
    State state = State::Missing;
    QString path; ///< absolute; empty if missing
    QStringList lines;
};

/// Looks for the file under its recorded path, if that is absolute, then below each folder by its
/// relative path and by its name alone. Only Python files of up to 4 MiB are read: what a file of
/// somebody else names is shown, nothing of it is run. `lines`: recorded of this file; `sha256`: of
/// the file, if a compile recorded it. Blocks for as long as reading takes.
SourceText readSourceText(const QString &recorded, const QStringList &folders,
    const std::vector<analysis::SourceLine> &lines, const QString &sha256 = {});

} // namespace tosaic
