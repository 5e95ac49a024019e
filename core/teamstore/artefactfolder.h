// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace tosaic::teamstore {

/// Bytes by their SHA-256 in a folder that a team shares: "ab/abcdef...". Written under another
/// name first and then renamed, so that of several who keep the same all succeed and nobody sees
/// half a file.
class ArtefactFolder
{
public:
    explicit ArtefactFolder(QString path) : m_path(std::move(path)) { }

    const QString &path() const { return m_path; }
    /// IoOpen: there is no such folder here (a share that is not mounted).
    Result<void> usable() const;
    /// Where bytes with this hash lie, if they do.
    QString pathOf(const QString &sha256) const;
    bool has(const QString &sha256, quint64 size) const;
    /// On the disk when this returns. IoWrite, IoDiskFull.
    Result<void> keep(const QString &sha256, const QByteArray &bytes) const;
    /// IoOpen: it is not there; FormatDamaged: what is there is something else.
    Result<QByteArray> bytes(const QString &sha256) const;

private:
    QString m_path;
};

} // namespace tosaic::teamstore
