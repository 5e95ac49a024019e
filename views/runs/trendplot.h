// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/rungroups.h"
#include "views/canvas/canvas.h"

namespace tosaic::views {

/// A total over the days on which it was measured, a dot for each run. The upright axis begins at
/// the smallest value, as differences are what is looked for, and says so with its numbers.
class TrendPlot : public Canvas
{
    Q_OBJECT
public:
    explicit TrendPlot(const Theme &theme, QWidget *parent = nullptr);

    /// `names` of its points' runs. `current`: index of the run that is looked at.
    void set(const RunTrend &trend, const QStringList &names, int current);
    /// Of a point of the trend, in the viewport.
    QRectF pointRect(size_t point) const;

Q_SIGNALS:
    void runChosen(int run); ///< index of the run; by click or key

protected:
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return !m_trend.points.empty(); }
    int itemAt(const QPointF &position) const override;
    int currentItem() const override;
    std::vector<int> itemsAlong(Qt::Orientation way) const override;
    QRectF itemRect(int item) const override { return pointRect(static_cast<size_t>(item)); }
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    Qt::CursorShape cursorAt(const QPoint &position) const override;

private:
    double xOf(size_t point) const { return Canvas::xOf(m_places[point]); }
    QString textOf(double value) const;

    RunTrend m_trend;
    QStringList m_names;
    std::vector<double> m_places; ///< days since the first; runs of one moment stand side by side
    int m_current = -1;
};

} // namespace tosaic::views
