// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/join/deviations.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace tosaic::cli {

std::optional<profile::GroupBy> groupByFrom(const QString &word);

/// The row's name, or an English word where it has none.
QString rowName(const profile::OperatorRow &row);
/// The one number against the other: 0.1 is 10 % more; absent without both, and where they are sums
/// of different operations.
std::optional<double> deviationOf(const profile::OperatorRow &row, profile::DeviationPair pair);
QJsonObject toJson(const profile::OperatorRow &row, profile::GroupBy groupBy);

/// "readsOutsideStream": stable, for scripts.
QString unmatchedKey(profile::Unmatched::Kind kind);

} // namespace tosaic::cli
