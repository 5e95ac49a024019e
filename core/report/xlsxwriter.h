// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"

#include <QByteArray>

namespace tosaic::report {

/// A workbook of Office Open XML. The first sheet has facts, findings and texts line by line, and
/// says which table stands on which sheet; then each table has a sheet of its own with all its
/// rows: numbers plain, units in the titles. Texts are texts: nothing becomes a formula or a link.
/// It is written by way of a temporary file. Errors: IoWrite, IoDiskFull. Any thread.
Result<QByteArray> toXlsx(const Report &report);

} // namespace tosaic::report
