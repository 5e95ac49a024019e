// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/trackpainter.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::TimelineTrack;
using Subject = TimelineTrack::Subject;

namespace {

constexpr int WideBox = 3; // px from which a slice is a box of its own
constexpr int NameRoom = 44; // px that a name needs at least
constexpr int NameHeight = 14;
constexpr int RoomStep = 4; // px; names are laid out for rooms of so many widths
constexpr int NameLimit = 8192;
constexpr int CoverageSteps = 16;

QColor mixed(const QColor &below, const QColor &above, double share)
{
    const auto mix
        = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return { mix(below.red(), above.red()), mix(below.green(), above.green()),
        mix(below.blue(), above.blue()) };
}

/// Slices of a few neighbouring columns that look the same.
struct Run
{
    int left = 0;
    int right = 0;
    size_t shade = 0;
    int steps = 0; ///< of coverage
};

/// Height says how much of the time is covered.
void paintRun(
    QPainter &painter, const QRect &area, const Run &run, const QColor &tint, const QColor &bar)
{
    if (run.right <= run.left)
        return;
    const auto height
        = std::max(2, (area.height() * run.steps + CoverageSteps - 1) / CoverageSteps);
    painter.fillRect(run.left, area.top(), run.right - run.left, area.height() - height, tint);
    painter.fillRect(run.left, area.bottom() + 1 - height, run.right - run.left, height, bar);
}

} // namespace

QColor TrackPainter::colourOf(Subject subject, const ThemeColors &colors)
{
    switch (subject) {
    case Subject::NpuOperation:
    case Subject::Counter:
        return colors.npu;
    case Subject::CpuKernel:
        return colors.cpu;
    case Subject::Delegate:
    case Subject::Arena:
        return colors.otherDelegate;
    case Subject::Inference:
        return colors.mutedText;
    case Subject::Dma:
    case Subject::Other:
        break;
    }
    return colors.boundary;
}

TrackPainter::Look TrackPainter::lookOf(Subject subject, const ThemeColors &colors)
{
    Look look{
        .subject = subject, .colour = colourOf(subject, colors), .tint = {}, .fills = {}, .bars = {}
    };
    const bool isQuiet = subject == Subject::Inference || subject == Subject::Dma;
    const auto least = isQuiet ? 0.14 : 0.26;
    look.tint = mixed(colors.surface, look.colour, 0.13);
    for (size_t i = 0; i < Shades; ++i) {
        const auto step = static_cast<double>(i);
        look.fills[i] = mixed(colors.surface, look.colour, least + step * (isQuiet ? 0.02 : 0.065));
        look.bars[i] = mixed(colors.surface, look.colour, 0.66 + step * 0.1);
    }
    return look;
}

void TrackPainter::setData(const TimelineData &data)
{
    m_index = data.index.get();
    m_names.clear();
}

void TrackPainter::setLook(const ThemeColors &colors, const QFont &font)
{
    m_colors = colors;
    m_font = font;
    m_names.clear();
}

void TrackPainter::paintBox(
    QPainter &painter, const QRect &box, const Look &look, size_t shade, const QColor &background)
{
    painter.fillRect(box, look.fills[shade]);
    painter.fillRect(box.left(), box.top(), 1, box.height(), look.colour);
    switch (look.subject) {
    case Subject::NpuOperation: // rounded
    case Subject::Delegate: // hexagon: the corners are cut further
        for (int cut = look.subject == Subject::Delegate ? 4 : 1, row = 0; cut > 0; --cut, ++row) {
            if (box.width() < 6 * cut)
                continue;
            for (const auto y : { box.top() + row, box.bottom() - row }) {
                painter.fillRect(box.left(), y, cut, 1, background);
                painter.fillRect(box.right() + 1 - cut, y, cut, 1, background);
            }
        }
        break;
    case Subject::CpuKernel: // square, with an edge
        painter.fillRect(box.left(), box.top(), box.width(), 2, look.colour);
        break;
    case Subject::Dma: { // hatched, where there is room to see it
        if (box.width() < 7)
            break;
        auto colour = look.colour;
        colour.setAlphaF(0.55F);
        painter.fillRect(box, QBrush(colour, Qt::BDiagPattern));
        break;
    }
    case Subject::Inference: // a frame
        painter.fillRect(box.left(), box.bottom() - 1, box.width(), 2, look.colour);
        painter.fillRect(box.right(), box.top(), 1, box.height(), look.colour);
        break;
    default:
        break;
    }
}

const QStaticText &TrackPainter::nameFor(quint32 label, int room)
{
    const auto key = (quint64(label) << 32) | static_cast<quint32>(room);
    const auto found = m_names.find(key);
    if (found != m_names.end())
        return *found;
    if (m_names.size() >= NameLimit)
        m_names.clear();
    const auto &name = m_index->timeline().labels[label];
    QStaticText text(QFontMetrics(m_font).elidedText(name, Qt::ElideRight, room));
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.prepare({}, m_font);
    return *m_names.insert(key, text);
}

