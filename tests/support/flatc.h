// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

/// An independent decode of FlatBuffers files: flatc with the schemas that ExecuTorch installs.
namespace tosaic::test {

/// Folder of the executorch package of the Python that TOSAIC_PYTHON names; empty without one.
QString executorchFolder();
/// A schema below that folder; empty if it is not there.
QString executorchSchema(const QString &path);
/// The file as flatc prints it, defaults included; empty if it refuses. Numbers that JSON does not
/// have (infinity, not a number) are text.
QJsonObject decodedByFlatc(const QString &schema, const QString &path);

} // namespace tosaic::test
