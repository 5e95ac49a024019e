// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/canvas.h"
#include "views/canvas/legend.h"
#include "views/canvas/rooflinepicture.h"
#include "views/roofline/roofdata.h"

namespace tosaic::views {

/// The roofs and one mark for each operator, both axes logarithmic. Left and right walk the marks
/// by intensity, up and down by rate.
class RooflineChart : public Canvas
{
    Q_OBJECT
public:
    explicit RooflineChart(const Theme &theme, QWidget *parent = nullptr);

    void setData(const RoofData &roofs);
    /// Rows that are outlined; rows without a place are passed over.
    void setSelected(const std::vector<size_t> &rows);
    const std::vector<size_t> &selected() const { return m_selected; }

    /// Where the mark of a row is, in the viewport; empty if it has none.
    QRectF markRect(size_t row) const;
    const std::vector<RooflinePicture::DrawnLabel> &drawnLabels() const { return m_labels; }
    QRectF plotRect() const { return plot(); } ///< in the viewport

    /// What lines, shapes, fillings and sizes mean.
    static std::vector<FlowLegend::Entry> legendOf(const RoofData &roofs);

Q_SIGNALS:
    void clicked(size_t row);
    void activated(size_t row);

protected:
    QRectF plot() const override;
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return m_data.hasRoofs(); }
    int itemAt(const QPointF &position) const override;
    int currentItem() const override;
    QRectF itemRect(int item) const override { return markRect(static_cast<size_t>(item)); }
    QString cardAt(const QPointF &position) const override;
    Qt::CursorShape cursorAt(const QPoint &position) const override;
    void choose(int item) override;
    void activate(int item) override { Q_EMIT activated(static_cast<size_t>(item)); }
    std::vector<int> itemsAlong(Qt::Orientation way) const override;

private:
    RooflinePicture::Frame frame() const { return { plot(), across(), upright() }; }

    RoofData m_data;
    RooflinePicture m_picture;
    std::vector<size_t> m_rows; ///< of the marks
    std::vector<size_t> m_selected;
    std::vector<RooflinePicture::DrawnLabel> m_labels;
};

} // namespace tosaic::views
