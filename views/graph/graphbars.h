// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/shown.h"
#include "views/graph/graphcolours.h"
#include "views/graph/graphpreview.h"

#include <QCoreApplication>

namespace tosaic::views {

class GraphFooter;
class GraphHeader;
class GraphRoute;
class PathBar;
enum class ChangeBase;

/// What is said around a graph: above it where in the model one is and what can be chosen there,
/// below it what its colours mean and what of it is not drawn.
class GraphBars
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::GraphBars)
public:
    GraphBars(const ModelDocument &document, const GraphRoute &route, const GraphColours &colours,
        QWidget *page);

    GraphHeader &header() const { return *m_header; }
    PathBar &path() const { return *m_path; }
    GraphFooter &footer() const { return *m_footer; }

    /// `preview`: what is drawn in place of what is compiled; `isPreviewKnown`: it could be.
    void tellPlace(
        const GraphPreview::Result &preview, bool isPreviewKnown, const graph::Graph &whole);
    void tellPath();
    void tellMetrics(const graph::Graph &shown);
    /// What the colours of what is shown say, and what of the graph is not shown.
    GraphOverlay tellColours(const graph::Graph &shown, const graph::LeftOut &leftOut,
        const ThemeColors &colors, ChangeBase base);

private:
    const ModelDocument &m_document;
    const GraphRoute &m_route;
    const GraphColours &m_colours;
    GraphHeader *m_header;
    PathBar *m_path;
    GraphFooter *m_footer;
};

} // namespace tosaic::views
