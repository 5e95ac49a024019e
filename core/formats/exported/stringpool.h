// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace tosaic::formats {

/// Makes equal texts share their memory: a graph names the same files, functions and arguments
/// thousands of times.
class StringPool
{
public:
    QString operator()(const QString &text) { return *m_texts.insert(text); }

private:
    QSet<QString> m_texts;
};

} // namespace tosaic::formats
