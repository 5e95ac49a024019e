// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/whatif/whatifview.h"

namespace tosaic::views {

/// A picture whose items are the estimated cells of a grid: what it shows of them is up to who
/// derives. Arrow keys walk the cells; Enter takes the spec of one.
class CellChart : public Canvas
{
    Q_OBJECT
public:
    void setView(const WhatIfView &view);
    /// Cells that stand out, after setView().
    void setFront(std::vector<std::size_t> front);
    /// The chosen cell; one that is not shown is none.
    void setCurrent(std::optional<std::size_t> cell);
    QSize sizeHint() const override { return { 480, 260 }; }

Q_SIGNALS:
    /// -1: none any more.
    void hovered(int cell);
    void chosen(int cell);
    void activated(int cell);

protected:
    CellChart(
        const Theme &theme, const QString &objectName, const QString &cardName, QWidget *parent);

    /// Fills `m_order` from `m_view`.
    virtual void measure() = 0;
    /// For screen readers, where no cell is chosen.
    virtual QString summary() const = 0;

    bool hasPicture() const override { return !m_order.empty(); }
    std::vector<int> itemsAlong(Qt::Orientation) const override
    {
        return { m_order.begin(), m_order.end() };
    }
    int currentItem() const override { return m_current ? static_cast<int>(*m_current) : -1; }
    QString cardAt(const QPointF &position) const override;
    void hoverItem(int item) override { Q_EMIT hovered(item); }
    void choose(int item) override;
    void activate(int item) override { Q_EMIT activated(item); }

    WhatIfView m_view;
    std::vector<std::size_t> m_order; ///< cells that are shown, as arrow keys walk them
    std::vector<std::size_t> m_front; ///< cells that stand out
    std::optional<std::size_t> m_current;

private:
    QString cardText(std::size_t cell) const;
};

} // namespace tosaic::views
