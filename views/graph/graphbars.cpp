// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphbars.h"

#include "core/graph/graphtransform.h"
#include "views/graph/graphfooter.h"
#include "views/graph/graphheader.h"
#include "views/graph/graphroute.h"
#include "views/graph/graphsummary.h"
#include "views/graph/leftouttext.h"
#include "views/graph/pathbar.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphBars::GraphBars(const ModelDocument &document, const GraphRoute &route,
    const GraphColours &colours, QWidget *page)
    : m_document(document), m_route(route), m_colours(colours), m_header(new GraphHeader(page)),
      m_path(new PathBar(page)), m_footer(new GraphFooter(page))
{
}

void GraphBars::tellPlace(
    const GraphPreview::Result &preview, bool isPreviewKnown, const graph::Graph &whole)
{
    const auto program = m_document.program();
    const auto result = m_document.compileResult();
    const auto &here = m_route.place();
    const bool isInside = m_route.isInside();
    const bool hasOperators = result && !result->nodes.empty();
    const bool isEmpty = m_document.isEmpty() && !preview;
    m_header->setSentence(preview ? tr("Preview of the next compile: %1")
                                        .arg(placementSentence(nullptr, preview.get(), -1))
                                  : placeSentence(m_document, here));
    m_header->setPreview(isPreviewKnown && !m_document.isEmpty(), preview != nullptr);
    m_header->setLevels(hasOperators && !isInside, program != nullptr && !isInside,
        here.level == GraphLevel::Operators);
    const auto network = GraphMaterial::of(m_document, here).network;
    const bool isTorch
        = network && (network->format == "pt2"_L1 || network->format == "etrecord"_L1);
    m_header->setQuantisationAvailable(here.level == GraphLevel::Operators || preview || isTorch);
    m_header->setConstantsAvailable(network != nullptr);
    QStringList names;
    for (size_t i = 0; network && i < network->subgraphs.size(); ++i) {
        const auto &name = network->subgraphs[i].name;
        names += name.isEmpty() ? tr("Subgraph %1").arg(i) : name;
    }
    m_header->setSubgraphs(names, here.subgraph);
    m_header->setGroupsAvailable(!graph::allGroups(whole).isEmpty());
    m_header->setControlsEnabled(!isEmpty);
    m_footer->setVisible(!isEmpty);
    tellPath();
}

void GraphBars::tellPath()
{
    const auto &here = m_route.place();
    QStringList names;
    for (const auto &step : m_route.steps())
        names += placeName(m_document, step);
    m_path->setPath(names);
    m_path->setInside(here.isInside(), here.level == GraphLevel::DelegateNetwork,
        m_document.relatedTo(here.owner));
}

void GraphBars::tellMetrics(const graph::Graph &shown)
{
    m_header->setMetrics(m_colours.known(shown), m_colours.shown(shown));
}

GraphOverlay GraphBars::tellColours(const graph::Graph &shown, const graph::LeftOut &leftOut,
    const ThemeColors &colors, ChangeBase base)
{
    tellMetrics(shown);
    auto overlay = m_colours.overlayFor(shown, colors);
    m_footer->showLegend(shown, overlay, colors, base);
    m_footer->showLeftOut(leftOutText(leftOut));
    const auto &here = m_route.place();
    const auto missing = m_colours.missing(shown, overlay, here);
    const auto elsewhere = missing.isEmpty() ? std::nullopt : m_colours.elsewhere(here);
    m_footer->showMissing(missing,
        !elsewhere                                    ? QString()
            : elsewhere->level == GraphLevel::Runtime ? tr("Show the delegates")
                                                      : tr("Show the NPU operations"));
    return overlay;
}

} // namespace tosaic::views
