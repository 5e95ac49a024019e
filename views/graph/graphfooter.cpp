// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfooter.h"

#include "views/graph/legend.h"
#include "views/widgets/building.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphFooter::GraphFooter(QWidget *parent)
    : QFrame(parent), m_row(new QHBoxLayout), m_legend(new Legend(this))
{
    setObjectName(u"graphFooter"_s);
    auto *column = makeColumn(this, {}, 0, { 12, 0, 8, 0 });
    addMissing(column);
    m_leftOut = new WrappedLabel(this);
    m_leftOut->setObjectName(u"graphLeftOut"_s);
    m_leftOut->setAccessibleName(tr("What is not drawn"));
    m_leftOut->setTextFormat(Qt::RichText);
    m_leftOut->setContentsMargins(0, 4, 0, 0);
    m_leftOut->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_leftOut->hide();
    connect(m_leftOut, &QLabel::linkActivated, this, &GraphFooter::leftOutRequested);
    column->addWidget(m_leftOut);
    column->addLayout(m_row);
    m_row->setSpacing(2);
    m_row->addWidget(m_legend, 1);
    connect(m_legend, &Legend::filterChanged, this, &GraphFooter::filterChanged);
    addButton(u"graphZoomOut"_s, u"zoom-out"_s, tr("Zoom out (-)"), &GraphFooter::zoomOutRequested);
    m_zoom = addButton(
        u"graphZoom"_s, QString(), tr("Actual size"), &GraphFooter::actualSizeRequested);
    m_zoom->setMinimumWidth(52);
    addButton(u"graphZoomIn"_s, u"zoom-in"_s, tr("Zoom in (+)"), &GraphFooter::zoomInRequested);
    addButton(u"graphFit"_s, u"zoom-fit-best"_s, tr("Fit the graph into the window (F)"),
        &GraphFooter::fitRequested);
}

void GraphFooter::addMissing(QVBoxLayout *column)
{
    m_missing = new QWidget(this);
    m_missing->setObjectName(u"graphMissing"_s);
    auto *icon = new IconLabel(16, m_missing);
    icon->setIconName(u"dialog-information"_s);
    m_sentence = new WrappedLabel(m_missing);
    m_sentence->setObjectName(u"graphMissingSentence"_s);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action = new QPushButton(m_missing);
    m_action->setObjectName(u"graphMissingAction"_s);
    m_action->setProperty("role", u"link"_s);
    connect(m_action, &QPushButton::clicked, this, &GraphFooter::coloursRequested);
    auto *row = makeRow(m_missing, {}, 8, { 0, 4, 0, 0 });
    row->addWidget(icon);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_action);
    column->addWidget(m_missing);
    m_missing->hide();
}

QToolButton *GraphFooter::addButton(
    const QString &name, const QString &icon, const QString &tip, void (GraphFooter::*signal)())
{
    auto *button = iconButton(this, name, icon, tip);
    connect(button, &QToolButton::clicked, this, signal);
    m_row->addWidget(button);
    return button;
}

void GraphFooter::showLegend(const graph::Graph &graph, const GraphOverlay &overlay,
    const ThemeColors &colors, ChangeBase base)
{
    m_legend->show(graph, overlay, colors, base);
    auto palette = m_leftOut->palette();
    palette.setColor(QPalette::Link, colors.accent); // the colours may not be the window's
    m_leftOut->setPalette(palette);
}

std::vector<bool> GraphFooter::filter() const
{
    return m_legend->filter();
}

void GraphFooter::showMissing(const QString &sentence, const QString &action)
{
    m_sentence->setText(sentence);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_missing->setVisible(!sentence.isEmpty());
}

void GraphFooter::showLeftOut(const QString &sentence)
{
    m_leftOut->setText(sentence);
    m_leftOut->setVisible(!sentence.isEmpty());
}

void GraphFooter::settle()
{
    m_legend->layout()->activate();
    layout()->activate();
}

bool GraphFooter::event(QEvent *event)
{
    const auto isDone = QFrame::event(event);
    // In a low window the panels below would else take what the last row of the legend needs.
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        setMinimumHeight(layout()->totalHeightForWidth(width()));
    return isDone;
}

void GraphFooter::setZoom(double zoom)
{
    m_zoom->setText(tr("%1 %").arg(qRound(zoom * 100)));
}

} // namespace tosaic::views
