// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace tosaic::profile {

/// The raw console in a file, from the first byte on: each piece is with the operating system when
/// append() returns.
class ConsoleSpool
{
public:
    /// In `folder`, which is made; empty: in a temporary one that goes with this object. A
    /// "console.txt" that is there already is not touched. Errors: IoOpen.
    Result<void> open(const QString &folder);
    /// Errors: IoWrite, IoDiskFull.
    Result<void> append(QByteArrayView bytes);

    QString folder() const { return m_folder; }
    QString path() const { return m_file.fileName(); }
    quint64 size() const { return m_size; } ///< bytes
    bool endsWithLine() const { return m_size == 0 || m_last == '\n'; }
    /// All of it; empty if it cannot be read.
    QByteArray readAll() const;

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    QString m_folder;
    QFile m_file;
    quint64 m_size = 0;
    char m_last = '\n';
};

} // namespace tosaic::profile
