// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/accuracy/triespane.h"

#include <QJsonObject>

namespace tosaic::cli {

/// elements, differing, sqnrDb, cosine, maxAbs, meanAbs.
void insertMeasures(QJsonObject &json, const accuracy::Measures &measures);
/// An operator beside a side of it.
QJsonObject accuracyJson(const accuracy::OperatorAccuracy &row);
/// Where it breaks: the same, and its scales and histograms.
QJsonObject breakJson(const accuracy::OperatorAccuracy &row, const accuracy::Closer *closer);
/// What a change did: key, subject, SQNR of the outputs and cycles before and with it, or why it
/// could not be measured.
QJsonObject triedJson(const views::TryRow &row);

} // namespace tosaic::cli
