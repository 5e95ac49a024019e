// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/payloadsegments.h"
#include "views/widgets/theme.h"

#include <QWidget>

namespace tosaic::views {

/// A delegate's payload as one stacked bar to scale with a legend in words. Each piece can be
/// clicked, or reached with the arrow keys and Enter.
class PayloadBar : public QWidget
{
    Q_OBJECT
public:
    explicit PayloadBar(const Theme &theme, QWidget *parent = nullptr);

    void setSegments(std::vector<PayloadSegment> segments);
    const std::vector<PayloadSegment> &segments() const { return m_segments; }
    /// Outlines the block that is selected; -1 for none.
    void setSelectedBlock(int block);
    /// Where a piece is drawn in the bar; at least wide enough to be hit.
    QRectF segmentRect(size_t index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void blockClicked(int block);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct LegendEntry
    {
        QRectF box;
        QRectF mark;
        QString text;
    };

    int segmentAt(const QPointF &position) const;
    void moveCurrent(int step);
    QString segmentText(const PayloadSegment &segment) const;
    std::vector<LegendEntry> legend(int width) const;
    QBrush brush(PayloadSegment::Role role) const;
    quint64 total() const;

    const Theme &m_theme;
    std::vector<PayloadSegment> m_segments;
    std::vector<double> m_widths; ///< pixels, parallel to m_segments
    int m_current = -1;
    int m_hovered = -1;
    int m_selectedBlock = -1;
};

} // namespace tosaic::views
