// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/report.h"

#include <QByteArray>

namespace tosaic::views {

/// The report as a document on its paper, with contents and page numbers.
/// Needs a QGuiApplication (fonts); GUI thread.
Result<QByteArray> reportToPdf(const report::Report &report);

} // namespace tosaic::views
