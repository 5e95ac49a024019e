// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfooter.h"

#include "views/graph/legend.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphFooter::GraphFooter(QWidget *parent) : QFrame(parent), m_legend(new Legend(this))
{
    setObjectName(u"graphFooter"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(2);
    row->addWidget(m_legend, 1);
    addButton(u"graphZoomOut"_s, u"zoom-out"_s, tr("Zoom out (-)"), &GraphFooter::zoomOutRequested);
    m_zoom = addButton(
        u"graphZoom"_s, QString(), tr("Actual size"), &GraphFooter::actualSizeRequested);
    m_zoom->setMinimumWidth(52);
    addButton(u"graphZoomIn"_s, u"zoom-in"_s, tr("Zoom in (+)"), &GraphFooter::zoomInRequested);
    addButton(u"graphFit"_s, u"zoom-fit-best"_s, tr("Fit the graph into the window (F)"),
        &GraphFooter::fitRequested);
}

QToolButton *GraphFooter::addButton(
    const QString &name, const QString &icon, const QString &tip, void (GraphFooter::*signal)())
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    if (!icon.isEmpty())
        button->setIcon(QIcon::fromTheme(icon));
    connect(button, &QToolButton::clicked, this, signal);
    layout()->addWidget(button);
    return button;
}

void GraphFooter::showLegend(const graph::Graph &graph, const ThemeColors &colors)
{
    m_legend->show(graph, colors);
}

void GraphFooter::showOverlay(const GraphOverlay &overlay)
{
    m_legend->setOverlay(overlay);
}

void GraphFooter::setZoom(double zoom)
{
    m_zoom->setText(tr("%1 %").arg(qRound(zoom * 100)));
}

} // namespace tosaic::views
