// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/formats/tosa/tosabuilder.h"

#include "core/base/result.h"
#include "core/model/network.h"

#include <QJsonValue>
#include <QStringList>

#include <memory>
#include <optional>

namespace tosaic::test {

using NetworkPointer = std::shared_ptr<const model::Network>;

Result<NetworkPointer> readResult(const QByteArray &bytes);
/// Null if the file was refused; the test's failure shows why.
NetworkPointer readBytes(const QByteArray &bytes);
NetworkPointer readPath(const QString &path);

/// All .tosa of the samples, sorted.
QStringList sampleGraphs();

/// Text of the metadata entry; empty if there is none.
QString metadata(const model::Network &network, const QString &name);
/// Ids of the diagnostics in order.
QStringList ids(const model::Network &network);
QStringList operatorTypes(const model::Subgraph &block);
/// The first tensor of that name; fails the test if there is none.
const model::NetworkTensor &tensor(const model::Subgraph &block, const QString &name);

/// Value of an attribute, if it is there and of that kind.
std::optional<qint64> integer(const model::NetworkOperator &op, const QString &name);
std::optional<double> real(const model::NetworkOperator &op, const QString &name);
std::optional<bool> flag(const model::NetworkOperator &op, const QString &name);
std::optional<QString> text(const model::NetworkOperator &op, const QString &name);
std::optional<std::vector<qint64>> list(const model::NetworkOperator &op, const QString &name);
std::optional<QByteArray> bytes(const model::NetworkOperator &op, const QString &name);

/// Lists and bytes as arrays of numbers.
QJsonValue jsonOf(const model::AttributeValue &value);

/// Overwrites what the version table says; all its fields must be stored.
void patchVersion(QByteArray &file, TosaVersion version);

/// Reads everything that can be read from a file: for inputs that must not crash.
void exerciseTosa(const QByteArray &bytes);

} // namespace tosaic::test
