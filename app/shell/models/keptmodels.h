// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/session.h"

#include <optional>
#include <vector>

namespace tosaic::shell {

struct KeptModels
{
    std::vector<ModelSession> models; ///< in the order of their tabs
    int current = 0; ///< the one on the screen
};

/// It was compiled from what this session works on.
bool isResultOf(const ModelSession &session, const compiled::CompileResult &result);

/// As JSON: of each model its file, what it is compiled from, the mode, the spec, the folders of
/// its compiles, what was selected, where one was in its graph and the last hundred edits of its
/// spec. Histories of selections are not kept.
QString toText(const KeptModels &models);
/// With compiles from `results`, those that no model names with the model that they are of, else
/// with the one on the screen; files are still to be opened (ModelSession::toOpen), of one that is
/// gone its newest result. Absent: it is not such a text, or names no model.
std::optional<KeptModels> keptModelsFrom(
    const QString &text, const std::vector<ResultsDocument::Item> &results);

} // namespace tosaic::shell
