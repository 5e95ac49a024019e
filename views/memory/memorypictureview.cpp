// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorypictureview.h"

#include "core/base/units.h"
#include "views/canvas/hoverlabel.h"
#include "views/memory/memorytext.h"

#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LongestMotion = 150; // ms
constexpr double NearestShare = 1.0 / 16; // of the picture that may fill the view
constexpr double Reach = 3; // px around a part that still hit it

QString exact(const std::optional<quint64> &bytes)
{
    return bytes
        ? MemoryText::tr("%1 (%2 bytes), est").arg(formatBytes(*bytes), formatCount(*bytes))
        : MemoryText::tr("Size not known");
}

} // namespace

MemoryPictureView::MemoryPictureView(const Theme &theme, QWidget *parent)
    : Canvas(theme, u"memoryPicture"_s, u"memoryCard"_s, parent)
{
    setAccessibleName(tr("Memory picture"));
    setMinimumSize(560, 210);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_shown = blend(m_start, m_target, value.toDouble());
        refresh();
    });
}

void MemoryPictureView::arrange()
{
    setAcross(0, 1, NearestShare);
    setUpright(0, 1, NearestShare);
}

int MemoryPictureView::motionTime() const
{
    return std::min(
        LongestMotion, style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this));
}

void MemoryPictureView::setPicture(
    const analysis::MemoryPicture &picture, const std::optional<analysis::Budget> &budget)
{
    m_picture = picture;
    m_budget = budget;
    leave();
    if (m_selected && !partOf(*m_selected)) {
        // It may have moved to the other memory.
        const auto kind = m_selected->kind;
        m_selected.reset();
        for (const auto &box : m_picture.boxes) {
            if (box.part(kind))
                m_selected = PartRef{ box.role, kind };
        }
    }
    relayout(isVisible() && !m_shown.parts.empty());
    updateDescription();
}

void MemoryPictureView::relayout(bool isMoving)
{
    m_motion.stop();
    m_start = m_shown;
    m_target = layoutPicture(m_picture, m_budget ? &*m_budget : nullptr,
        QSizeF(xOf(1) - xOf(0), yOf(1) - yOf(0)), static_cast<double>(fontMetrics().height()));
    const auto time = motionTime();
    if (isMoving && time > 0) {
        m_shown = blend(m_start, m_target, 0);
        m_motion.setDuration(time);
        m_motion.start();
    } else {
        m_shown = m_target;
    }
    refresh();
}

void MemoryPictureView::setSelectedPart(const std::optional<PartRef> &part)
{
    m_selected = part;
    updateDescription();
    viewport()->update();
}

const analysis::MemoryPart *MemoryPictureView::partOf(const PartRef &ref) const
{
    const auto *box = m_picture.box(ref.role);
    return box ? box->part(ref.kind) : nullptr;
}

const analysis::BudgetRow *MemoryPictureView::rowOf(analysis::MemoryRole role) const
{
    return m_budget ? m_budget->row(role) : nullptr;
}

int MemoryPictureView::itemAt(const QPointF &position) const
{
    // Narrow parts lie beside wide ones: what is exactly hit goes before what is nearly hit.
    for (const auto reach : { 0.0, Reach }) {
        for (const auto &part : m_target.parts) {
            if (part.area.adjusted(-reach, 0, reach, 0).contains(position - origin()))
                return itemOf(part.part);
        }
    }
    return -1;
}

int MemoryPictureView::itemOf(const PartRef &part) const
{
    const auto found = std::ranges::find(m_target.parts, part, &PartGeometry::part);
    return found == m_target.parts.end() ? -1 : static_cast<int>(found - m_target.parts.begin());
}

QRectF MemoryPictureView::itemRect(int item) const
{
    return m_shown.parts[static_cast<size_t>(item)].area.translated(origin());
}

void MemoryPictureView::choose(int item)
{
    const auto part = partIn(item);
    setSelectedPart(part);
    reveal(itemRect(item));
    Q_EMIT partSelected(part);
}

void MemoryPictureView::walk(int dx, int dy)
{
    if (dy != 0 && m_selected)
        walkBoxes(dy);
    else
        Canvas::walk(dx, dy);
}

