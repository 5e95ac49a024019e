// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/hexview.h"

#include <QApplication>
#include <QClipboard>
#include <QFontInfo>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ByteChars = 3; // two digits and a space
constexpr int LastColumn = static_cast<int>(HexView::BytesPerLine) - 1;
constexpr double OffsetsLeft = 8; // px left of the offsets
constexpr int SmallestLetters = 7; // px
constexpr int MostGrown = 16; // px more than the letters around

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

HexView::HexView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"hexView"_s, u"hexCard"_s, parent)
{
    setAccessibleName(tr("Bytes of the file"));
    arrange();
}

void HexView::arrange()
{
    m_font = theme().codeFont();
    const auto around = window()->font().pixelSize() > 0 ? window()->font().pixelSize()
                                                         : QFontInfo(m_font).pixelSize();
    m_font.setPixelSize(std::max(SmallestLetters, around + m_grown));
    const QFontMetricsF metrics(m_font);
    m_charWidth = metrics.horizontalAdvance(u'0');
    m_lineHeight = std::ceil(metrics.height()) + 2;
    setColumns(textLeft() + (static_cast<double>(BytesPerLine) + 1) * m_charWidth);
    setRows(static_cast<double>(lineCount()) * m_lineHeight);
    refresh();
}

void HexView::grow(int steps)
{
    const auto top = static_cast<double>(firstLine());
    m_grown
        = std::clamp(m_grown + steps, SmallestLetters - window()->font().pixelSize(), MostGrown);
    arrange();
    moveUpright(top * m_lineHeight, top * m_lineHeight + upright().width());
}

void HexView::setSource(std::shared_ptr<const ByteSource> source)
{
    m_source = std::move(source);
    m_marked = {};
    m_selection = {};
    m_anchor = m_cursor = 0;
    arrange();
    moveUpright(0, upright().width());
    Q_EMIT selectionChanged(m_selection);
}

void HexView::setMarked(const model::ByteRange &range)
{
    m_marked = range;
    refresh();
}

void HexView::setSelection(quint64 offset, quint64 bytes)
{
    const auto first = std::min(offset, size());
    m_selection = { first, std::min(bytes, size() - first) };
    m_anchor = first;
    m_cursor = m_selection.size ? first + m_selection.size - 1 : first;
    Q_EMIT selectionChanged(m_selection);
    refresh();
}

quint64 HexView::linesOfPage() const
{
    return static_cast<quint64>(std::max(1.0, std::floor(viewport()->height() / m_lineHeight)));
}

quint64 HexView::firstLine() const
{
    constexpr double Rounding = 1e-3; // of a line
    return static_cast<quint64>(
        std::max(0.0, std::ceil(upright().from() / m_lineHeight - Rounding)));
}

double HexView::topOf(quint64 line) const
{
    return (static_cast<double>(line) - static_cast<double>(firstLine())) * m_lineHeight;
}

void HexView::scrollTo(quint64 offset)
{
    const auto line = offset / BytesPerLine;
    const auto top = topOf(line);
    if (top >= 0 && top + m_lineHeight <= viewport()->height())
        return;
    const auto above = linesOfPage() / 4; // some context before it
    const auto first = static_cast<double>(line > above ? line - above : 0) * m_lineHeight;
    moveUpright(first, first + upright().width());
}

int HexView::offsetDigits() const
{
    return size() > 0xffffffffU ? 12 : 8;
}

QString HexView::offsetText(quint64 offset) const
{
    return QString::number(offset, 16).rightJustified(offsetDigits(), u'0');
}

double HexView::hexLeft() const
{
    return OffsetsLeft + (offsetDigits() + 2) * m_charWidth;
}

double HexView::byteLeft(int column) const
{
    return hexLeft() + (column * ByteChars + (column >= 8 ? 1 : 0)) * m_charWidth;
}

double HexView::textLeft() const
{
    return byteLeft(BytesPerLine) + m_charWidth;
}

