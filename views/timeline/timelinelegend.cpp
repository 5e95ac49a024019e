// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinelegend.h"

#include "views/timeline/timelinewords.h"
#include "views/timeline/trackpainter.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LegendHeight = 28; // px, of one line
constexpr int LineHeight = 20;
constexpr int SwatchWidth = 26;
constexpr int Margin = 12;
constexpr int Gap = 8;

void paintMany(QPainter &painter, const QRect &area, const QColor &colour)
{
    for (int i = 0; i < area.width(); i += 2) {
        const auto height = 3 + (i * 7 + i / 6 * 5) % (area.height() - 4);
        painter.fillRect(area.left() + i, area.bottom() + 1 - height, 2, height, colour);
    }
}

}

TimelineLegend::TimelineLegend(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(u"timelineLegend"_s);
    setFixedHeight(LegendHeight);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TimelineLegend::setData(const std::optional<TimelineData> &shown)
{
    m_subjects.clear();
    QStringList names;
    for (size_t i = 0; shown && i < shown->timeline().tracks.size(); ++i) {
        const auto subject = shown->track(i).subject;
        if (std::ranges::find(m_subjects, subject) != m_subjects.end())
            continue;
        m_subjects.push_back(subject);
        names << TimelineWords::subjectName(subject);
    }
    setAccessibleName(tr("Legend: %1").arg(names.join(u", "_s)));
    fitHeight();
    update();
}

QStringList TimelineLegend::texts() const
{
    QStringList texts;
    for (const auto subject : m_subjects)
        texts << TimelineWords::subjectName(subject);
    texts << tr("Many in one pixel: height is their share");
    return texts;
}

std::vector<QRect> TimelineLegend::places() const
{
    std::vector<QRect> found;
    QPoint next(Margin, (LegendHeight - LineHeight) / 2);
    for (const auto &text : texts()) {
        const auto needed = SwatchWidth + Gap + fontMetrics().horizontalAdvance(text) + 2;
        if (next.x() > Margin && next.x() + needed > width() - Margin)
            next = { Margin, next.y() + LineHeight };
        found.emplace_back(next, QSize(needed, LineHeight));
        next.rx() += needed + 2 * Gap;
    }
    return found;
}

void TimelineLegend::fitHeight()
{
    setFixedHeight(LegendHeight + places().back().top() - places().front().top());
}

QSize TimelineLegend::sizeHint() const
{
    return { 320, minimumHeight() };
}

void TimelineLegend::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

void TimelineLegend::paintEvent(QPaintEvent *)
{
    const auto &colors = m_theme.colors();
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.fillRect(0, 0, width(), 1, colors.border);
    const auto all = places();
    const auto names = texts();
    for (size_t i = 0; i < all.size(); ++i) {
        const QRect swatch(all[i].left(), all[i].top() + 3, SwatchWidth, LineHeight - 5);
        if (i < m_subjects.size())
            TrackPainter::paintSwatch(painter, swatch, m_subjects[i], colors);
        else
            paintMany(painter, swatch, colors.mutedText);
        painter.setPen(colors.mutedText);
        painter.drawText(all[i].adjusted(SwatchWidth + Gap, 0, 0, 0),
            Qt::AlignLeft | Qt::AlignVCenter, names[static_cast<qsizetype>(i)]);
    }
}

} // namespace tosaic::views
