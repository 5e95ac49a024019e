// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/waterfallpicture.h"

#include "views/canvas/painting.h"
#include "views/models/runchangenames.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct WaterfallText
{
    Q_DECLARE_TR_FUNCTIONS(Waterfall)
};

constexpr double Inset = 12; // px
constexpr double BarHeight = 14; // px
constexpr double NameShare = 0.3; // of the width
constexpr double ValueWidth = 150; // px
constexpr double PaperWidth = 720; // px

} // namespace

QStringList waterfallNotes(const profile::Waterfall &waterfall)
{
    QStringList notes;
    if (waterfall.isEmpty())
        notes << WaterfallText::tr(
            "Not known: a waterfall needs numbers of operators, from Vela's per-layer "
            "report or debug database, an ETDump or a log with rows for layers.");
    if (waterfall.axisStart() > 0)
        notes << WaterfallText::tr(
            "The axis begins at %1 %2, not at 0, so that the steps can be seen.", "number, unit")
                     .arg(valueText(waterfall.axisStart()), waterfall.unit);
    if (waterfall.unchanged > 0)
        notes << WaterfallText::tr(
            "%n operator(s) did not change.", nullptr, static_cast<int>(waterfall.unchanged));
    if (waterfall.leftOut > 0)
        notes << WaterfallText::tr("%n value(s) in another unit are not in it.", nullptr,
            static_cast<int>(waterfall.leftOut));
    return notes;
}

WaterfallPicture::WaterfallPicture(profile::Waterfall waterfall) : m_waterfall(std::move(waterfall))
{
    if (m_waterfall.isEmpty())
        return;
    const auto total = [this](const QString &name, double value) {
        const auto text
            = WaterfallText::tr("%1 %2", "number, unit").arg(valueText(value), m_waterfall.unit);
        m_rows.push_back({ name, text, m_waterfall.axisStart(), value, -1 });
    };
    total(WaterfallText::tr("Old total"), m_waterfall.oldTotal);
    for (const auto &step : m_waterfall.steps) {
        const auto name = step.name.isEmpty()
            ? WaterfallText::tr("%n other operator(s)", nullptr, static_cast<int>(step.merged))
            : step.name;
        m_rows.push_back({ name, signedValueText(step.to - step.from), step.from, step.to,
            static_cast<int>(&step - m_waterfall.steps.data()) });
    }
    total(WaterfallText::tr("New total"), m_waterfall.newTotal);
}

double WaterfallPicture::height() const
{
    return static_cast<double>(m_rows.size()) * RowHeight + 2 * Inset;
}

QRectF WaterfallPicture::barsIn(const QRectF &area)
{
    return area.adjusted(area.width() * NameShare + Inset, 0, -ValueWidth - 2 * Inset, 0);
}

QRectF WaterfallPicture::barRect(const Row &row, const QRectF &bars, const AxisWindow &across) const
{
    const auto x = [&](double value) {
        return bars.left() + (value - across.from()) / across.width() * bars.width();
    };
    const auto left = std::min(x(row.from), x(row.to));
    const auto y = bars.top() + Inset + static_cast<double>(&row - m_rows.data()) * RowHeight;
    return { left, y + (RowHeight - BarHeight) / 2,
        std::max(1.5, std::abs(x(row.to) - x(row.from))), BarHeight };
}

void WaterfallPicture::paint(QPainter &painter, const QRectF &bars, const AxisWindow &across,
    const ThemeColors &colors, int selected) const
{
    const auto nameWidth = bars.left() - 2 * Inset;
    for (const auto &row : m_rows) {
        const bool isTotal = row.step < 0;
        const auto colour = isTotal ? colors.boundary
            : row.to > row.from     ? colors.worse
                                    : colors.better;
        const auto bar = barRect(row, bars, across);
        const QRectF line(0, bar.center().y() - RowHeight / 2, bars.left(), RowHeight);
        painter.save();
        painter.setClipRect(bars, Qt::IntersectClip);
        painter.fillRect(bar, colour);
        // A thin line leads to where the next step begins.
        if (&row != &m_rows.back()) {
            const auto x = row.to >= row.from ? bar.right() : bar.left();
            painter.setPen(QPen(colors.border, 1, Qt::DotLine));
            painter.drawLine(
                QPointF(x, bar.bottom()), QPointF(x, bar.bottom() + RowHeight - BarHeight));
        }
        if (!isTotal && row.step == selected)
            paintSelected(painter, bar, colors);
        painter.restore();
        // The sign beside the number is the second cue.
        painter.setPen(isTotal ? colors.text : colors.mutedText);
        drawElided(painter, QRectF(Inset, line.top(), nameWidth, RowHeight), row.name,
            Qt::AlignRight, Qt::ElideMiddle);
        painter.setPen(isTotal ? colors.text : colour);
        painter.drawText(QRectF(bars.right() + Inset, line.top(), ValueWidth, RowHeight),
            Qt::AlignVCenter | Qt::AlignRight, row.value);
    }
}

QByteArray waterfallSvg(const profile::Waterfall &waterfall)
{
    const WaterfallPicture picture(waterfall);
    if (picture.rows().empty() || waterfall.largest() <= waterfall.axisStart())
        return {};
    const auto note = waterfall.axisStart() > 0 ? waterfallNotes(waterfall).first() : QString();
    const QRectF area(
        0, 0, PaperWidth, picture.height() + (note.isEmpty() ? 0 : WaterfallPicture::RowHeight));
    AxisWindow across;
    across.setLimits(waterfall.axisStart(), waterfall.largest(), 0);
    return svgOf(area.size(), [&](QPainter &painter) {
        const auto colors = Theme::lightColors();
        painter.fillRect(area, Qt::white);
        painter.setFont(paperFont());
        picture.paint(painter, WaterfallPicture::barsIn(area), across, colors);
        painter.setPen(colors.mutedText);
        painter.drawText(
            area.adjusted(Inset, 0, -Inset, -Inset / 2), Qt::AlignBottom | Qt::AlignLeft, note);
    });
}

} // namespace tosaic::views
