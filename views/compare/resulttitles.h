// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/resultsdocument.h"

namespace tosaic::views {

/// What tells results apart: number, model, target, memory mode, pins, time. Of compiles that are
/// all of `onlyModel` it goes without saying: the rest has more room.
QString resultTitle(
    int number, const compiled::CompileResult &result, const QString &onlyModel = {});

/// The model that all of them are compiles of; empty if there are several.
QString onlyModelOf(const std::vector<ResultsDocument::Item> &results);

} // namespace tosaic::views
