// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QJsonArray>
#include <QJsonObject>

#include <vector>

namespace tosaic::inspect {

QJsonArray diagnosticsToJson(const std::vector<Diagnostic> &diagnostics);

/// The keys that every inspected file has: format, formatVersion (left out when empty), file with
/// name, size in bytes and SHA-256, diagnostics. Reads the whole file for the hash.
QJsonObject commonToJson(const QString &format, const QString &formatVersion,
    const ByteSource &source, const std::vector<Diagnostic> &diagnostics);

} // namespace tosaic::inspect
