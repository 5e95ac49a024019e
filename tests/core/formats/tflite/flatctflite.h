// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

namespace tosaic::test {

/// The model as flatc decodes it with the reader's schema; empty if it cannot.
QJsonObject decodeWithFlatc(const QString &flatc, const QString &path);

/// Expects subgraphs, tensors, operators, options, buffers and metadata to be the same.
void compareWithFlatc(const model::Network &ours, const QJsonObject &theirs);

} // namespace tosaic::test
