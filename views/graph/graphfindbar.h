// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/findbar.h"

namespace tosaic::views {

class GraphView;

/// The search line in the corner of the graph.
class GraphFindBar : public FindBar
{
    Q_OBJECT
public:
    static constexpr int CornerGap = 12; ///< px

    explicit GraphFindBar(GraphView &view);

    /// Goes to the corner.
    void follow();
    /// "3 of 12"; `current` counts from 0, -1 while none is chosen.
    void setCount(int current, int total);

Q_SIGNALS:
    /// The key downwards: into what is listed below.
    void listWanted();

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    GraphView &m_view;
};

} // namespace tosaic::views
