// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"
#include "core/pinsearch/pinsearch.h"

#include <QJsonObject>

/// How a model is cut, and what a search for pins found, as `tosaic-cli partition` tells it.
namespace tosaic::cli {

QJsonObject partitionJson(const compiled::CompileResult &result, bool isPreview);
void printPartition(const compiled::CompileResult &result, bool isPreview, Streams &streams);
/// The front alone, the best for the goal first.
void printSearch(const pinsearch::SearchResult &result, Streams &streams);

} // namespace tosaic::cli
