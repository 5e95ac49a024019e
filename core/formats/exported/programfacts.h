// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

namespace tosaic::formats {

/// What an exported program says about itself beside its graph, as metadata of the network:
/// versions of schema, PyTorch and operators, dialect, ranges of symbolic sizes. Each name begins
/// with `prefix`.
void addProgramFacts(model::Network &network, const QJsonObject &program, const QString &prefix);

} // namespace tosaic::formats
