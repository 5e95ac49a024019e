// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelineoverview.h"

#include "views/timeline/timelineview.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int StripHeight = 40; // px
constexpr size_t ShownTracks = 4;
}

TimelineOverview::TimelineOverview(TimelineView &view, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_view(view), m_theme(theme)
{
    setObjectName(u"timelineOverview"_s);
    setAccessibleName(tr("Whole timeline"));
    setToolTip(tr("The whole timeline; click or drag to move the window"));
    setFixedHeight(StripHeight);
    connect(&view, &TimelineView::windowChanged, this, [this] {
        if (m_left != m_view.headerWidth())
            m_picture = {};
        update();
    });
    connect(&theme, &Theme::changed, this, &TimelineOverview::refresh);
}

QSize TimelineOverview::sizeHint() const
{
    return { 320, StripHeight };
}

void TimelineOverview::refresh()
{
    m_picture = {};
    update();
}

TimelineAxis TimelineOverview::wholeAxis() const
{
    const auto range = m_view.data() ? m_view.data()->timeline().range : std::nullopt;
    const auto first = range ? static_cast<double>(range->first) : 0.0;
    const auto last = range ? std::max(first + 1, static_cast<double>(range->second)) : 1.0;
    const auto left = static_cast<double>(m_view.headerWidth());
    return { first, last, left, std::max(1.0, width() - left - 1) };
}

/// What tells most of the run: slices of the upper levels, without the frames around them.
std::vector<size_t> TimelineOverview::shownTracks() const
{
    std::vector<size_t> shown;
    const auto &tracks = m_view.data()->timeline().tracks;
    for (size_t i = 0; i < tracks.size() && shown.size() < ShownTracks; ++i) {
        if (tracks[i].kind == profile::TimelineTrack::Kind::Slices && tracks[i].depth == 0)
            shown.push_back(i);
    }
    return shown;
}

void TimelineOverview::paintPicture()
{
    m_left = m_view.headerWidth();
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(m_theme.colors().surface);
    if (!m_view.data())
        return;
    QPainter painter(&m_picture);
    TrackPainter tracks;
    tracks.setLook(m_theme.colors(), font());
    tracks.setData(*m_view.data());
    const auto shown = shownTracks();
    const auto axis = wholeAxis();
    const auto room = height() - 9;
    for (size_t i = 0; i < shown.size(); ++i) {
        const auto count = static_cast<int>(shown.size());
        const auto top = 4 + room * static_cast<int>(i) / count;
        const auto bottom = 4 + room * static_cast<int>(i + 1) / count;
        tracks.paintSlices(painter, shown[i],
            { m_left, top, width() - m_left, std::max(2, bottom - top - 1) }, axis);
    }
}

QRectF TimelineOverview::windowRect() const
{
    const auto axis = wholeAxis();
    const auto window = m_view.axis();
    const auto left = axis.xOf(window.from);
    const auto right = axis.xOf(window.to);
    constexpr double Smallest = 6; // px; it must be seen and grabbed
    const auto middle = (left + right) / 2;
    const auto half = std::max(Smallest, right - left) / 2;
    return { middle - half, 1, 2 * half, height() - 3.0 };
}

void TimelineOverview::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        paintPicture();
    const auto &colors = m_theme.colors();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.fillRect(0, height() - 1, width(), 1, colors.border);
    if (!m_view.data())
        return;
    painter.setPen(colors.mutedText);
    painter.drawText(
        QRect(10, 0, m_left - 20, height()), Qt::AlignLeft | Qt::AlignVCenter, tr("Overview"));
    painter.fillRect(m_left - 1, 0, 1, height(), colors.border);
    const auto window = windowRect();
    auto veil = colors.window;
    veil.setAlphaF(0.62F);
    painter.fillRect(QRectF(m_left, 0, window.left() - m_left, height() - 1), veil);
    painter.fillRect(QRectF(window.right(), 0, width() - window.right(), height() - 1), veil);
    if (const auto range = m_view.range()) {
        const auto axis = wholeAxis();
        for (const auto time : { range->first, range->second })
            painter.fillRect(QRectF(axis.xOf(double(time)) - 1, 0, 2, height() - 1), colors.accent);
    }
    painter.setPen(QPen(colors.accent, 1.5));
    painter.drawRoundedRect(window.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

void TimelineOverview::resizeEvent(QResizeEvent *)
{
    m_picture = {};
}

void TimelineOverview::go(double x)
{
    const auto window = m_view.axis();
    const auto half = (window.to - window.from) / 2;
    const auto middle = wholeAxis().timeAt(x);
    m_view.setWindow(middle - half, middle + half);
}

void TimelineOverview::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_view.data())
        go(event->position().x());
}

void TimelineOverview::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) && m_view.data())
        go(event->position().x());
}

} // namespace tosaic::views
