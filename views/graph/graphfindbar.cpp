// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphfindbar.h"

#include "views/graph/graphview.h"

#include <QKeyEvent>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

GraphFindBar::GraphFindBar(GraphView &view) : FindBar(u"graphFind"_s, &view), m_view(view)
{
    setProperty("role", u"card"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    line().setAccessibleName(tr("Find in the graph"));
    line().setPlaceholderText(tr("Operator, module, shape or reason"));
    line().setToolTip(tr("Words that all have to fit, or a field: kind:conv dtype:int8 shape:1x48 "
                         "name:add module:stage1 source:model.py bytes>4096 cycles>10000; "
                         "/a regular expression/"));
    line().setMinimumWidth(240);
    connect(this, &FindBar::closed, &m_view, [this] { m_view.setFocus(); });
}

void GraphFindBar::showEvent(QShowEvent *event)
{
    FindBar::showEvent(event);
    adjustSize();
    follow();
    raise();
}

/// What it says may have become longer.
bool GraphFindBar::event(QEvent *event)
{
    const bool isTaken = FindBar::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        adjustSize();
        follow();
    }
    return isTaken;
}

bool GraphFindBar::eventFilter(QObject *object, QEvent *event)
{
    const bool isDown = object == &line() && event->type() == QEvent::KeyPress
        && static_cast<const QKeyEvent *>(event)->key() == Qt::Key_Down;
    if (isDown)
        Q_EMIT listWanted();
    return isDown || FindBar::eventFilter(object, event);
}

void GraphFindBar::follow()
{
    const auto area = m_view.viewport()->geometry();
    move(area.right() - width() - CornerGap, area.top() + CornerGap);
}

void GraphFindBar::setCount(int current, int total)
{
    showCount(total == 0 ? tr("Nothing found") : tr("%1 of %2").arg(current + 1).arg(total));
}

} // namespace tosaic::views
