// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/judgement.h"

#include <QJsonObject>
#include <QStringList>

/// What `diff` and `compare` say of more than two sides: each is compared with the first.
namespace tosaic::cli {

/// What tells the sides apart above columns: their files' names where those differ.
QStringList columnTitles(const QStringList &sides);

/// From the documents of the single comparisons, one for each side but the first. One is itself,
/// more are {"base", "comparisons": [{"side", ...}], "sentence", "verdict", "gate"?}. The verdict
/// is that of all, or "mixed"; the gate passes if all pass.
QJsonObject manyJson(const QStringList &sides, const std::vector<QJsonObject> &comparisons);

/// One is itself; of more all checks, each with its side: what judges one against the base judges
/// all.
Judgement manyJudged(
    const QStringList &sides, const std::vector<Judgement> &judgements, Table table);

} // namespace tosaic::cli
