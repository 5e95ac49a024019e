// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QJsonObject>
#include <QString>

namespace tosaic::formats {

/// What is refused to protect memory; an error names the limit that was met.
struct JsonLimits
{
    quint64 bytes = quint64(128) << 20;
    quint64 values = 16'000'000;
    quint64 containers = 3'000'000; ///< objects and arrays
    int depth = 256;
};

/// Parses an object as Python's json writes it: besides JSON, the bare words NaN, Infinity and
/// -Infinity are taken (as strings; see numberOf). The limits are checked before anything is built.
Result<QJsonObject> readPythonJson(
    QByteArrayView text, const Location &where, const JsonLimits &limits = {});

/// A number, or one of the words above. NaN if it is neither.
double numberOf(const QJsonValue &value);

} // namespace tosaic::formats
