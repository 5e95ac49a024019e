// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/payloadbar.h"

#include "core/base/units.h"
#include "views/widgets/parttip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int BarHeight = 28; // px
constexpr int LegendGap = 8; // px between bar and legend
constexpr int MarkSize = 10; // px
constexpr int MarkGap = 6; // px between mark and its text
constexpr int EntryGap = 16; // px between legend entries
constexpr double Smallest = 4; // px: thinner pieces could not be hit
constexpr int Margin = 2; // px, room for the selection's outline
} // namespace

PayloadBar::PayloadBar(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"payloadBar"_s);
    setAccessibleName(tr("Payload blocks"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PayloadBar::setSegments(std::vector<PayloadSegment> segments)
{
    m_segments = std::move(segments);
    m_current = m_hovered = -1;
    QStringList words;
    for (const auto &segment : m_segments)
        words.append(segmentText(segment));
    setAccessibleDescription(words.join(u"; "_s));
    resizeEvent(nullptr);
    updateGeometry();
    update();
}

void PayloadBar::setSelectedBlock(int block)
{
    m_selectedBlock = block;
    update();
}

quint64 PayloadBar::total() const
{
    quint64 sum = 0;
    for (const auto &segment : m_segments)
        sum += segment.size;
    return sum;
}

// To scale, except that no piece is thinner than can be hit; the large ones give the room.
void PayloadBar::resizeEvent(QResizeEvent *)
{
    m_widths.assign(m_segments.size(), 0);
    const double width = std::max(1, this->width() - 2 * Margin);
    const auto sum = static_cast<double>(std::max<quint64>(1, total()));
    double lifted = 0;
    double large = 0;
    for (size_t i = 0; i < m_segments.size(); ++i) {
        m_widths[i] = static_cast<double>(m_segments[i].size) / sum * width;
        (m_widths[i] < Smallest ? lifted : large)
            += m_widths[i] < Smallest ? Smallest : m_widths[i];
    }
    const double scale = large > 0 ? std::max(0.0, width - lifted) / large : 1;
    for (auto &w : m_widths)
        w = w < Smallest ? Smallest : w * scale;
}

QRectF PayloadBar::segmentRect(size_t index) const
{
    double left = Margin;
    for (size_t i = 0; i < index && i < m_widths.size(); ++i)
        left += m_widths[i];
    return { left, Margin, index < m_widths.size() ? m_widths[index] : 0, BarHeight };
}

QString PayloadBar::segmentText(const PayloadSegment &segment) const
{
    const auto share
        = static_cast<double>(segment.size) / static_cast<double>(std::max<quint64>(1, total()));
    return tr("%1: %2 bytes, %3").arg(segment.label, formatCount(segment.size), formatShare(share));
}

std::vector<PayloadBar::LegendEntry> PayloadBar::legend(int width) const
{
    std::vector<LegendEntry> entries;
    const auto metrics = fontMetrics();
    const int line = metrics.height() + 4;
    double x = Margin;
    double y = Margin + BarHeight + LegendGap;
    for (const auto &segment : m_segments) {
        const auto text = tr("%1 %2").arg(segment.label, formatBytes(segment.size));
        const double w = MarkSize + MarkGap + metrics.horizontalAdvance(text);
        if (x > Margin && x + w > width - Margin) {
            x = Margin;
            y += line;
        }
        entries.push_back({ QRectF(x, y, w, line),
            QRectF(x, y + (line - MarkSize) / 2.0, MarkSize, MarkSize), text });
        x += w + EntryGap;
    }
    return entries;
}

int PayloadBar::heightForWidth(int width) const
{
    const auto entries = legend(width);
    return entries.empty() ? BarHeight + 2 * Margin
                           : static_cast<int>(std::ceil(entries.back().box.bottom())) + Margin;
}

QSize PayloadBar::sizeHint() const
{
    return { 280, heightForWidth(280) };
}

QSize PayloadBar::minimumSizeHint() const
{
    return { 160, BarHeight + 2 * Margin };
}

// One hue in steps of strength and pattern: placement colours keep their meaning.
QBrush PayloadBar::brush(PayloadSegment::Role role) const
{
    const auto &c = m_theme.colors();
    const auto mix = [&](double strength) {
        const auto blend
            = [&](int a, int b) { return static_cast<int>(a * strength + b * (1 - strength)); };
        return QColor(blend(c.accent.red(), c.surface.red()),
            blend(c.accent.green(), c.surface.green()), blend(c.accent.blue(), c.surface.blue()));
    };
    switch (role) {
    case PayloadSegment::Role::Commands:
        return c.accent;
    case PayloadSegment::Role::Weights:
        return mix(0.35);
    case PayloadSegment::Role::Scratch:
        return { c.mutedText, Qt::Dense4Pattern };
    case PayloadSegment::Role::Io:
        return { c.accent, Qt::VerPattern };
    case PayloadSegment::Role::Other:
        return { c.mutedText, Qt::CrossPattern };
    case PayloadSegment::Role::Structure:
        return { c.mutedText, Qt::BDiagPattern };
    }
    return c.border;
}

void PayloadBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &c = m_theme.colors();
    const auto entries = legend(width());
    for (size_t i = 0; i < m_segments.size(); ++i) {
        const auto rect = segmentRect(i);
        painter.fillRect(rect, c.surface);
        painter.fillRect(rect, brush(m_segments[i].role));
        painter.setPen(c.border);
        painter.drawRect(rect.adjusted(0, 0, -0.5, -0.5));
        const auto &entry = entries[i];
        painter.fillRect(entry.mark, brush(m_segments[i].role));
        painter.drawRect(entry.mark);
        const bool isHot = m_hovered == static_cast<int>(i);
        painter.setPen(isHot ? c.text : c.mutedText);
        painter.drawText(
            entry.box.adjusted(MarkSize + MarkGap, 0, 4, 0), Qt::AlignVCenter, entry.text);
    }
    for (size_t i = 0; i < m_segments.size(); ++i) {
        const bool isSelected = m_selectedBlock >= 0 && m_segments[i].block == m_selectedBlock;
        const bool isCurrent = hasFocus() && m_current == static_cast<int>(i);
        if (!isSelected && !isCurrent && m_hovered != static_cast<int>(i))
            continue;
        painter.setPen(QPen(isSelected || isCurrent ? c.text : c.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(segmentRect(i));
    }
}

int PayloadBar::segmentAt(const QPointF &position) const
{
    const auto entries = legend(width());
    for (size_t i = 0; i < m_segments.size(); ++i) {
        if (segmentRect(i).contains(position) || entries[i].box.contains(position))
            return static_cast<int>(i);
    }
    return -1;
}

void PayloadBar::mousePressEvent(QMouseEvent *event)
{
    const int at = segmentAt(event->position());
    if (event->button() != Qt::LeftButton || at < 0)
        return;
    m_current = at;
    update();
    if (m_segments[static_cast<size_t>(at)].block >= 0)
        Q_EMIT blockClicked(m_segments[static_cast<size_t>(at)].block);
}

void PayloadBar::mouseMoveEvent(QMouseEvent *event)
{
    const int at = segmentAt(event->position());
    if (at == m_hovered)
        return;
    m_hovered = at;
    const bool leads = at >= 0 && m_segments[static_cast<size_t>(at)].block >= 0;
    setCursor(leads ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void PayloadBar::leaveEvent(QEvent *)
{
    m_hovered = -1;
    update();
}

void PayloadBar::moveCurrent(int step)
{
    const auto count = static_cast<int>(m_segments.size());
    if (count > 0)
        m_current = std::clamp(m_current + step, 0, count - 1);
    update();
}

void PayloadBar::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Right:
        return moveCurrent(1);
    case Qt::Key_Left:
        return moveCurrent(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current >= 0 && m_segments[static_cast<size_t>(m_current)].block >= 0)
            Q_EMIT blockClicked(m_segments[static_cast<size_t>(m_current)].block);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool PayloadBar::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        const auto segment = segmentAt(at);
        return segment < 0 ? QString() : segmentText(m_segments[static_cast<size_t>(segment)]);
    };
    return showPartTip(event, this, textAt) || QWidget::event(event);
}

} // namespace tosaic::views
