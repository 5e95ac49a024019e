// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QJsonObject>
#include <QStringList>

#include <functional>

namespace tosaic::test {

/// Sample files with this ending, sorted.
QStringList sampleFiles(const QString &ending);
/// X.facts.json beside a sample; empty if there is none.
QJsonObject factsOf(const QString &path);
std::shared_ptr<const ByteSource> mapped(const QString &path);
QString sha256Of(const ByteSource &source, quint64 offset, quint64 size);
bool has(const std::vector<Diagnostic> &diagnostics, const QString &id);

/// Calls `read` with every prefix of the file and with many changed bytes; each in a block of
/// exactly its size.
void exercise(
    const QByteArray &file, const std::function<void(std::shared_ptr<const ByteSource>)> &read);

} // namespace tosaic::test