QRectF HexView::byteRect(quint64 offset) const
{
    const auto top = topOf(offset / BytesPerLine);
    if (offset >= size() || top <= -m_lineHeight || top >= viewport()->height())
        return {};
    return { xOf(byteLeft(static_cast<int>(offset % BytesPerLine))), top, 2 * m_charWidth,
        m_lineHeight };
}

quint64 HexView::offsetAt(const QPointF &position) const
{
    const auto x = acrossAt(position.x());
    const auto line = firstLine()
        + static_cast<quint64>(std::floor(std::max(0.0, position.y()) / m_lineHeight));
    double column = 0;
    if (x >= textLeft() - m_charWidth / 2) {
        column = (x - textLeft()) / m_charWidth;
    } else {
        const auto chars = (x - hexLeft()) / m_charWidth;
        column = (chars - (chars >= 8 * ByteChars ? 1 : 0)) / ByteChars;
    }
    const auto clamped = std::clamp(std::floor(column), 0.0, static_cast<double>(LastColumn));
    const auto offset = line * BytesPerLine + static_cast<quint64>(clamped);
    return size() ? std::min(offset, size() - 1) : 0;
}

void HexView::selectBetween(quint64 anchor, quint64 cursor)
{
    m_anchor = anchor;
    m_cursor = cursor;
    const auto first = std::min(anchor, cursor);
    m_selection = { first, std::max(anchor, cursor) - first + 1 };
    Q_EMIT selectionChanged(m_selection);
    refresh();
}

bool HexView::takesDrag(const QPoint &position)
{
    const auto at = offsetAt(position);
    selectBetween(at, at);
    return true;
}

void HexView::drag(const QPoint &, const QPoint &to)
{
    const auto beyond = to.y() < 0 ? -1 : to.y() > viewport()->height() ? 1 : 0;
    const auto top = upright().from() + beyond * m_lineHeight;
    moveUpright(top, top + upright().width());
    selectBetween(m_anchor, offsetAt(to));
}

/// Shift selects from where the selection began, as in any text.
void HexView::mousePressEvent(QMouseEvent *event)
{
    const bool isMore = event->button() == Qt::LeftButton
        && event->modifiers().testFlag(Qt::ShiftModifier) && hasPicture();
    if (isMore)
        selectBetween(m_anchor, offsetAt(event->position()));
    else
        Canvas::mousePressEvent(event);
}

