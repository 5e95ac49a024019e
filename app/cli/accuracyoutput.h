// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accuracy/comparison.h"

#include <QJsonObject>

namespace tosaic::cli {

/// elements, differing, sqnrDb, cosine, maxAbs, meanAbs.
void insertMeasures(QJsonObject &json, const accuracy::Measures &measures);
/// An operator beside a side of it.
QJsonObject accuracyJson(const accuracy::OperatorAccuracy &row);
/// Where it breaks: the same, and its scales and histograms.
QJsonObject breakJson(const accuracy::OperatorAccuracy &row, const accuracy::Closer *closer);

} // namespace tosaic::cli
