// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

/// Internal to this folder.
namespace tosaic::views {

/// What the colours of the report's pictures are on a dark page: those of the theme by their
/// meaning, all others as light as they were dark.
QHash<QString, QString> darkColoursOf(const report::Report &report);

} // namespace tosaic::views
