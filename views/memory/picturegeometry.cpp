// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/picturegeometry.h"

#include <algorithm>
#include <cmath>

namespace tosaic::views {

namespace {

using analysis::MemoryRole;

constexpr double Margin = 16;
constexpr double NpuWidth = 148;
constexpr double TabWidth = 12;
constexpr double RowGap = 14;
constexpr double ProgramShare = 0.62; ///< of the height of the NPU's memories
constexpr double LargestBar = 84;
constexpr double SmallestBar = 26;
constexpr double InnerHeight = 0.34; ///< of the bar
constexpr double ShownCapacity = 2.2; ///< a capacity up to so many times the contents is to scale
constexpr double ScaleRoom = 330; ///< for the scale bar and its text
constexpr double OpenEnd = 156; ///< px behind the longest contents: names of narrow parts

const analysis::BudgetRow *rowOf(const analysis::Budget *budget, MemoryRole role)
{
    return budget ? budget->row(role) : nullptr;
}

/// Makes the geometry of one picture.
class Layout
{
public:
    Layout(const analysis::MemoryPicture &picture, const analysis::Budget *budget,
        const QSizeF &size, double lineHeight)
        : m_picture(picture), m_budget(budget), m_size(size), m_line(lineHeight)
    {
        const auto gutter = std::clamp(size.width() * 0.2, 168.0, 250.0);
        m_left = Margin + NpuWidth + TabWidth + gutter;
        m_width = std::max(120.0, size.width() - m_left - Margin);
    }

    PictureGeometry make()
    {
        findScale();
        placeRows();
        placeNpu();
        placeFooter();
        return std::move(m_geometry);
    }

private:
    std::optional<quint64> capacityOf(MemoryRole role) const
    {
        if (role == MemoryRole::Program)
            return {};
        const auto *row = rowOf(m_budget, role);
        return row ? row->capacity : std::nullopt;
    }

    /// The largest contents decide; a capacity joins in if it does not make them small.
    void findScale()
    {
        double widest = 0;
        double reserved = 0;
        for (const auto &box : m_picture.boxes) {
            widest = std::max(widest, static_cast<double>(box.knownBytes()));
            double unknown = 0;
            for (const auto &part : box.parts)
                unknown += part.bytes ? SmallestPart : UnknownPart;
            reserved = std::max(reserved, unknown);
        }
        const auto contents = widest;
        for (const auto &box : m_picture.boxes) {
            const auto capacity = static_cast<double>(capacityOf(box.role).value_or(0));
            if (capacity <= contents * ShownCapacity)
                widest = std::max(widest, capacity);
        }
        const auto room = std::max(60.0, m_width - reserved - OpenEnd);
        m_geometry.bytesPerPixel = widest > 0 ? widest / room : 0;
    }

    double pixels(quint64 bytes) const
    {
        return m_geometry.bytesPerPixel > 0 ? static_cast<double>(bytes) / m_geometry.bytesPerPixel
                                            : 0;
    }

    void placeRows()
    {
        const auto footer = m_line + 14;
        const auto title = m_line + 4;
        double shares = 0;
        for (const auto &box : m_picture.boxes)
            shares += box.role == MemoryRole::Program ? ProgramShare : 1;
        const auto count = static_cast<double>(m_picture.boxes.size());
        const auto room = m_size.height() - 2 * 8 - footer - count * title - (count - 1) * RowGap;
        const auto bar = std::clamp(room / std::max(1.0, shares), SmallestBar, LargestBar);
        double y = 8;
        for (const auto &box : m_picture.boxes) {
            const auto height = box.role == MemoryRole::Program ? bar * ProgramShare : bar;
            placeBox(
                box, QRectF(m_left, y, m_width, title), QRectF(m_left, y + title, m_width, height));
            y += title + height + RowGap;
        }
        m_bottom = y;
    }

    void placeBox(const analysis::MemoryBox &box, const QRectF &title, const QRectF &row)
    {
        BoxGeometry placed;
        placed.role = box.role;
        placed.title = title;
        double x = row.left();
        for (const auto &part : box.parts) {
            if (part.bytes == 0u)
                continue;
            auto made = placePart(box.role, part, x, row);
            x = made.area.right();
            m_geometry.parts.push_back(std::move(made));
        }
        placed.contentRight = x;
        double right = std::max(x, row.left() + 4);
        if (const auto capacity = capacityOf(box.role)) {
            const auto end = row.left() + pixels(*capacity);
            placed.isOpenEnded = m_geometry.bytesPerPixel <= 0 || end > row.right();
            if (!placed.isOpenEnded) {
                placed.capacityX = end;
                right = std::max(right, end);
            } else {
                right = row.right();
            }
        } else {
            right = box.parts.empty() ? row.left() + UnknownPart * 1.5 : right;
        }
        placed.bar = QRectF(row.topLeft(), QPointF(std::min(right, row.right()), row.bottom()));
        m_geometry.boxes.push_back(placed);
    }

    PartGeometry placePart(
        MemoryRole role, const analysis::MemoryPart &part, double x, const QRectF &row) const
    {
        PartGeometry made;
        made.part = { role, part.kind };
        made.isKnown = part.bytes.has_value();
        const auto exact = made.isKnown ? pixels(*part.bytes) : UnknownPart;
        made.isBroken = made.isKnown && exact < SmallestPart;
        made.area = QRectF(x, row.top(), std::max(SmallestPart, exact), row.height());
        for (const auto &inner : part.inner) {
            if (inner.bytes && !made.isBroken)
                made.inner.push_back({ inner.kind, innerArea(inner, made.area) });
        }
        return made;
    }

