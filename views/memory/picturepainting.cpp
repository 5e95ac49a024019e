// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MemoryPictureView that paints.
#include "core/base/units.h"
#include "views/canvas/painting.h"
#include "views/memory/memorypictureview.h"
#include "views/memory/memorytext.h"
#include "views/memory/partpainting.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using analysis::MemoryRole;
using analysis::PartKind;

namespace {

constexpr double Radius = 4;

} // namespace

void MemoryPictureView::paintNpu(QPainter &painter) const
{
    const auto &c = colors();
    const auto &area = m_shown.npu;
    painter.setPen(QPen(c.npu, 2));
    painter.setBrush(faded(c.npu, c.isDark() ? 0.22 : 0.10));
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 8, 8);
    const auto family = m_picture.family ? spec::familyName(*m_picture.family) : tr("NPU");
    const auto macs = m_picture.target.section(u'-', -1);
    auto font = this->font();
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(fontInfo().pixelSize() + 2);
    painter.setFont(font);
    painter.setPen(c.text);
    const auto lineHeight = static_cast<double>(fontMetrics().height());
    auto text = QRectF(area.left() + 10, area.top() + 12, area.width() - 26, lineHeight + 4);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, family);
    painter.setFont(this->font());
    painter.setPen(c.mutedText);
    QStringList lines;
    if (!macs.isEmpty())
        lines << tr("%1 MACs / cycle").arg(macs);
    if (m_picture.clockHz)
        lines << formatClock(*m_picture.clockHz);
    if (m_picture.inferenceTimeS)
        lines << tr("%1 est").arg(formatDuration(*m_picture.inferenceTimeS));
    for (const auto &entry : lines) {
        text.translate(0, lineHeight + 3);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, entry);
    }
}

void MemoryPictureView::paintPort(QPainter &painter, const PortGeometry &port) const
{
    const auto *facts = m_picture.port(port.role);
    if (!facts)
        return;
    const auto &c = colors();
    const bool isUsed = facts->traffic.total.value_or(0) > 0;
    const bool isKnown = facts->traffic.total.has_value();
    painter.setPen(QPen(c.npu, 1.5));
    painter.setBrush(c.surface);
    painter.drawRoundedRect(port.tab, 3, 3);
    const auto colour = isUsed ? c.npu : c.boundary;
    auto from = port.line.p1();
    auto to = port.line.p2() - QPointF(2, 0);
    if (isUsed) {
        const auto size = std::max(5.0, port.width * 0.75);
        paintArrow(painter, from + QPointF(1, 0), -1, port.width, colour);
        from += QPointF(size, 0);
        if (facts->traffic.written().value_or(0) > 0) {
            paintArrow(painter, to, 1, port.width, colour);
            to -= QPointF(size, 0);
        }
    }
    painter.setPen(QPen(isUsed ? faded(colour, 0.75) : colour, port.width,
        isKnown && isUsed ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap));
    painter.drawLine(from, to);
    painter.setPen(c.text);
    const auto elided = [&](const QString &text, const QRectF &area) {
        return fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(area.width()));
    };
    const auto *box = m_picture.box(port.role);
    const auto traffic = box && box->parts.empty() ? tr("Not used") : trafficText(*facts);
    const auto above = tr("%1: %2").arg(portTitle(*facts), traffic);
    const bool fits = fontMetrics().horizontalAdvance(above) <= port.above.width();
    painter.drawText(port.above, Qt::AlignLeft | Qt::AlignVCenter,
        elided(fits ? above : tr("%1: %2").arg(facts->name, traffic), port.above));
    QStringList below;
    if (facts->busyShare && isUsed)
        below << tr("busy %1").arg(formatShare(*facts->busyShare));
    if (facts->bandwidth)
        below << tr("of %1 GB/s").arg(QLocale().toString(*facts->bandwidth / 1e9, 'g', 4));
    painter.setPen(c.mutedText);
    painter.drawText(port.below, Qt::AlignLeft | Qt::AlignVCenter,
        elided(below.isEmpty() ? tr("Bandwidth not known") : below.join(u' '), port.below));
}

void MemoryPictureView::paintBoxTitle(QPainter &painter, const BoxGeometry &box) const
{
    const auto *facts = m_picture.box(box.role);
    const auto *row = rowOf(box.role);
    const auto &c = colors();
    auto bold = font();
    bold.setWeight(QFont::DemiBold);
    const auto title = memoryTitle(*facts);
    painter.setFont(bold);
    painter.setPen(c.text);
    painter.drawText(box.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    auto rest = box.title;
    rest.setLeft(rest.left() + QFontMetricsF(bold).horizontalAdvance(title) + 10);
    painter.setFont(font());
    QString need = tr("nothing in this mode");
    if (!facts->parts.empty()) {
        const auto bytes = facts->needBytes();
        need = bytes ? tr("needs %1").arg(formatBytes(*bytes))
            : facts->knownBytes() > 0
            ? tr("needs at least %1").arg(formatBytes(facts->knownBytes()))
            : tr("need not known");
        if (row && row->capacity && box.role != MemoryRole::Program)
            need = tr("%1 of %2 (%3)").arg(need, formatBytes(*row->capacity), row->memory);
        if (box.role == MemoryRole::Sram && m_picture.cacheLimitBytes)
            need = tr("%1; limit %2").arg(need, formatBytes(*m_picture.cacheLimitBytes));
    }
    painter.setPen(c.mutedText);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, need);
    if (!row || box.role == MemoryRole::Program)
        return;
    const bool isBad = row->verdict != analysis::BudgetVerdict::Fits
        && row->verdict != analysis::BudgetVerdict::Unknown;
    const auto verdict = verdictText(*row);
    painter.setFont(bold);
    painter.setPen(isBad                                    ? c.worse
            : row->verdict == analysis::BudgetVerdict::Fits ? c.better
                                                            : c.mutedText);
    painter.drawText(
        box.title, Qt::AlignRight | Qt::AlignVCenter, isBad ? u"▲ "_s + verdict : verdict);
    painter.setFont(font());
}

