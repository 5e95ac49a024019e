// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/pathmask.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

void PathMask::add(const QString &folder, const QString &name)
{
    if (folder.isEmpty())
        return;
    for (const auto &path : { QDir::cleanPath(folder), QFileInfo(folder).canonicalFilePath() }) {
        const bool isKnown = std::any_of(m_folders.begin(), m_folders.end(),
            [&](const auto &entry) { return entry.first == path; });
        if (path.size() > 1 && !isKnown)
            m_folders.emplace_back(path, name);
    }
    std::stable_sort(m_folders.begin(), m_folders.end(),
        [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
}

QString PathMask::apply(QString text) const
{
    for (const auto &[path, name] : m_folders) {
        // Whole names only: /home/ann is no part of /home/anna or of /srv/home/ann.
        const QRegularExpression whole(
            u"(?<![\\w.-])"_s + QRegularExpression::escape(path) + u"(?![\\w-])"_s);
        text.replace(whole, name);
    }
    return text;
}

} // namespace tosaic::toolchain
