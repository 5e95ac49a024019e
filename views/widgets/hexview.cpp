// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/hexview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ByteChars = 3; // two digits and a space
constexpr double MaxSteps = 1 << 30; // of the scroll bar

} // namespace

HexView::HexView(const Theme &theme, QWidget *parent) : QAbstractScrollArea(parent), m_theme(theme)
{
    setObjectName(u"hexView"_s);
    setAccessibleName(tr("Bytes of the file"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::IBeamCursor);
    applyFont();
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void HexView::applyFont()
{
    auto font = m_theme.codeFont();
    if (window()->font().pixelSize() > 0)
        font.setPixelSize(window()->font().pixelSize());
    viewport()->setFont(font);
    const QFontMetricsF metrics(font);
    m_charWidth = metrics.horizontalAdvance(u'0');
    m_lineHeight = static_cast<int>(std::ceil(metrics.height())) + 2;
    updateScrollBars();
}

void HexView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applyFont();
    QAbstractScrollArea::changeEvent(event);
}

void HexView::setSource(std::shared_ptr<const ByteSource> source)
{
    m_source = std::move(source);
    m_marked = {};
    m_selection = {};
    m_anchor = m_cursor = 0;
    m_topLine = 0;
    updateScrollBars();
    Q_EMIT selectionChanged(m_selection);
    viewport()->update();
}

void HexView::setMarked(const model::ByteRange &range)
{
    m_marked = range;
    viewport()->update();
}

void HexView::setSelection(quint64 offset, quint64 bytes)
{
    const auto first = std::min(offset, size());
    m_selection = { first, std::min(bytes, size() - first) };
    m_anchor = first;
    m_cursor = m_selection.size ? first + m_selection.size - 1 : first;
    Q_EMIT selectionChanged(m_selection);
    viewport()->update();
}

void HexView::scrollTo(quint64 offset)
{
    const auto line = offset / BytesPerLine;
    if (line >= m_topLine && line < m_topLine + std::max<quint64>(1, visibleLines()))
        return;
    const auto above = visibleLines() / 4; // some context before it
    setTopLine(line > above ? line - above : 0);
}

quint64 HexView::visibleLines() const
{
    return static_cast<quint64>(std::max(1, viewport()->height() / m_lineHeight));
}

void HexView::setTopLine(quint64 line)
{
    const auto last = lineCount() > visibleLines() ? lineCount() - visibleLines() : 0;
    m_topLine = std::min(line, last);
    m_isAdjusting = true;
    verticalScrollBar()->setValue(
        static_cast<int>(static_cast<double>(m_topLine) / m_linesPerStep));
    m_isAdjusting = false;
    viewport()->update();
}

void HexView::updateScrollBars()
{
    const auto hidden = lineCount() > visibleLines() ? lineCount() - visibleLines() : 0;
    m_linesPerStep = std::max(1.0, static_cast<double>(hidden) / MaxSteps);
    m_isAdjusting = true;
    verticalScrollBar()->setRange(
        0, static_cast<int>(std::ceil(static_cast<double>(hidden) / m_linesPerStep)));
    verticalScrollBar()->setPageStep(
        static_cast<int>(std::max(1.0, static_cast<double>(visibleLines()) / m_linesPerStep)));
    m_isAdjusting = false;
    const auto needed = textLeft() + (static_cast<double>(BytesPerLine) + 1) * m_charWidth;
    horizontalScrollBar()->setRange(
        0, std::max(0, static_cast<int>(std::ceil(needed)) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    setTopLine(m_topLine);
}

void HexView::resizeEvent(QResizeEvent *)
{
    updateScrollBars();
}

void HexView::scrollContentsBy(int, int)
{
    if (!m_isAdjusting)
        m_topLine = static_cast<quint64>(
            static_cast<double>(verticalScrollBar()->value()) * m_linesPerStep);
    viewport()->update();
}

// Three lines a notch, also in files where one step of the scroll bar is many lines.
void HexView::wheelEvent(QWheelEvent *event)
{
    const auto lines = static_cast<qint64>(-event->angleDelta().y()) * 3 / 120;
    if (lines < 0 && static_cast<quint64>(-lines) > m_topLine)
        setTopLine(0);
    else
        setTopLine(m_topLine + static_cast<quint64>(lines));
    event->accept();
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
    return Margin + (offsetDigits() + 2) * m_charWidth;
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
    const auto line = offset / BytesPerLine;
    if (offset >= size() || line < m_topLine || line > m_topLine + visibleLines())
        return {};
    return { byteLeft(static_cast<int>(offset % BytesPerLine)) - horizontalScrollBar()->value(),
        static_cast<double>(line - m_topLine) * m_lineHeight, 2 * m_charWidth,
        static_cast<double>(m_lineHeight) };
}

quint64 HexView::offsetAt(const QPointF &position) const
{
    const auto x = position.x() + horizontalScrollBar()->value();
    const auto row = std::max(0.0, std::floor(position.y() / m_lineHeight));
    const auto line = m_topLine + static_cast<quint64>(row);
    double column = 0;
    if (x >= textLeft() - m_charWidth / 2) {
        column = (x - textLeft()) / m_charWidth;
    } else {
        const auto chars = (x - hexLeft()) / m_charWidth;
        column = (chars - (chars >= 8 * ByteChars ? 1 : 0)) / ByteChars;
    }
    const auto clamped = std::clamp(std::floor(column), 0.0, static_cast<double>(BytesPerLine - 1));
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
    viewport()->update();
}

void HexView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || size() == 0)
        return QAbstractScrollArea::mousePressEvent(event);
    const auto at = offsetAt(event->position());
    selectBetween(event->modifiers().testFlag(Qt::ShiftModifier) ? m_anchor : at, at);
}

void HexView::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || size() == 0)
        return;
    if (event->position().y() < 0 && m_topLine > 0)
        setTopLine(m_topLine - 1);
    else if (event->position().y() > viewport()->height())
        setTopLine(m_topLine + 1);
    selectBetween(m_anchor, offsetAt(event->position()));
}

void HexView::moveCursorTo(quint64 offset, bool extend)
{
    const auto at = std::min(offset, size() - 1);
    selectBetween(extend ? m_anchor : at, at);
    scrollTo(at);
}

void HexView::moveCursor(qint64 distance, bool extend)
{
    const auto back = static_cast<quint64>(-distance);
    if (distance < 0)
        moveCursorTo(m_cursor >= back ? m_cursor - back : 0, extend);
    else
        moveCursorTo(m_cursor + static_cast<quint64>(distance), extend);
}

void HexView::keyPressEvent(QKeyEvent *event)
{
    if (size() == 0)
        return QAbstractScrollArea::keyPressEvent(event);
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool far = event->modifiers().testFlag(Qt::ControlModifier);
    const auto line = static_cast<qint64>(BytesPerLine);
    const auto page = static_cast<qint64>(visibleLines()) * line;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1, extend);
    case Qt::Key_Right:
        return moveCursor(1, extend);
    case Qt::Key_Up:
        return moveCursor(-line, extend);
    case Qt::Key_Down:
        return moveCursor(line, extend);
    case Qt::Key_PageUp:
        return moveCursor(-page, extend);
    case Qt::Key_PageDown:
        return moveCursor(page, extend);
    case Qt::Key_Home:
        return moveCursorTo(far ? 0 : m_cursor - m_cursor % BytesPerLine, extend);
    case Qt::Key_End:
        return moveCursorTo(far ? size() - 1 : m_cursor - m_cursor % BytesPerLine + 15, extend);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace tosaic::views
