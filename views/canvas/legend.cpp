// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/legend.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Margin = 12; // px
constexpr int Sample = 24;
constexpr int SampleHeight = 12;
constexpr int Gap = 6; // between sample and words
constexpr int Distance = 18; // between entries
constexpr int LineGap = 4;

} // namespace

FlowLegend::FlowLegend(const Theme &theme, const QString &name, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(name);
    setAccessibleName(tr("Legend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setMinimumWidth(120);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FlowLegend::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    setAccessibleDescription(texts().join(u"; "_s));
    updateGeometry();
    update();
}

QStringList FlowLegend::texts() const
{
    QStringList all;
    for (const auto &entry : m_entries)
        all.append(entry.text);
    return all;
}

std::vector<QRect> FlowLegend::places(int width) const
{
    std::vector<QRect> found;
    const auto height = fontMetrics().height() + LineGap;
    QPoint at(Margin, LineGap);
    for (const auto &entry : m_entries) {
        const auto needed = Sample + Gap + fontMetrics().horizontalAdvance(entry.text) + 2;
        if (at.x() > Margin && at.x() + needed > width - Margin)
            at = { Margin, at.y() + height };
        found.emplace_back(at, QSize(std::min(needed, width - 2 * Margin), height));
        at.rx() += needed + Distance;
    }
    return found;
}

int FlowLegend::heightForWidth(int width) const
{
    const auto all = places(width);
    return all.empty() ? 0 : all.back().bottom() + 1 + LineGap;
}

QSize FlowLegend::sizeHint() const
{
    const auto line = places(QWIDGETSIZE_MAX);
    const auto width = line.empty() ? 0 : line.back().right() + 1 + Margin;
    return { width, heightForWidth(std::max(this->width(), minimumWidth())) };
}

void FlowLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto all = places(width());
    for (size_t i = 0; i < all.size(); ++i) {
        const QRectF sample(
            all[i].left(), all[i].center().y() - SampleHeight / 2, Sample, SampleHeight);
        painter.save();
        m_entries[i].paint(painter, sample, m_theme.colors());
        painter.restore();
        painter.setPen(m_theme.colors().text);
        const auto area = all[i].adjusted(Sample + Gap, 0, 0, 0);
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
            fontMetrics().elidedText(m_entries[i].text, Qt::ElideRight, area.width()));
    }
}

} // namespace tosaic::views
