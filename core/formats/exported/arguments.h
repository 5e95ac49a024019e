// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <optional>

namespace tosaic::formats {

/// The unions of the graph JSON: an object with one key that says the kind ("as_int"). Files of
/// 2023 list every key and give null to all but one.
struct Argument
{
    QString kind; ///< "as_none" for an object without anything
    QJsonValue value;
};
Argument argumentOf(const QJsonValue &object);

/// The value of an argument that does not refer to a value of the graph: numbers, texts, lists;
/// monostate for None; the JSON itself as text for a kind that is not known. Absent for tensors,
/// symbolic numbers and graphs.
std::optional<model::AttributeValue> constantOf(const Argument &argument);

/// Sizes of a tensor; -1 for one that is an expression of symbols.
std::vector<qint64> sizesOf(const QJsonValue &sizes);

/// Short JSON, at most 4096 characters.
QString jsonText(const QJsonValue &value);

} // namespace tosaic::formats
