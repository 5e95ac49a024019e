// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace tosaic::toolchain {

/// Replaces folders of this machine by names like {HOME}, the longest first.
class PathMask
{
public:
    /// Ignored if the folder is empty or the root. Its canonical form is replaced, too.
    void add(const QString &folder, const QString &name);
    QString apply(QString text) const;

private:
    std::vector<std::pair<QString, QString>> m_folders; ///< longest first
};

} // namespace tosaic::toolchain
