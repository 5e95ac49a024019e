// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenalegend.h"

#include "views/arena/arenaview.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Margin = 12; // px
constexpr int Swatch = 16;
constexpr int Gap = 6;
constexpr int Distance = 20; // between entries
} // namespace

ArenaLegend::ArenaLegend(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"arenaLegend"_s);
    setAccessibleName(tr("Legend"));
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ArenaLegend::setArena(std::shared_ptr<const Arena> arena)
{
    m_entries.clear();
    m_isNpu = arena && arena->isNpu;
    using Kind = ArenaBuffer::Kind;
    for (const auto kind :
        { Kind::Input, Kind::FeatureMap, Kind::Output, Kind::Weights, Kind::Other }) {
        if (arena
            && std::ranges::find(arena->buffers, kind, &ArenaBuffer::kind) != arena->buffers.end())
            m_entries.push_back({ kind, true, bufferKindWord(kind) });
    }
    if (arena && arena->unknownBuffers > 0)
        m_entries.push_back({ Kind::FeatureMap, false, tr("Size not known") });
    if (arena) {
        const auto held = std::ranges::find_if(
            arena->buffers, [](const ArenaBuffer &buffer) { return buffer.last > buffer.lastUse; });
        if (held != arena->buffers.end())
            m_entries.push_back(
                { held->kind, true, tr("Held until the DMA beside it is done"), true });
    }
    QStringList texts;
    for (const auto &entry : m_entries)
        texts << entry.text;
    setAccessibleDescription(texts.join(u", "_s));
    updateGeometry();
    update();
}

QSize ArenaLegend::sizeHint() const
{
    return { 200, heightForWidth(std::max(width(), 200)) };
}

int ArenaLegend::rowHeight() const
{
    return fontMetrics().height() + 6;
}

int ArenaLegend::heightForWidth(int width) const
{
    int rows = 1;
    for (const auto &at : places(width))
        rows = std::max(rows, at.y() / rowHeight() + 1);
    return rows * rowHeight() + 8;
}

/// Where the swatches stand: as many in a row as fit.
std::vector<QPoint> ArenaLegend::places(int width) const
{
    std::vector<QPoint> places;
    QPoint at(Margin, 0);
    for (const auto &entry : m_entries) {
        const auto needed = Swatch + Gap + fontMetrics().horizontalAdvance(entry.text);
        if (at.x() > Margin && at.x() + needed > width - Gap)
            at = { Margin, at.y() + rowHeight() };
        places.push_back(at);
        at.rx() += needed + Distance;
    }
    return places;
}

void ArenaLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &c = m_theme.colors();
    painter.fillRect(rect(), c.surface);
    const auto at = places(width());
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const auto &entry = m_entries[i];
        const QRectF row(at[i].x(), at[i].y() + 4, width(), rowHeight());
        const QRectF swatch(row.left(), row.center().y() - 6, Swatch, 12);
        ArenaView::paintSwatch(painter, swatch, entry.kind, m_isNpu, entry.isKnown, c);
        if (entry.isHeld)
            ArenaView::paintHeld(painter, swatch.adjusted(6, 0, 0, 0), c);
        painter.setPen(c.text);
        painter.drawText(row.adjusted(Swatch + Gap, 0, 0, 0), Qt::AlignVCenter, entry.text);
    }
}

} // namespace tosaic::views
