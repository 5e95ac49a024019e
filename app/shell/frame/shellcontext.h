// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tosaic::views {
class Theme;
}

namespace tosaic::shell {

class ActionRegistry;
class ModeSwitch;
class NoticeBar;
class Pages;
class Requests;
class Session;

/// What controllers work with. References to things that the window owns and that outlive them;
/// there is no global.
struct ShellContext
{
    Session &session;
    views::Theme &theme;
    ActionRegistry &actions;
    ModeSwitch &modes;
    NoticeBar &notices;
    Pages &pages;
    Requests &requests;
    QWidget &window; ///< parent of dialogs
};

} // namespace tosaic::shell
