// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/legends.h"

#include "views/operations/barsview.h"
#include "views/widgets/changewords.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int MarkHeight = 10; // px
constexpr int Gap = 6; // px
constexpr int Space = 16; // px between entries
constexpr int Gradient = 96; // px

} // namespace

std::vector<FlowLegend::Entry> barLegend(const std::vector<Origin> &origins)
{
    std::vector<FlowLegend::Entry> entries;
    for (const auto origin : origins) {
        const auto word = origin == Origin::Estimate ? ScaleLegend::tr("Vela (est)")
            : origin == Origin::Fvp                  ? ScaleLegend::tr("FVP")
            : origin == Origin::Board                ? ScaleLegend::tr("Board")
                                                     : ScaleLegend::tr("This machine");
        entries.push_back(
            { word, [origin](QPainter &painter, const QRectF &area, const ThemeColors &colors) {
                 BarsView::paintBar(painter, area, origin, colors);
             } });
    }
    return entries;
}

ScaleLegend::ScaleLegend(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"scaleLegend"_s);
    setAccessibleName(tr("Legend"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QString ScaleLegend::lowText() const
{
    return metricValueText(m_scale.metric, m_scale.lowest);
}

QString ScaleLegend::highText() const
{
    return metricValueText(m_scale.metric, m_scale.highest);
}

void ScaleLegend::setScale(const MetricScale &scale)
{
    m_scale = scale;
    setAccessibleDescription(scale.isKnown
            ? tr("%1 from %2 to %3").arg(metricWord(scale.metric), lowText(), highText())
            : notKnownText());
    updateGeometry();
    update();
}

QSize ScaleLegend::sizeHint() const
{
    const auto metrics = fontMetrics();
    auto width
        = MarkHeight + Gap + metrics.horizontalAdvance(metricUnknownText(m_scale.metric)) + 2;
    if (m_scale.isKnown) {
        width += metrics.horizontalAdvance(lowText()) + Gap + Gradient + Gap
            + metrics.horizontalAdvance(highText()) + Space + 4;
    }
    return { width, metrics.height() + 4 };
}

void ScaleLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &colors = m_theme.colors();
    double x = 0;
    const auto write = [&](const QString &text) {
        const auto width = fontMetrics().horizontalAdvance(text) + 2.0;
        painter.setPen(colors.text);
        painter.drawText(QRectF(x, 0, width, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width;
    };
    const auto top = (height() - MarkHeight) / 2;
    if (m_scale.isKnown) {
        write(lowText());
        x += Gap;
        const bool isDiverging = m_scale.metric == TileMetric::Deviation;
        for (int i = 0; i < Gradient; ++i) {
            const auto share = static_cast<double>(i) / (Gradient - 1);
            painter.fillRect(QRectF(x + i, top, 1, MarkHeight),
                m_scale.colourAt(isDiverging ? 2 * share - 1 : share, colors));
        }
        x += Gradient + Gap;
        write(highText());
        x += Space;
    }
    const QRectF mark(x, top, MarkHeight, MarkHeight);
    paintUnknown(painter, mark, colors);
    painter.setPen(colors.border);
    painter.drawRect(mark.adjusted(0.5, 0.5, -0.5, -0.5));
    x = mark.right() + Gap;
    write(metricUnknownText(m_scale.metric));
}

} // namespace tosaic::views
