// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

#include <memory>
#include <vector>

/// Files as Vela writes and reads them, made from the facts about its formats.
namespace tosaic::test {

QByteArray int64Bytes(const std::vector<qint64> &numbers);
/// A raw result for U55-128 with one input and one output.
QByteArray velaNpz(const QByteArray &weights = QByteArray(64, 'w'));

/// The C++ core's dialect: one table of each kind; `name` is not escaped, as there.
QByteArray regorDebugXml(const QByteArray &name = "conv");
/// The Python core's.
QByteArray pythonDebugXml();

QByteArray summaryCsv();
QByteArray regorPerLayerCsv();
QByteArray pythonPerLayerCsv(); ///< two networks
QByteArray consoleText();
QByteArray iniText();

std::shared_ptr<const ByteSource> sourceOf(const QByteArray &bytes, const QString &name = {});
QByteArray contentOf(const QString &path);
QJsonObject jsonOf(const QString &path);
/// Files below a folder whose names fit a pattern, sorted.
QStringList findBelow(const QString &folder, const QString &pattern);
bool contains(const std::vector<Diagnostic> &diagnostics, const QString &id);

/// Output of a Python script, run by the interpreter that TOSAIC_PYTHON names; empty if it fails.
QByteArray runPython(const QString &script, const QStringList &arguments);

} // namespace tosaic::test