void MemoryPictureView::paintBox(QPainter &painter, const BoxGeometry &box) const
{
    const auto &c = colors();
    const auto *facts = m_picture.box(box.role);
    const bool isEmpty = facts->parts.empty();
    painter.setPen(QPen(c.border, 1, isEmpty ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(c.sunken);
    painter.drawRoundedRect(box.bar.adjusted(0.5, 0.5, -0.5, -0.5), Radius, Radius);
    paintBoxTitle(painter, box);
}

void MemoryPictureView::paintCapacity(QPainter &painter, const BoxGeometry &box) const
{
    const auto *row = rowOf(box.role);
    if (!row || !row->capacity || box.role == MemoryRole::Program)
        return;
    const auto &c = colors();
    if (box.isOpenEnded) {
        paintBreak(painter, box.bar.right() - 5, box.bar, c.mutedText);
        return;
    }
    if (!box.capacityX)
        return;
    const auto x = *box.capacityX;
    const bool isPassed
        = box.contentRight > x + 0.5 && row->verdict != analysis::BudgetVerdict::Fits;
    if (isPassed) {
        const QRectF excess(QPointF(x, box.bar.top()), QPointF(box.contentRight, box.bar.bottom()));
        painter.fillRect(excess, faded(c.worse, 0.20));
        painter.fillRect(excess, QBrush(faded(c.worse, 0.75), Qt::BDiagPattern));
    }
    painter.setPen(QPen(isPassed ? c.worse : c.text, isPassed ? 2.5 : 1.5));
    painter.drawLine(QPointF(x, box.bar.top() - 2), QPointF(x, box.bar.bottom() + 5));
}

/// Too little room for its name and size.
bool MemoryPictureView::isNarrow(const PartGeometry &part) const
{
    const auto *facts = partOf(part.part);
    auto seen = part.area.adjusted(8, 0, -6, 0);
    if (!part.inner.empty())
        seen.setBottom(part.inner.front().area.top());
    if (!facts || seen.width() < 56)
        return true;
    const auto name = partName(part.part.kind);
    const auto size = sizeText(facts->bytes);
    const auto width
        = [this](const QString &text) { return fontMetrics().horizontalAdvance(text); };
    const auto needed = seen.height() < 2.0 * fontMetrics().height() + 2
        ? width(tr("%1 %2").arg(name, size))
        : std::max(width(name), width(size));
    return needed > seen.width();
}

void MemoryPictureView::paintPartText(QPainter &painter, const PartGeometry &part) const
{
    const auto *facts = partOf(part.part);
    auto seen = part.area.adjusted(8, 0, -6, 0);
    const auto lineHeight = static_cast<double>(fontMetrics().height());
    if (!part.inner.empty())
        seen.setBottom(part.inner.front().area.top());
    if (!facts || isNarrow(part))
        return;
    const auto &c = colors();
    const auto elided = [&](const QString &text) {
        return fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(seen.width()));
    };
    const auto size = sizeText(facts->bytes);
    const auto name = partName(part.part.kind);
    const bool hasLines = !part.isKnown || isPatterned(part.part.kind);
    const auto paint = [&](const QRectF &area, const QString &text) {
        const auto shown = elided(text);
        if (hasLines) { // letters must not stand on lines
            QRectF back(area.topLeft(), QSizeF(fontMetrics().horizontalAdvance(shown), lineHeight));
            back.moveTop(area.center().y() - lineHeight / 2);
            painter.fillRect(back.adjusted(-4, 0, 4, 0), faded(c.surface, 0.8));
        }
        painter.setPen(c.text);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, shown);
    };
    if (seen.height() < 2 * lineHeight + 2) {
        paint(seen, tr("%1 %2").arg(name, size));
        return;
    }
    const QRectF first(seen.left(), seen.center().y() - lineHeight, seen.width(), lineHeight);
    paint(first, name);
    paint(first.translated(0, lineHeight), size);
}

