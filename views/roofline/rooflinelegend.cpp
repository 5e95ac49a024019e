// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/rooflinelegend.h"

#include "views/roofline/roofwords.h"

#include <QPaintEvent>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Margin = 12; // px
constexpr int SampleWidth = 26;
constexpr int Gap = 16;
constexpr int LineGap = 4;

} // namespace

RooflineLegend::RooflineLegend(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(u"rooflineLegend"_s);
    setAccessibleName(tr("Legend"));
    auto policy = sizePolicy();
    policy.setHeightForWidth(true);
    policy.setVerticalPolicy(QSizePolicy::Fixed);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, &RooflineLegend::rebuild);
}

void RooflineLegend::setData(const RoofData &roofs)
{
    m_data = roofs;
    rebuild();
}

void RooflineLegend::rebuild()
{
    const auto &colors = m_theme.colors();
    m_entries.clear();
    const auto assumed = [this](const QString &text) {
        return m_data.isAssumed ? tr("%1 (assumed)").arg(text) : text;
    };
    std::set<std::optional<size_t>> limits;
    std::set<bool> fillings;
    bool hasRun = false;
    for (const auto &row : m_data.rows) {
        if (!row.point)
            continue;
        limits.insert(row.point->ceiling);
        fillings.insert(row.origin != Origin::Estimate);
        hasRun = hasRun || row.isWholeRun();
    }
    using Sample = Entry::Sample;
    if (m_data.hasRoofs()) {
        m_entries.push_back({ Sample::Line, lookOf({}, colors), true, peakText(m_data.roofline) });
        for (size_t i = 0; i < m_data.roofline.ceilings.size(); ++i)
            m_entries.push_back({ Sample::Line, lookOf(i, colors), true,
                assumed(ceilingText(m_data.roofline, i)) });
    }
    for (const auto &limit : limits) {
        const profile::RooflinePoint point{ .ceiling = limit };
        m_entries.push_back({ Sample::Mark, lookOf(limit, colors), fillings.contains(true),
            tr("limited by %1").arg(limitText(m_data.roofline, point)) });
    }
    auto plain = lookOf({}, colors);
    plain.colour = colors.mutedText;
    if (fillings.contains(true))
        m_entries.push_back({ Sample::Mark, plain, true, tr("filled: measured") });
    if (fillings.contains(false))
        m_entries.push_back({ Sample::Mark, plain, false, tr("hollow: estimated") });
    if (!limits.empty())
        m_entries.push_back({ Sample::Sizes, plain, false, tr("size: time") });
    if (hasRun) {
        plain.shape = RoofLook::Shape::Star;
        m_entries.push_back({ Sample::Mark, plain, true, tr("whole run, from its counters") });
    }
    setAccessibleDescription(texts().join(u"; "_s));
    updateGeometry();
    update();
}

QStringList RooflineLegend::texts() const
{
    QStringList all;
    for (const auto &entry : m_entries)
        all.append(entry.text);
    return all;
}

std::vector<QRect> RooflineLegend::places(int width) const
{
    std::vector<QRect> found;
    const auto height = fontMetrics().height() + LineGap;
    int x = Margin;
    int y = LineGap;
    for (const auto &entry : m_entries) {
        const auto needed = SampleWidth + 6 + fontMetrics().horizontalAdvance(entry.text) + 2;
        if (x > Margin && x + needed > width - Margin) {
            x = Margin;
            y += height;
        }
        found.emplace_back(x, y, std::min(needed, width - 2 * Margin), height);
        x += needed + Gap;
    }
    return found;
}

int RooflineLegend::heightForWidth(int width) const
{
    const auto all = places(width);
    return all.empty() ? 0 : all.back().bottom() + 1 + LineGap;
}

QSize RooflineLegend::sizeHint() const
{
    return { 400, heightForWidth(std::max(width(), 300)) };
}

void RooflineLegend::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateGeometry();
}

void RooflineLegend::paintSample(QPainter &painter, const Entry &entry, const QRect &place) const
{
    const QRectF box(place.left(), place.top(), SampleWidth, place.height());
    const auto &colors = m_theme.colors();
    switch (entry.sample) {
    case Entry::Sample::Line:
        painter.setPen(QPen(entry.look.colour, 2, entry.look.line));
        painter.drawLine(
            QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        return;
    case Entry::Sample::Mark:
        paintMark(painter, box.center(), 5.5, entry.look, entry.isFilled, colors);
        return;
    case Entry::Sample::Sizes:
        paintMark(painter, box.center() - QPointF(7, 0), 3, entry.look, false, colors);
        paintMark(painter, box.center() + QPointF(5, 0), 7, entry.look, false, colors);
        return;
    }
}

void RooflineLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto all = places(width());
    for (size_t i = 0; i < all.size(); ++i) {
        paintSample(painter, m_entries[i], all[i]);
        painter.setPen(m_theme.colors().text);
        const auto area = all[i].adjusted(SampleWidth + 6, 0, 0, 0);
        painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
            fontMetrics().elidedText(m_entries[i].text, Qt::ElideRight, area.width()));
    }
}

} // namespace tosaic::views