void HexView::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return Canvas::wheelEvent(event);
    grow(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

bool HexView::moveCursor(const QKeyEvent &event)
{
    const bool isFar = event.modifiers().testFlag(Qt::ControlModifier);
    const auto last = size() - 1;
    const auto lineStart = m_cursor - m_cursor % BytesPerLine;
    const auto back = [this](quint64 by) { return m_cursor >= by ? m_cursor - by : 0; };
    const auto page = linesOfPage() * BytesPerLine;
    auto at = m_cursor;
    switch (event.key()) {
    case Qt::Key_Left:
        at = back(1);
        break;
    case Qt::Key_Right:
        at = m_cursor + 1;
        break;
    case Qt::Key_Up:
        at = back(BytesPerLine);
        break;
    case Qt::Key_Down:
        at = m_cursor + BytesPerLine;
        break;
    case Qt::Key_PageUp:
        at = back(page);
        break;
    case Qt::Key_PageDown:
        at = m_cursor + page;
        break;
    case Qt::Key_Home:
        at = isFar ? 0 : lineStart;
        break;
    case Qt::Key_End:
        at = isFar ? last : lineStart + LastColumn;
        break;
    default:
        return false;
    }
    at = std::min(at, last);
    selectBetween(event.modifiers().testFlag(Qt::ShiftModifier) ? m_anchor : at, at);
    scrollTo(at);
    return true;
}

void HexView::keyPressEvent(QKeyEvent *event)
{
    if (!hasPicture() || !moveCursor(*event))
        Canvas::keyPressEvent(event);
}

void HexView::copy()
{
    constexpr quint64 Most = 16 << 20; // bytes; nobody pastes more
    const auto bytes = m_source->bytes().sliced(static_cast<qsizetype>(m_selection.offset),
        static_cast<qsizetype>(std::min(m_selection.size, Most)));
    QApplication::clipboard()->setText(QString::fromLatin1(bytes.toByteArray().toHex(' ')));
}

QByteArrayView HexView::bytesOf(quint64 line) const
{
    const auto start = line * BytesPerLine;
    return m_source->bytes().sliced(static_cast<qsizetype>(start),
        static_cast<qsizetype>(std::min(BytesPerLine, size() - start)));
}

QString HexView::lineText(quint64 line) const
{
    if (line >= lineCount())
        return {};
    const auto bytes = bytesOf(line);
    QString hex;
    QString text;
    for (qsizetype i = 0; i <= LastColumn; ++i) {
        const bool isThere = i < bytes.size();
        hex += (isThere ? hexByte(bytes[i]) : u"  "_s) + (i == 7 ? u"  "_s : u" "_s);
        if (isThere)
            text += printable(bytes[i]);
    }
    return u"%1  %2 %3"_s.arg(offsetText(line * BytesPerLine), hex, text);
}

void HexView::paintBackgrounds(QPainter &painter, quint64 line, double top) const
{
    auto marked = colors().accent;
    marked.setAlphaF(colors().isDark() ? 0.28F : 0.16F);
    const auto start = line * BytesPerLine;
    for (int column = 0; column < static_cast<int>(bytesOf(line).size()); ++column) {
        const auto offset = start + static_cast<quint64>(column);
        const bool isSelected = contains(m_selection, offset);
        if (!isSelected && !contains(m_marked, offset))
            continue;
        const auto colour = isSelected ? palette().color(QPalette::Highlight) : marked;
        // The run goes on to the next byte of the same range, so that it reads as one block.
        const bool goesOn
            = column < LastColumn && contains(isSelected ? m_selection : m_marked, offset + 1);
        const auto right = goesOn ? byteLeft(column + 1) : byteLeft(column) + 2 * m_charWidth;
        painter.fillRect(
            QRectF(byteLeft(column), top, right - byteLeft(column), m_lineHeight), colour);
        painter.fillRect(
            QRectF(textLeft() + column * m_charWidth, top, m_charWidth, m_lineHeight), colour);
    }
}

void HexView::paintLine(QPainter &painter, quint64 line, double top) const
{
    const auto &c = colors();
    const auto start = line * BytesPerLine;
    const auto bytes = bytesOf(line);
    painter.setPen(c.mutedText);
    painter.drawText(
        QRectF(OffsetsLeft, top, hexLeft(), m_lineHeight), Qt::AlignVCenter, offsetText(start));
    for (int column = 0; column < static_cast<int>(bytes.size()); ++column) {
        const bool isSelected = contains(m_selection, start + static_cast<quint64>(column));
        const auto byte = bytes[column];
        const auto normal = byte == 0 ? c.mutedText : c.text;
        painter.setPen(isSelected ? palette().color(QPalette::HighlightedText) : normal);
        painter.drawText(QRectF(byteLeft(column), top, 3 * m_charWidth, m_lineHeight),
            Qt::AlignVCenter, hexByte(byte));
        painter.drawText(
            QRectF(textLeft() + column * m_charWidth, top, 2 * m_charWidth, m_lineHeight),
            Qt::AlignVCenter, QString(printable(byte)));
    }
    if (hasFocus() && m_selection.size == 0 && m_cursor / BytesPerLine == line) {
        painter.setPen(c.accent);
        painter.drawRect(QRectF(byteLeft(static_cast<int>(m_cursor % BytesPerLine)) - 1, top,
            2 * m_charWidth + 2, m_lineHeight - 1));
    }
}

void HexView::paint(QPainter &painter)
{
    painter.setFont(m_font);
    painter.translate(xOf(0), 0);
    painter.fillRect(QRectF(0, 0, hexLeft() - m_charWidth, viewport()->height()), colors().window);
    for (auto line = firstLine(); line < lineCount() && topOf(line) < viewport()->height();
         ++line) {
        paintBackgrounds(painter, line, topOf(line));
        paintLine(painter, line, topOf(line));
    }
}

} // namespace tosaic::views
