// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/model/program.h"
#include "views/canvas/canvas.h"

#include <memory>

namespace tosaic::views {

/// The visible lines of a byte source: offset, 16 bytes in two groups, text. Copies nothing but
/// what the user asks to copy; offsets are 64 bits. Zooming makes the letters larger; arrows, Home,
/// End and pages move the cursor, with Shift they select.
class HexView : public Canvas
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

    void fit() override { grow(-m_grown); } ///< letters as large as those around
    void zoomIn() override { grow(1); }
    void zoomOut() override { grow(-1); }

Q_SIGNALS:
    void selectionChanged(const tosaic::model::ByteRange &selection);

protected:
    void arrange() override;
    void paint(QPainter &painter) override;
    bool hasPicture() const override { return size() > 0; }
    /// The line of the cursor, so that it can be seen.
    QRectF itemRect(int) const override { return byteRect(m_cursor); }
    void press(const QPointF &) override { } ///< a drag that began there has selected already
    bool takesDrag(const QPoint &position) override;
    void drag(const QPoint &from, const QPoint &to) override;
    Qt::CursorShape cursorAt(const QPoint &) const override { return Qt::IBeamCursor; }
    bool activateAt(const QPointF &) override { return true; }
    void copy() override; ///< the selected bytes, "45 54 31 32"
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void grow(int steps);
    quint64 size() const { return m_source ? m_source->size() : 0; }
    quint64 lineCount() const { return (size() + BytesPerLine - 1) / BytesPerLine; }
    quint64 linesOfPage() const;
    /// At the top: lines are never cut there, wherever the window of the canvas begins.
    quint64 firstLine() const;
    double topOf(quint64 line) const;
    QByteArrayView bytesOf(quint64 line) const;
    int offsetDigits() const;
    QString offsetText(quint64 offset) const;
    // In the content, px from its left.
    double hexLeft() const;
    double textLeft() const;
    double byteLeft(int column) const;
    quint64 offsetAt(const QPointF &position) const;
    void paintLine(QPainter &painter, quint64 line, double top) const;
    void paintBackgrounds(QPainter &painter, quint64 line, double top) const;
    bool moveCursor(const QKeyEvent &event);
    void selectBetween(quint64 anchor, quint64 cursor);

    std::shared_ptr<const ByteSource> m_source;
    model::ByteRange m_marked;
    model::ByteRange m_selection;
    quint64 m_anchor = 0;
    quint64 m_cursor = 0;
    int m_grown = 0; ///< steps of the letters' size
    double m_charWidth = 8;
    double m_lineHeight = 16;
    QFont m_font;
};

} // namespace tosaic::views
