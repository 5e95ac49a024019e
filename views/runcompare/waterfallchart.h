// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/canvas/waterfallpicture.h"

namespace tosaic::views {

/// The waterfall between two runs; steps are walked with the arrow keys.
class WaterfallChart : public Canvas
{
    Q_OBJECT
public:
    explicit WaterfallChart(const Theme &theme, QWidget *parent = nullptr);

    void set(profile::Waterfall waterfall);
    const profile::Waterfall &waterfall() const { return m_picture.waterfall(); }
    /// Marks the operator's step; none if it has none.
    void setSelected(const QString &name);

    QSize sizeHint() const override;

Q_SIGNALS:
    /// A step was clicked or reached by key: the name of its operator.
    void stepSelected(const QString &name);

protected:
    QRectF plot() const override { return WaterfallPicture::barsIn(viewport()->rect()); }
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return !m_picture.rows().empty(); }
    int itemAt(const QPointF &position) const override;
    int currentItem() const override { return m_selected; }
    QRectF itemRect(int item) const override;
    QString cardAt(const QPointF &position) const override;
    void choose(int item) override;
    void activate(int item) override { choose(item); }
    std::vector<int> itemsAlong(Qt::Orientation) const override
    {
        return allOf(waterfall().steps.size());
    }

private:
    QRectF bars() const { return plot().translated(0, -upright().from()); }
    int rowAt(double y) const; ///< -1: none

    WaterfallPicture m_picture;
    int m_selected = -1; ///< step
};

} // namespace tosaic::views
