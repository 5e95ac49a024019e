// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <QJsonObject>

namespace tosaic::inspect {

/// A program in the shape of "inspect FILE --json" of the command-line contract, without the keys
/// common to all formats (see commonjson.h). Sizes and offsets in bytes; keys may be added, never
/// renamed.
QJsonObject programToJson(const model::Program &program);

/// One method of it.
QJsonObject methodToJson(const model::Program &program, const model::Method &method);

} // namespace tosaic::inspect
