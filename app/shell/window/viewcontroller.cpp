// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/viewcontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "views/widgets/themeicon.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

ViewController::ViewController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    registerModes();
    registerTheme();
    registerViewActions();
    connect(&m_context.theme, &views::Theme::changed, this, &ViewController::refreshIcons);
    refreshIcons();
}

void ViewController::registerModes()
{
    auto *group = new QActionGroup(this);
    int number = 1;
    for (const auto mode : AllModes) {
        auto *action
            = m_context.actions.add({ .id = u"mode."_s + modeId(mode),
                                        .text = modeTitle(mode),
                                        .shortcut = QKeySequence(u"Ctrl+%1"_s.arg(number++)),
                                        .tip = tr("Show %1").arg(modeTitle(mode)),
                                        .isCheckable = true },
                [this, mode] { m_context.modes.show(mode); });
        action->setChecked(mode == m_context.modes.current());
        group->addAction(action);
        m_modeActions << action;
    }
    connect(&m_context.modes, &ModeSwitch::changed, this,
        [this](Mode mode) { m_modeActions[static_cast<int>(mode)]->setChecked(true); });
}

void ViewController::registerTheme()
{
    auto *menu = m_context.actions.addMenu(u"view.theme"_s, tr("&Theme"));
    auto *group = new QActionGroup(this);
    const auto current = m_context.session.settings().value(settings::ThemeChoice);
    const std::array choices{ std::pair(u"view.theme.system"_s, tr("&System")),
        std::pair(u"view.theme.light"_s, tr("&Light")),
        std::pair(u"view.theme.dark"_s, tr("&Dark")) };
    for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
        const auto &[id, text] = choices[static_cast<size_t>(i)];
        auto *action = m_context.actions.add(
            { .id = id, .text = text, .isCheckable = true }, [this, i] { applyTheme(i); });
        action->setChecked(i == current);
        group->addAction(action);
        menu->addAction(action);
    }
}

void ViewController::applyTheme(int choice)
{
    m_context.session.settings().set(settings::ThemeChoice, choice);
    m_context.theme.apply(*qApp, static_cast<views::ThemeMode>(choice));
}

void ViewController::registerViewActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"edit.find"_s,
                    .text = tr("&Find in view"),
                    .iconName = u"edit-find"_s,
                    .shortcut = QKeySequence::Find,
                    .tip = tr("Find in the view that is shown") },
        [this] {
            const auto mode = m_context.modes.current();
            if (!m_context.pages.find(mode, m_context.window.focusWidget()))
                Q_EMIT said(tr("There is no search in what %1 shows").arg(modeTitle(mode)));
        });
    actions.add({ .id = u"view.fit"_s,
                    .text = tr("&Fit"),
                    .iconName = u"zoom-fit-best"_s,
                    .shortcut = QKeySequence(u"F"_s),
                    .tip = tr("Show the whole picture") },
        [this] { sayUnlessZoomed(m_context.pages.fit(m_context.modes.current())); });
    auto *in
        = actions.add({ .id = u"view.zoomIn"_s, .text = tr("Zoom &in"), .iconName = u"zoom-in"_s },
            [this] { sayUnlessZoomed(m_context.pages.zoom(m_context.modes.current(), true)); });
    auto *out = actions.add(
        { .id = u"view.zoomOut"_s, .text = tr("Zoom &out"), .iconName = u"zoom-out"_s },
        [this] { sayUnlessZoomed(m_context.pages.zoom(m_context.modes.current(), false)); });
    // Plain, too, as F: a field that is written in takes them before the window does.
    in->setShortcuts({ QKeySequence::ZoomIn, Qt::Key_Plus, Qt::Key_Equal });
    out->setShortcuts({ QKeySequence::ZoomOut, Qt::Key_Minus });
    actions.add({ .id = u"view.fullScreen"_s,
                    .text = tr("F&ull screen"),
                    .iconName = u"view-fullscreen"_s,
                    .shortcut = QKeySequence(u"F11"_s),
                    .tip = tr("Show the window without a frame") },
        [this] {
            m_context.window.setWindowState(m_context.window.windowState() ^ Qt::WindowFullScreen);
        });
}

/// A key that does nothing would seem broken.
void ViewController::sayUnlessZoomed(bool isZoomed)
{
    if (!isZoomed)
        Q_EMIT said(tr("There is no picture to zoom in what %1 shows")
                        .arg(modeTitle(m_context.modes.current())));
}

void ViewController::refreshIcons()
{
    for (const auto mode : AllModes) {
        m_modeActions[static_cast<int>(mode)]->setIcon(
            views::themeIcon(u"mode-"_s + modeId(mode), m_context.theme.colors()));
    }
    // Icons of the desktop's theme follow its light or dark variant.
    for (const auto &id : m_context.actions.ids()) {
        auto *action = m_context.actions.action(id);
        const auto name = action->property("iconName").toString();
        if (!name.isEmpty())
            action->setIcon(QIcon::fromTheme(name));
    }
}

} // namespace tosaic::shell