    /// Inputs and outputs lie at their addresses; staged weights are somewhere: at the end.
    QRectF innerArea(const analysis::InnerPart &inner, const QRectF &area) const
    {
        const auto height = std::floor(area.height() * InnerHeight);
        const auto width = std::clamp(pixels(*inner.bytes), 2.0, area.width());
        const auto left = inner.offset ? area.left() + pixels(*inner.offset) : area.right() - width;
        const auto from = std::clamp(left, area.left(), area.right() - width);
        return QRectF(from, area.bottom() - height, width, height);
    }

    void placeNpu()
    {
        const auto *sram = m_geometry.box(MemoryRole::Sram);
        const auto *external = m_geometry.box(MemoryRole::External);
        if (!sram || !external)
            return;
        m_geometry.npu = QRectF(
            QPointF(Margin, sram->title.top()), QPointF(Margin + NpuWidth, external->bar.bottom()));
        quint64 most = 0;
        for (const auto &port : m_picture.ports)
            most = std::max(most, port.traffic.total.value_or(0));
        for (const auto &port : m_picture.ports) {
            const auto &bar = port.role == MemoryRole::Sram ? sram->bar : external->bar;
            const auto y = bar.center().y();
            PortGeometry placed;
            placed.role = port.role;
            placed.tab = QRectF(m_geometry.npu.right() - 2, y - 17, TabWidth, 34);
            placed.line = QLineF(placed.tab.right(), y, bar.left(), y);
            const auto total = static_cast<double>(port.traffic.total.value_or(0));
            placed.width = most > 0 && total > 0
                ? std::max(1.5, WidestLine * total / static_cast<double>(most))
                : 1.5;
            const auto left = placed.tab.right() + 6;
            const auto wide = bar.left() - left - 6;
            const auto half = placed.width / 2 + 3;
            placed.above = QRectF(left, y - half - m_line, wide, m_line);
            placed.below = QRectF(left, y + half, wide, m_line);
            m_geometry.ports.push_back(placed);
        }
    }

    void placeFooter()
    {
        const auto top = m_bottom - RowGap + 10;
        m_geometry.legend
            = QRectF(Margin, top, m_size.width() - 2 * Margin - ScaleRoom, m_line + 4);
        m_geometry.scaleText
            = QRectF(m_size.width() - Margin - ScaleRoom, top, ScaleRoom, m_line + 4);
        if (m_geometry.bytesPerPixel <= 0)
            return;
        m_geometry.scaleBytes = roundBytes(110 * m_geometry.bytesPerPixel);
        const auto length = pixels(m_geometry.scaleBytes);
        const auto right = m_size.width() - Margin;
        const auto y = top + m_line / 2 + 2;
        m_geometry.scaleBar = QLineF(right - length, y, right, y);
        m_geometry.scaleText.setRight(right - length - 8);
    }

    const analysis::MemoryPicture &m_picture;
    const analysis::Budget *m_budget;
    QSizeF m_size;
    double m_line;
    double m_left = 0;
    double m_width = 0;
    double m_bottom = 0;
    PictureGeometry m_geometry;
};

QRectF between(const QRectF &from, const QRectF &to, double progress)
{
    const auto mix = [progress](double a, double b) { return a + (b - a) * progress; };
    return QRectF(mix(from.left(), to.left()), mix(from.top(), to.top()),
        mix(from.width(), to.width()), mix(from.height(), to.height()));
}

} // namespace

const PartGeometry *PictureGeometry::part(const PartRef &ref) const
{
    const auto found = std::ranges::find(parts, ref, &PartGeometry::part);
    return found == parts.end() ? nullptr : &*found;
}

const BoxGeometry *PictureGeometry::box(MemoryRole role) const
{
    const auto found = std::ranges::find(boxes, role, &BoxGeometry::role);
    return found == boxes.end() ? nullptr : &*found;
}

quint64 roundBytes(double bytes)
{
    double unit = 1;
    while (unit * 1024 <= bytes)
        unit *= 1024;
    double best = 1;
    for (const auto ten : { 1.0, 10.0, 100.0, 1000.0 }) {
        for (const auto factor : { 1.0, 2.0, 5.0 }) {
            if (const auto value = unit * ten * factor; value <= bytes && ten * factor < 1024)
                best = std::max(best, value);
        }
    }
    return static_cast<quint64>(best);
}

PictureGeometry layoutPicture(const analysis::MemoryPicture &picture,
    const analysis::Budget *budget, const QSizeF &size, double lineHeight)
{
    return Layout(picture, budget, size, lineHeight).make();
}

PictureGeometry blend(const PictureGeometry &from, const PictureGeometry &to, double progress)
{
    auto mixed = to;
    for (auto &part : mixed.parts) {
        const auto same = std::ranges::find_if(from.parts,
            [&](const PartGeometry &other) { return other.part.kind == part.part.kind; });
        if (same == from.parts.end())
            continue;
        part.area = between(same->area, part.area, progress);
        if (progress < 1)
            part.inner.clear();
    }
    return mixed;
}

} // namespace tosaic::views
