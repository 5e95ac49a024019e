// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of HexView that turns bytes into text and paints them.
#include "views/widgets/hexview.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QChar printable(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x20 && code < 0x7f ? QLatin1Char(byte) : QChar(u'.');
}

bool contains(const model::ByteRange &range, quint64 offset)
{
    return offset >= range.offset && offset - range.offset < range.size;
}

QString hexByte(char byte)
{
    return QString::number(static_cast<unsigned char>(byte), 16).rightJustified(2, u'0');
}

} // namespace

QString HexView::lineText(quint64 line) const
{
    const auto start = line * BytesPerLine;
    if (start >= size())
        return {};
    const auto bytes = m_source->bytes().sliced(static_cast<qsizetype>(start),
        static_cast<qsizetype>(std::min(BytesPerLine, size() - start)));
    QString hex;
    QString text;
    for (qsizetype i = 0; i < static_cast<qsizetype>(BytesPerLine); ++i) {
        const bool isThere = i < bytes.size();
        hex += (isThere ? hexByte(bytes[i]) : u"  "_s) + (i == 7 ? u"  "_s : u" "_s);
        if (isThere)
            text += printable(bytes[i]);
    }
    return u"%1  %2 %3"_s.arg(offsetText(start), hex, text);
}

void HexView::paintBackgrounds(QPainter &painter, quint64 line, double top) const
{
    const auto &c = m_theme.colors();
    auto marked = c.accent;
    marked.setAlphaF(c.isDark() ? 0.28F : 0.16F);
    for (int column = 0; column < static_cast<int>(BytesPerLine); ++column) {
        const auto offset = line * BytesPerLine + static_cast<quint64>(column);
        if (offset >= size())
            break;
        const bool isSelected = contains(m_selection, offset);
        if (!isSelected && !contains(m_marked, offset))
            continue;
        const auto colour = isSelected ? palette().color(QPalette::Highlight) : marked;
        // The run goes on to the next byte of the same range, so that it reads as one block.
        const bool goesOn = column + 1 < static_cast<int>(BytesPerLine)
            && contains(isSelected ? m_selection : m_marked, offset + 1);
        const auto right = goesOn ? byteLeft(column + 1) : byteLeft(column) + 2 * m_charWidth;
        painter.fillRect(
            QRectF(byteLeft(column), top, right - byteLeft(column), m_lineHeight), colour);
        painter.fillRect(
            QRectF(textLeft() + column * m_charWidth, top, m_charWidth, m_lineHeight), colour);
    }
}

void HexView::paintLine(QPainter &painter, quint64 line, double top) const
{
    const auto &c = m_theme.colors();
    const auto start = line * BytesPerLine;
    const auto bytes = m_source->bytes().sliced(static_cast<qsizetype>(start),
        static_cast<qsizetype>(std::min(BytesPerLine, size() - start)));
    const auto height = static_cast<double>(m_lineHeight);
    painter.setPen(c.mutedText);
    painter.drawText(
        QRectF(HexView::Margin, top, hexLeft(), height), Qt::AlignVCenter, offsetText(start));
    for (int column = 0; column < static_cast<int>(bytes.size()); ++column) {
        const bool isSelected = contains(m_selection, start + static_cast<quint64>(column));
        const auto byte = bytes[column];
        const auto normal = byte == 0 ? c.mutedText : c.text;
        painter.setPen(isSelected ? palette().color(QPalette::HighlightedText) : normal);
        painter.drawText(QRectF(byteLeft(column), top, 3 * m_charWidth, height), Qt::AlignVCenter,
            hexByte(byte));
        painter.drawText(QRectF(textLeft() + column * m_charWidth, top, 2 * m_charWidth, height),
            Qt::AlignVCenter, QString(printable(byte)));
    }
    if (hasFocus() && m_selection.size == 0 && m_cursor / BytesPerLine == line) {
        painter.setPen(c.accent);
        painter.drawRect(QRectF(byteLeft(static_cast<int>(m_cursor % BytesPerLine)) - 1, top,
            2 * m_charWidth + 2, height - 1));
    }
}

void HexView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const auto &c = m_theme.colors();
    painter.fillRect(viewport()->rect(), c.surface);
    if (size() == 0)
        return;
    painter.translate(-horizontalScrollBar()->value(), 0);
    painter.fillRect(QRectF(0, 0, hexLeft() - m_charWidth, viewport()->height()), c.window);
    for (quint64 i = 0; i <= visibleLines(); ++i) {
        const auto line = m_topLine + i;
        if (line >= lineCount())
            break;
        const auto top = static_cast<double>(i) * m_lineHeight;
        paintBackgrounds(painter, line, top);
        paintLine(painter, line, top);
    }
}

} // namespace tosaic::views
