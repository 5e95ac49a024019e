// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/smallwindow.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QTabBar>
#include <QTimer>

#include <algorithm>

namespace tosaic::shell {

namespace {
constexpr int LowWindow = 640; // px
constexpr int NarrowWindow = 1100; // px: two side panels leave the graph too little below that
constexpr int StackWidth = 248; // px of the side panels above one another
constexpr int SmallestPanel = 96; // px: a few rows
constexpr int FoldedPanel = 1; // px; with none its dock would want less than none
constexpr int UsualPanel = 110; // px where no height is known
}

SmallWindow::SmallWindow(QMainWindow &window, const Panels &panels)
    : QObject(&window), m_window(window), m_panels(panels)
{
    for (auto *panel : m_panels.below) {
        // The tallest of them would set how low all can get, and take the room from the main view.
        panel->widget()->setMinimumHeight(SmallestPanel);
        // Elsewhere, or in a window of its own, nothing shows that it is folded.
        const auto check = [this, panel] {
            if (m_isFolded && !isBelow(panel))
                setFolded(false);
        };
        connect(panel, &QDockWidget::topLevelChanged, this, check);
        connect(panel, &QDockWidget::dockLocationChanged, this, check);
    }
    for (auto *watched : { static_cast<QWidget *>(&window), static_cast<QWidget *>(panels.left),
             static_cast<QWidget *>(panels.right) })
        watched->installEventFilter(this);
}

bool SmallWindow::isLow(const QWidget &window)
{
    return window.height() < LowWindow;
}

bool SmallWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && watched != &m_window) {
        if (!m_isStacked && m_window.width() >= NarrowWindow)
            m_widths = { m_panels.left->width(), m_panels.right->width() };
    } else if (event->type() == QEvent::Resize) {
        follow();
    } else if (event->type() == QEvent::ChildPolished) {
        // The window makes its tab bars when it needs them.
        auto *bar = qobject_cast<QTabBar *>(static_cast<QChildEvent *>(event)->child());
        if (bar)
            connect(bar, &QTabBar::tabBarClicked, this, [this, bar](int index) {
                clickTab(bar->tabText(index), index == bar->currentIndex());
            });
    }
    return QObject::eventFilter(watched, event);
}

/// A click on a folded panel's tab shows it; on the tab of the one in front it folds.
void SmallWindow::clickTab(const QString &title, bool isFront)
{
    const auto isOurs = std::any_of(m_panels.below.cbegin(), m_panels.below.cend(),
        [&](const QDockWidget *panel) { return panel->windowTitle() == title; });
    if (isOurs && (m_isFolded || isFront))
        setFolded(!m_isFolded);
}

bool SmallWindow::isBelow(QDockWidget *panel) const
{
    return !panel->isFloating() && m_window.dockWidgetArea(panel) == Qt::BottomDockWidgetArea;
}

void SmallWindow::setFolded(bool folded)
{
    m_wasFolded = folded;
    fold(folded);
}

void SmallWindow::fold(bool folded)
{
    if (folded == m_isFolded)
        return;
    m_isFolded = folded;
    for (auto *panel : m_panels.below) {
        if (folded && !isBelow(panel))
            continue;
        if (folded && !panel->visibleRegion().isEmpty())
            m_height = panel->height();
        auto *content = panel->widget();
        content->setMinimumHeight(folded ? 0 : SmallestPanel);
        content->setMaximumHeight(folded ? FoldedPanel : QWIDGETSIZE_MAX);
        panel->layout()->activate(); // it limits the panel by its content
    }
    if (!folded)
        QTimer::singleShot(0, this, &SmallWindow::giveHeight); // when they may be high again
    Q_EMIT this->folded(folded);
}

int SmallWindow::height() const
{
    const auto *shown = m_isFolded ? nullptr : shownBelow();
    return shown ? shown->height() : m_height;
}

void SmallWindow::setHeight(int height)
{
    m_height = height;
    giveHeight();
}

QDockWidget *SmallWindow::shownBelow() const
{
    const auto it = std::ranges::find_if(m_panels.below,
        [this](QDockWidget *panel) { return panel->isVisible() && isBelow(panel); });
    return it == m_panels.below.cend() ? nullptr : *it;
}

void SmallWindow::giveHeight()
{
    if (auto *shown = m_isFolded ? nullptr : shownBelow())
        m_window.resizeDocks({ shown }, { std::max(m_height, UsualPanel) }, Qt::Vertical);
}

void SmallWindow::follow()
{
    const bool isLow = SmallWindow::isLow(m_window);
    const bool isNarrow = m_window.width() < NarrowWindow;
    if (std::exchange(m_isLow, isLow) != isLow) {
        if (isLow)
            m_wasFolded = m_isFolded;
        fold(isLow || m_wasFolded);
    }
    if (std::exchange(m_isNarrow, isNarrow) == isNarrow)
        return;
    if (isNarrow)
        stack();
    else
        undoStacking();
}

void SmallWindow::suit()
{
    m_isNarrow = false;
    m_isStacked = false;
    follow();
}

void SmallWindow::stack()
{
    const auto isAt = [this](QDockWidget *panel, Qt::DockWidgetArea area) {
        return !panel->isFloating() && m_window.dockWidgetArea(panel) == area;
    };
    if (!isAt(m_panels.left, Qt::LeftDockWidgetArea)
        || !isAt(m_panels.right, Qt::RightDockWidgetArea))
        return;
    m_isStacked = true;
    m_window.splitDockWidget(m_panels.left, m_panels.right, Qt::Vertical);
    QTimer::singleShot(0, this, &SmallWindow::giveWidth);
}

void SmallWindow::giveWidth()
{
    for (auto *panel : { m_panels.left, m_panels.right }) {
        if (m_isStacked && panel->isVisible())
            return m_window.resizeDocks({ panel }, { StackWidth }, Qt::Horizontal);
    }
}

void SmallWindow::undoStacking()
{
    const bool isStill = m_isStacked && !m_panels.right->isFloating()
        && m_window.dockWidgetArea(m_panels.right) == Qt::LeftDockWidgetArea;
    m_isStacked = false;
    if (!isStill)
        return;
    const auto widths = m_widths; // moving one changes them
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_panels.right);
    QTimer::singleShot(0, this, [this, widths] { // when both have their places
        if (!m_isStacked && !widths.isEmpty())
            m_window.resizeDocks({ m_panels.left, m_panels.right }, widths, Qt::Horizontal);
    });
}

} // namespace tosaic::shell
