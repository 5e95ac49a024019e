// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"
#include "views/report/reportpage.h"

#include <QStringList>

#include <optional>

namespace tosaic::views {

/// By the file name's ending (.html, .pdf, .md, .json, .csv, .xlsx); absent for others.
std::optional<ReportPage::Format> reportFormat(const QString &path);

/// Bytes of the report in a format; of CSV the file that names the others. PDF needs a
/// QGuiApplication; GUI thread.
Result<QByteArray> renderReport(const report::Report &report, ReportPage::Format format);

/// Renders and writes the file, of CSV also those of the tables beside it; answers what was
/// written. An old file stays until the new one is complete. Errors: IoWrite, IoDiskFull.
Result<QStringList> saveReport(
    const report::Report &report, ReportPage::Format format, const QString &path);

} // namespace tosaic::views
