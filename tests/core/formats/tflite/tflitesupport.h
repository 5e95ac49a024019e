// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/tflite/tflitereader.h"

#include <QStringList>

namespace tosaic::test {

using NetworkPointer = std::shared_ptr<const model::Network>;

Result<NetworkPointer> readModel(const QByteArray &bytes);
Result<NetworkPointer> readModelFile(const QString &path);

/// All .tflite of the samples that are models, sorted; without those made to be refused.
QStringList sampleModels();

bool hasDiagnostic(const model::Network &network, const QString &id);
/// "CONV_2D" -> value of its attribute; monostate if there is none.
model::AttributeValue attribute(const model::NetworkOperator &op, const QString &name);
template <typename Value>
Value attributeAs(const model::NetworkOperator &op, const QString &name)
{
    const auto value = attribute(op, name);
    const auto *held = std::get_if<Value>(&value);
    return held ? *held : Value();
}

} // namespace tosaic::test