void MemoryPictureView::paintPart(QPainter &painter, const PartGeometry &part) const
{
    const auto &c = colors();
    paintPartSwatch(painter, part.area, part.part.kind, part.isKnown, c);
    for (const auto &inner : part.inner) {
        paintInner(painter, inner.area, inner.kind == analysis::InnerPart::Kind::Staging, c);
        const auto name = innerName(inner.kind);
        if (inner.area.width() > fontMetrics().horizontalAdvance(name) + 10
            && inner.area.height() >= fontMetrics().height()) {
            painter.setPen(c.text);
            painter.drawText(inner.area, Qt::AlignCenter, name);
        }
    }
    if (part.isBroken) // not into the title above
        paintBreak(painter, part.area.center().x(), part.area.adjusted(0, 2, 0, -2), c.text);
    paintPartText(painter, part);
}

/// Names of parts that are too narrow for them, behind the last one where there is room.
void MemoryPictureView::paintNarrowNames(QPainter &painter, const BoxGeometry &box) const
{
    QStringList names;
    for (const auto &part : m_shown.parts) {
        const auto *facts = partOf(part.part);
        if (part.part.role == box.role && facts && isNarrow(part))
            names << tr("%1 %2").arg(partName(part.part.kind), sizeText(facts->bytes));
    }
    if (names.isEmpty())
        return;
    const auto end = box.capacityX && *box.capacityX > box.contentRight ? *box.capacityX
                                                                        : xOf(1) - xOf(0) - 12.0;
    const QRectF room(QPointF(box.contentRight + 8, box.bar.top()),
        QPointF(end - (box.isOpenEnded ? 16 : 6), box.bar.bottom()));
    if (room.width() < 60)
        return;
    painter.setPen(colors().mutedText);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(
            u"◂ "_s + names.join(u", "_s), Qt::ElideRight, static_cast<int>(room.width())));
}

void MemoryPictureView::paintLegend(QPainter &painter) const
{
    const auto &c = colors();
    auto x = m_shown.legend.left();
    const auto add = [&](const QString &name, const auto &paintSwatch) {
        const auto width = static_cast<double>(fontMetrics().horizontalAdvance(name));
        if (x + 20 + width > m_shown.legend.right())
            return;
        paintSwatch(QRectF(x, m_shown.legend.center().y() - 6, 14, 12));
        painter.setPen(c.mutedText);
        painter.drawText(QRectF(x + 20, m_shown.legend.top(), width + 4, m_shown.legend.height()),
            Qt::AlignLeft | Qt::AlignVCenter, name);
        x += 20 + width + 16;
    };
    std::vector<PartKind> seen;
    bool hasIo = false;
    bool hasStaging = false;
    for (const auto &part : m_shown.parts) {
        for (const auto &inner : part.inner)
            (inner.kind == analysis::InnerPart::Kind::Staging ? hasStaging : hasIo) = true;
        const auto kind = part.part.kind;
        if (std::ranges::find(seen, kind) != seen.end())
            continue;
        seen.push_back(kind);
        add(partName(kind),
            [&](const QRectF &area) { paintPartSwatch(painter, area, kind, true, c); });
    }
    if (hasIo)
        add(tr("Input, output"), [&](const QRectF &area) { paintInner(painter, area, false, c); });
    if (hasStaging)
        add(innerName(analysis::InnerPart::Kind::Staging),
            [&](const QRectF &area) { paintInner(painter, area, true, c); });
}

void MemoryPictureView::paintScale(QPainter &painter) const
{
    const auto &c = colors();
    painter.setPen(c.mutedText);
    const bool isWhole = std::ranges::all_of(m_shown.parts, &PartGeometry::isKnown);
    if (m_shown.bytesPerPixel <= 0) {
        painter.drawText(m_shown.scaleText, Qt::AlignRight | Qt::AlignVCenter,
            tr("Not to scale: sizes not known"));
        return;
    }
    const auto length = formatBytes(m_shown.scaleBytes);
    painter.drawText(m_shown.scaleText, Qt::AlignRight | Qt::AlignVCenter,
        isWhole ? tr("%1, to scale").arg(length) : tr("%1; known sizes to scale").arg(length));
    painter.setPen(QPen(c.mutedText, 1.5));
    painter.drawLine(m_shown.scaleBar);
    for (const auto &end : { m_shown.scaleBar.p1(), m_shown.scaleBar.p2() })
        painter.drawLine(end - QPointF(0, 4), end + QPointF(0, 4));
}

void MemoryPictureView::paint(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.translate(origin());
    paintNpu(painter);
    for (const auto &port : m_shown.ports)
        paintPort(painter, port);
    for (const auto &box : m_shown.boxes)
        paintBox(painter, box);
    for (const auto &part : m_shown.parts)
        paintPart(painter, part);
    for (const auto &box : m_shown.boxes) {
        paintCapacity(painter, box);
        paintNarrowNames(painter, box);
    }
    paintLegend(painter);
    paintScale(painter);
    painter.restore();
}

void MemoryPictureView::paintOver(QPainter &painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto current = currentItem();
    if (hoveredItem() >= 0 && hoveredItem() != current) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors().text, 1));
        painter.drawRect(itemRect(hoveredItem()));
    }
    if (current >= 0)
        paintSelected(painter, itemRect(current), colors());
}

} // namespace tosaic::views