/// To the first part of the next memory that has one.
void MemoryPictureView::walkBoxes(int direction)
{
    const auto role = m_selected->role;
    const auto parts = m_target.parts;
    const auto isNext = [&](const PartGeometry &part) {
        return direction > 0 ? part.part.role > role : part.part.role < role;
    };
    if (direction > 0) {
        const auto found = std::ranges::find_if(parts, isNext);
        if (found != parts.end())
            choose(itemOf(found->part));
        return;
    }
    const auto found = std::find_if(parts.rbegin(), parts.rend(), isNext);
    if (found == parts.rend())
        return;
    const auto first = std::ranges::find_if(
        parts, [&](const auto &p) { return p.part.role == found->part.role; });
    choose(itemOf(first->part));
}

QString MemoryPictureView::cardAt(const QPointF &position) const
{
    if (const auto item = itemAt(position); item >= 0)
        return cardText(partIn(item));
    for (const auto &port : m_target.ports) {
        const auto area = port.tab.united(port.above).united(port.below);
        if (area.contains(position - origin()))
            return portCardText(port.role);
    }
    return {};
}

QString MemoryPictureView::cardText(const PartRef &ref) const
{
    const auto *part = partOf(ref);
    if (!part)
        return {};
    const auto muted = u"color:%1"_s.arg(colors().mutedText.name());
    auto html = cardLine(partName(ref.kind), u"font-weight:600"_s);
    html += cardLine(exact(part->bytes));
    html += cardLine(partMeaning(ref.kind, m_picture.placement), muted);
    if (part->shares.size() > 1) {
        for (const auto &share : part->shares)
            html += cardLine(tr("Partition %1: %2")
                                 .arg(QString::number(share.partition), sizeText(share.bytes)));
    }
    for (const auto &inner : part->inner)
        html += cardLine(tr("%1: %2").arg(innerName(inner.kind), sizeText(inner.bytes)), muted);
    const auto *geometry = m_target.part(ref);
    if (geometry && geometry->isBroken)
        html += cardLine(tr("Drawn wider than to scale"), muted);
    return html;
}

QString MemoryPictureView::portCardText(analysis::MemoryRole role) const
{
    const auto *port = m_picture.port(role);
    if (!port)
        return {};
    const auto muted = u"color:%1"_s.arg(colors().mutedText.name());
    auto html = cardLine(portTitle(*port), u"font-weight:600"_s);
    html += cardLine(trafficText(*port));
    if (const auto detail = trafficDetail(port->traffic); !detail.isEmpty())
        html += cardLine(detail, muted);
    if (port->busyShare)
        html += cardLine(tr("Busy %1 of the inference").arg(formatShare(*port->busyShare)));
    const auto bandwidth = portBandwidth(*port, m_picture.clockHz);
    html += cardLine(bandwidth.isEmpty() ? tr("Bandwidth not known") : bandwidth, muted);
    return html;
}

QString MemoryPictureView::description() const
{
    QStringList sentences;
    for (const auto &box : m_picture.boxes) {
        QStringList parts;
        for (const auto &part : box.parts)
            parts << tr("%1 %2").arg(partName(part.kind), sizeText(part.bytes));
        sentences << (parts.isEmpty() ? tr("%1: nothing.").arg(memoryTitle(box))
                                      : tr("%1: %2.").arg(memoryTitle(box), parts.join(u", "_s)));
    }
    for (const auto &port : m_picture.ports)
        sentences << tr("%1: %2.").arg(port.name, trafficText(port));
    if (m_budget)
        sentences << budgetSentence(*m_budget) + u'.';
    return sentences.join(u' ');
}

void MemoryPictureView::updateDescription()
{
    const auto *part = m_selected ? partOf(*m_selected) : nullptr;
    setAccessibleDescription(part
            ? tr("%1, %2 in %3. %4")
                  .arg(partName(part->kind), sizeText(part->bytes),
                      memoryTitle(*m_picture.box(m_selected->role)), description())
            : description());
}

} // namespace tosaic::views
