// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphemptystates.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

class EmptyGraph
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::EmptyGraph)
};

} // namespace

EmptyState noModelState()
{
    return { .iconName = u"document-open"_s,
        .title = EmptyGraph::tr("No model is open"),
        .text = EmptyGraph::tr("Here the model appears as a graph: what runs on the NPU, what does "
                               "not, and why."),
        .actionText = EmptyGraph::tr("Open…") };
}

EmptyState emptyGraphState(const ModelDocument &document, GraphLevel level)
{
    const auto compiled = document.compileResult();
    const bool hasFailed = compiled && compiled->status == compiled::Status::Failed;
    const bool isRawResult = compiled && !document.program() && !document.network();
    return { .iconName = u"dialog-information"_s,
        .title = EmptyGraph::tr("Nothing to draw"),
        .text = hasFailed ? EmptyGraph::tr("The compile failed; the Problems panel says why.")
            : isRawResult ? EmptyGraph::tr("The compile left no program that could be drawn. What "
                                           "it gave the NPU stands in Runs, under Operators.")
            : level == GraphLevel::Runtime
            ? EmptyGraph::tr("This method has no instructions: it only returns a constant.")
            : EmptyGraph::tr("There are no operators in it.") };
}

} // namespace tosaic::views
