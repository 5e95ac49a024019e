// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"

#include <QJsonObject>

/// A part of a model as a workspace keeps it. Anybody may have written that: what is read is only
/// used where the model has it.
namespace tosaic {

/// Empty: it is of a kind that is not kept (byte ranges, parts of command streams).
QJsonObject toJson(const model::EntityRef &entity);
/// Empty: it is none.
model::EntityRef entityFrom(const QJsonObject &json);
/// Whether what is open has such a part.
bool isPartOf(const ModelDocument &document, const model::EntityRef &entity);

} // namespace tosaic
