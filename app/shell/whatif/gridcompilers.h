// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/whatifpage.h"

#include <QObject>

#include <utility>
#include <vector>

namespace tosaic::shell {

class ToolKeeper;

/// In which compiler environments the cells of the window's what-if grid are estimated. Lives on
/// the GUI thread.
class GridCompilers : public QObject
{
    Q_OBJECT
public:
    explicit GridCompilers(ToolKeeper &tools);

    using Compilers = views::WhatIfPage::Compilers;
    /// Name and interpreter of those that are held side by side; empty: the one in use alone.
    std::vector<std::pair<QString, QString>> environments(Compilers chosen) const;
    /// Nobody has looked yet which compilers are here; found() follows.
    bool isLooking(Compilers chosen);

Q_SIGNALS:
    /// What isLooking() was asked for is known.
    void found();

private:
    std::vector<std::pair<QString, QString>> allVersions() const;

    ToolKeeper &m_tools;
    bool m_isAwaited = false;
};

} // namespace tosaic::shell
