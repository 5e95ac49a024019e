// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <functional>
#include <optional>

namespace tosaic::inspect {

using TensorText = std::function<QString(const model::Tensor &)>;

/// "0.25": nine digits at most, independent of the locale.
QString shortNumber(double number);

/// The number that an element of an IntList names; absent where there is none.
std::optional<qint64> integerAt(const model::Method &method, qint64 valueIndex);

/// A value in one line, spelled as Python does: `True`, `"text"`, `[1, 2]`. Lists are resolved
/// through the values they name, tensors are told by `tensorText`.
QString valueText(
    const model::Method &method, const model::Value &value, const TensorText &tensorText);

} // namespace tosaic::inspect
