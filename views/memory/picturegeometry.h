// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

#include <QLineF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

/// Where everything of a memory picture is painted. Pure functions, px.
namespace tosaic::views {

/// A part by what it is: parts keep this while they move from one memory to the other.
struct PartRef
{
    analysis::MemoryRole role = analysis::MemoryRole::Sram;
    analysis::PartKind kind = analysis::PartKind::Scratch;
    bool operator==(const PartRef &) const = default;
};

struct InnerGeometry
{
    analysis::InnerPart::Kind kind = analysis::InnerPart::Kind::Input;
    QRectF area;
};

struct PartGeometry
{
    PartRef part;
    QRectF area;
    bool isBroken = false; ///< wider than to scale, so that it can be seen at all
    bool isKnown = true; ///< its size; else all unknown parts are equally wide
    std::vector<InnerGeometry> inner;
};

struct BoxGeometry
{
    analysis::MemoryRole role = analysis::MemoryRole::Sram;
    QRectF title; ///< a line of text above the bar
    QRectF bar; ///< the memory: as wide as its capacity, or as its contents where that is more
    double contentRight = 0; ///< end of the last part
    std::optional<double> capacityX; ///< where the capacity ends
    bool isOpenEnded = false; ///< the capacity is far beyond the picture's right edge
};

struct PortGeometry
{
    analysis::MemoryRole role = analysis::MemoryRole::Sram;
    QRectF tab; ///< at the NPU's edge
    QLineF line; ///< from the tab to the bar
    double width = 0; ///< of the line, by bytes
    QRectF above; ///< for a line of text
    QRectF below;
};

struct PictureGeometry
{
    QRectF npu;
    std::vector<BoxGeometry> boxes;
    std::vector<PartGeometry> parts;
    std::vector<PortGeometry> ports;
    QRectF legend;
    QRectF scaleText;
    double bytesPerPixel = 0; ///< 0: no size is known, nothing is to scale
    quint64 scaleBytes = 0; ///< length of the scale bar
    QLineF scaleBar;

    const PartGeometry *part(const PartRef &ref) const;
    const BoxGeometry *box(analysis::MemoryRole role) const;
};

inline constexpr double SmallestPart = 7; ///< px; narrower ones are widened and marked
inline constexpr double UnknownPart = 132; ///< px of a part without a known size
inline constexpr double WidestLine = 22; ///< px of the port with most traffic

/// `lineHeight`: of the font. The picture is never higher than `size`, but needs about 260 px.
PictureGeometry layoutPicture(const analysis::MemoryPicture &picture,
    const analysis::Budget *budget, const QSizeF &size, double lineHeight);

/// Bytes that a scale bar stands for: 1, 2 or 5 times a power of 1024 or of ten times it, at most
/// `bytes`.
quint64 roundBytes(double bytes);

/// Between two pictures: parts that are in both move, the others are where `to` has them.
PictureGeometry blend(const PictureGeometry &from, const PictureGeometry &to, double progress);

} // namespace tosaic::views