void TrackPainter::paintName(QPainter &painter, const QRect &box, quint32 label)
{
    constexpr int LongestRoom = 800; // px
    const auto room = std::min(LongestRoom, (box.width() - 8) / RoomStep * RoomStep);
    const auto &text = nameFor(label, room);
    const auto top = box.top() + (box.height() - text.size().height()) / 2;
    painter.drawStaticText(QPointF(box.left() + 5, top), text);
}

void TrackPainter::paintSlices(
    QPainter &painter, size_t number, const QRect &area, const TimelineAxis &axis)
{
    const auto look = lookOf(m_index->timeline().tracks[number].subject, m_colors);
    const auto left = static_cast<int>(axis.left);
    const auto end = left + static_cast<int>(axis.width);
    Run run;
    const auto flush = [&] {
        paintRun(painter, area, run, look.tint, look.bars[run.shade]);
        run = {};
    };
    painter.setPen(m_colors.text);
    painter.setFont(m_font);
    for (const auto &cell : m_index->slices(number, axis.window())) {
        const auto from = std::max(left - 2, left + static_cast<int>(std::floor(cell.left)));
        const auto to = std::min(end + 2, left + static_cast<int>(std::ceil(cell.right)));
        const auto shade = shadeOf(cell.label);
        if (cell.count == 1 && to - from >= WideBox) {
            flush();
            // A column of background keeps neighbours apart where there is room.
            const auto gap = to - from > 6 ? 1 : 0;
            const QRect box(from, area.top(), to - from - gap, area.height());
            paintBox(painter, box, look, shade, m_colors.surface);
            if (box.width() >= NameRoom && box.height() >= NameHeight)
                paintName(painter, box, cell.label);
            continue;
        }
        const auto steps = std::max(
            1, static_cast<int>(std::ceil(static_cast<double>(cell.coverage) * CoverageSteps)));
        const bool goesOn
            = run.right >= from && run.shade == shade && run.steps == steps && run.right > run.left;
        if (!goesOn) {
            flush();
            run = { from, to, shade, steps };
        }
        run.right = to;
    }
    flush();
}

profile::CounterRange TrackPainter::scaleOf(size_t number) const
{
    auto range = m_index->wholeRange(number).value_or(profile::CounterRange());
    range.least = std::min(0.0, range.least);
    if (range.most <= range.least)
        range.most = range.least + 1;
    return range;
}

void TrackPainter::paintCounter(
    QPainter &painter, size_t number, const QRect &area, const TimelineAxis &axis) const
{
    const auto colour = colourOf(m_index->timeline().tracks[number].subject, m_colors);
    const auto fill = mixed(m_colors.surface, colour, 0.16);
    const auto band = mixed(m_colors.surface, colour, 0.42);
    const auto scale = scaleOf(number);
    const auto left = static_cast<int>(axis.left);
    const auto end = left + static_cast<int>(axis.width);
    const auto yOf = [&](double value) {
        const auto share = (value - scale.least) / (scale.most - scale.least);
        return area.bottom() - static_cast<int>(std::lround(share * (area.height() - 2)));
    };
    const auto base = yOf(0);
    int before = -1;
    for (const auto &cell : m_index->counter(number, axis.window())) {
        const auto from = std::max(left, left + static_cast<int>(std::floor(cell.left)));
        const auto to = std::min(end, left + static_cast<int>(std::floor(cell.right)));
        if (to <= from)
            continue;
        const auto mean = yOf(cell.mean);
        const auto top = yOf(cell.most);
        const auto bottom = yOf(cell.least);
        painter.fillRect(from, std::min(mean, base), to - from, std::abs(base - mean) + 1, fill);
        if (bottom > top)
            painter.fillRect(from, top, to - from, bottom - top + 1, band);
        painter.fillRect(from, mean, to - from, 1, colour);
        if (before >= 0 && std::abs(before - mean) > 1)
            painter.fillRect(from, std::min(before, mean), 1, std::abs(before - mean) + 1, colour);
        before = mean;
    }
}

void TrackPainter::paintSwatch(
    QPainter &painter, const QRect &area, Subject subject, const ThemeColors &colors)
{
    const auto look = lookOf(subject, colors);
    if (subject != Subject::Counter && subject != Subject::Arena) {
        paintBox(painter, area, look, 2, colors.surface);
        return;
    }
    const auto half = area.width() / 2;
    painter.fillRect(area.left(), area.center().y(), half, area.height() / 2 + 1, look.fills[0]);
    painter.fillRect(
        area.left() + half, area.top() + 2, area.width() - half, area.height() - 2, look.fills[0]);
    painter.fillRect(area.left(), area.center().y(), half, 1, look.colour);
    painter.fillRect(area.left() + half, area.top() + 2, area.width() - half, 1, look.colour);
    painter.fillRect(area.left() + half, area.top() + 2, 1, area.height() / 2, look.colour);
}

} // namespace tosaic::views
