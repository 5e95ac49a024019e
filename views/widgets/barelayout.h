// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace tosaic::views {

/// A layout that reaches to the borders of its widget; `spacing`: px, -1 as the style has it.
template <typename Layout>
Layout *bareLayout(QWidget *parent = nullptr, int spacing = -1)
{
    auto *layout = parent ? new Layout(parent) : new Layout;
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace tosaic::views
