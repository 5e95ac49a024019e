// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/model/program.h"
#include "views/widgets/theme.h"

#include <QAbstractScrollArea>

#include <memory>

namespace tosaic::views {

/// Paints the visible lines of a byte source: offset, 16 bytes in two groups, text. Copies nothing
/// but what the user asks to copy; offsets are 64 bits.
class HexView : public QAbstractScrollArea
{
    Q_OBJECT
public:
    static constexpr quint64 BytesPerLine = 16;

    explicit HexView(const Theme &theme, QWidget *parent = nullptr);

    void setSource(std::shared_ptr<const ByteSource> source);
    const ByteSource *source() const { return m_source.get(); }

    /// What belongs to the selected entity; size 0 for nothing.
    void setMarked(const model::ByteRange &range);
    model::ByteRange marked() const { return m_marked; }
    /// The user's own selection of bytes.
    void setSelection(quint64 offset, quint64 size);
    model::ByteRange selection() const { return m_selection; }
    void scrollTo(quint64 offset);

    /// The text of one line, as painted: "0000:0010  4c 00 ..".
    QString lineText(quint64 line) const;
    /// Where a byte is painted, in the viewport; null if it is not visible.
    QRectF byteRect(quint64 offset) const;

Q_SIGNALS:
    void selectionChanged(const tosaic::model::ByteRange &selection);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static constexpr double Margin = 8; ///< px left of the offsets

    void applyFont();
    void updateScrollBars();
    void setTopLine(quint64 line);
    quint64 size() const { return m_source ? m_source->size() : 0; }
    quint64 lineCount() const { return (size() + BytesPerLine - 1) / BytesPerLine; }
    quint64 visibleLines() const;
    int offsetDigits() const;
    QString offsetText(quint64 offset) const;
    double hexLeft() const;
    double textLeft() const;
    double byteLeft(int column) const;
    quint64 offsetAt(const QPointF &position) const;
    void paintLine(QPainter &painter, quint64 line, double top) const;
    void paintBackgrounds(QPainter &painter, quint64 line, double top) const;
    void moveCursor(qint64 distance, bool extend);
    void moveCursorTo(quint64 offset, bool extend);
    void selectBetween(quint64 anchor, quint64 cursor);

    const Theme &m_theme;
    std::shared_ptr<const ByteSource> m_source;
    model::ByteRange m_marked;
    model::ByteRange m_selection;
    quint64 m_anchor = 0;
    quint64 m_cursor = 0;
    quint64 m_topLine = 0;
    double m_linesPerStep = 1; ///< of the scroll bar, whose range is only 31 bits
    double m_charWidth = 8;
    int m_lineHeight = 16;
    bool m_isAdjusting = false;
};

} // namespace tosaic::views
