// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

/// Numbers of a table where they stand plain (CSV, Excel, the clipboard): they bear no unit of
/// their own, so that the title says it.
namespace tosaic {

bool isNumeric(const QVariant &value);
/// "SRAM (bytes)", "Share (%)".
QString exactTitle(const ColumnHead &head);
/// A value as it stands below exactTitle: a share, of 1 elsewhere, is in percent.
QVariant exactValue(const ColumnHead &head, const QVariant &value);

} // namespace tosaic
