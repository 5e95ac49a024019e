// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/model/network.h"
#include "tests/support/samples.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

namespace tosaic::test {

/// Files of that pattern below a folder, sorted.
QStringList filesBelow(const QString &folder, const QString &pattern);
/// The file, mapped; empty bytes if it is not there.
std::shared_ptr<const ByteSource> mapped(const QString &path);
const model::Subgraph *graphNamed(const model::Network &network, const QString &name);
bool hasDiagnostic(const std::vector<Diagnostic> &diagnostics, const QString &id);

/// Exported program as torch.export writes it: a convolution with a weight of 4 floats and a
/// symbolic batch size, a branch, every kind of argument.
QByteArray programJson();
/// Where its weight lies: the second to fifth float of a storage of five.
QByteArray weightConfig();
/// A .pt2 around it, with the weight's bytes.
QByteArray pt2Bytes(
    const QByteArray &program = programJson(), const QByteArray &config = weightConfig());
/// An ETRecord with a lowered program and all of its maps.
QByteArray etRecordBytes();

} // namespace tosaic::test
