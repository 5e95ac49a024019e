// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tosaic::toolchain {

inline constexpr auto MarkerFileName = ".tosaic-compile.json";

/// A file in the output folder of a compile that says which files are its own. It is locked while
/// the compile runs and removed once result.json is in place. One that stays, unlocked, tells the
/// next compile that this one was killed or could not write its result, and what may be cleared.
class OutputMarker
{
public:
    OutputMarker() = default;
    OutputMarker(const OutputMarker &) = delete;
    OutputMarker &operator=(const OutputMarker &) = delete;
    /// Lets go of the folder; a marker that was not removed stays.
    ~OutputMarker();

    /// Locks the folder. What an earlier marker there calls its own is removed, unless the compile
    /// came to its end. "output.busy" if another compile has the folder; io.write, io.disk-full.
    std::optional<Diagnostic> take(const QString &folder);
    /// Claims the names that are free now. io.write, io.disk-full.
    std::optional<Diagnostic> claim(const QStringList &names);
    /// The folder holds nothing of an unfinished compile.
    void remove();
    void release();

private:
    QString m_folder;
    QString m_path;
    int m_file = -1;
};

/// When result.json is in place.
void removeMarker(const QString &folder);

} // namespace tosaic::toolchain
