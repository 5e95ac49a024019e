// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/graph/links.h"
#include "profiler/session/graphcosts.h"

/// `graph` asked about single operators instead of a picture: what fits a query, what is joined to
/// an operator, and the way from one to another.
namespace tosaic::cli {

struct GraphQuestion
{
    QString key; ///< the option: "find", "producers", "path"
    QString text; ///< query, or the operator's name; of a path where it begins
    QString to; ///< where a path ends
    std::optional<graph::Relation> relation; ///< neither a query nor a path
};

/// --find, --producers, --consumers, --ancestors, --descendants, --from with --to.
QList<QCommandLineOption> graphQuestionOptions();

/// Absent: nothing is asked.
tl::expected<std::optional<GraphQuestion>, Refusal> graphQuestionOf(const Input &in);

/// The one node of that name, or of a part of it; the error says which are near.
Result<size_t> nodeNamed(const graph::Graph &graph, const QString &name);

/// A table, or with --json one document.
Answer answerGraphQuestion(const GraphQuestion &question, const graph::Graph &graph,
    const GraphCosts &costs, const Input &in);

} // namespace tosaic::cli
