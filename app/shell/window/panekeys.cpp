// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/window/parts.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

bool isSeen(const QWidget *widget)
{
    return widget && widget->isVisible() && !widget->visibleRegion().isEmpty();
}

/// The page, then the panels around it that can be seen.
std::vector<QWidget *> panesOf(const QMainWindow &window)
{
    std::vector<QWidget *> panes{ window.centralWidget() };
    for (auto *dock : window.findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly)) {
        if (isSeen(dock->widget()))
            panes.push_back(dock->widget());
    }
    return panes;
}

/// Where one was in it before, else its first field.
QWidget *focusIn(QWidget &pane)
{
    if (auto *last = pane.focusWidget(); isSeen(last) && last->isEnabled())
        return last;
    for (auto *next = pane.nextInFocusChain(); next != &pane; next = next->nextInFocusChain()) {
        const bool takesKeys = next->focusPolicy() & Qt::TabFocus;
        if (pane.isAncestorOf(next) && takesKeys && isSeen(next) && next->isEnabled())
            return next;
    }
    return nullptr;
}

void goOn(const QMainWindow &window, int by)
{
    const auto panes = panesOf(window);
    const auto count = int(panes.size());
    int at = 0;
    for (int i = 0; i < count; ++i) {
        if (panes[size_t(i)]->isAncestorOf(QApplication::focusWidget()))
            at = i;
    }
    for (int step = 1; step < count; ++step) {
        auto &pane = *panes[size_t((at + by * step + count * step) % count)];
        if (auto *widget = focusIn(pane))
            return widget->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    }
}

QString tr(const char *text)
{
    return QCoreApplication::translate("tosaic::shell::PaneKeys", text);
}

} // namespace

void addPaneKeys(const ShellContext &context, const QMainWindow &window)
{
    context.actions.add({ .id = u"view.nextPanel"_s,
                            .text = tr("Ne&xt panel"),
                            .shortcut = QKeySequence(u"F6"_s),
                            .tip = tr("Move the keyboard to the next panel") },
        [&window] { goOn(window, 1); });
    context.actions.add({ .id = u"view.previousPanel"_s,
                            .text = tr("Pre&vious panel"),
                            .shortcut = QKeySequence(u"Shift+F6"_s),
                            .tip = tr("Move the keyboard to the previous panel") },
        [&window] { goOn(window, -1); });
}

} // namespace tosaic::shell
