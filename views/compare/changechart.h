// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison.h"
#include "core/compiled/compileresult.h"
#include "views/canvas/canvas.h"

#include <vector>

namespace tosaic::views {

/// Where the estimated cycles are: a bar for the old side and one for the new, to one scale, cut
/// into partitions, and below them the way from the old total to the new.
class ChangeChart : public Canvas
{
    Q_OBJECT
public:
    explicit ChangeChart(const Theme &theme, QWidget *parent = nullptr);

    void set(const analysis::Comparison &comparison, const compiled::CompileResult &oldResult,
        const compiled::CompileResult &newResult);
    /// Marks a partition of the new side by its index; -1 for none.
    void setSelected(int partition);

    QSize sizeHint() const override;

Q_SIGNALS:
    /// A partition of the new side was clicked or reached with the arrow keys.
    void partitionSelected(int partition);

protected:
    // An item is a segment.
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return !m_segments.empty(); }
    QString emptyText() const override;
    int itemAt(const QPointF &position) const override;
    int currentItem() const override;
    QRectF itemRect(int item) const override;
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override { choose(item); }
    std::vector<int> itemsAlong(Qt::Orientation) const override;

private:
    struct Segment
    {
        int partition = 0; ///< Partition::index
        bool isNew = false;
        double start = 0; ///< cycles
        double cycles = 0;
        QString text;
    };

    void addSide(const compiled::CompileResult &result, bool isNew);
    QRectF barArea(bool isNew) const;
    QRectF segmentRect(const Segment &segment) const;
    void paintSide(QPainter &painter, bool isNew) const;
    void paintSegment(QPainter &painter, const Segment &segment) const;
    void paintChange(QPainter &painter) const;

    std::vector<Segment> m_segments;
    Change m_change;
    int m_selected = -1;
};

} // namespace tosaic::views
