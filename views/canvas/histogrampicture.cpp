// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/histogrampicture.h"

#include "views/widgets/building.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

HistogramPicture::HistogramPicture(
    const QString &name, const QString &title, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_title(title), m_theme(theme)
{
    named(this, name, title);
}

void HistogramPicture::show(double smallest, double largest, std::vector<quint64> counts,
    std::optional<std::pair<double, double>> range)
{
    m_smallest = smallest;
    m_largest = largest;
    m_counts = std::move(counts);
    m_range = range;
    setAccessibleDescription(m_counts.empty() ? tr("No finite numbers")
                                              : tr("From %1 to %2").arg(smallest).arg(largest));
    update();
}

void HistogramPicture::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &palette = m_theme.colors();
    const auto line = fontMetrics().height();
    const QRect plot = rect().adjusted(0, line + 2, 0, -line - 2);
    painter.setPen(palette.mutedText);
    painter.drawText(rect(), Qt::AlignTop | Qt::AlignLeft, m_title);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto &counts = m_counts;
    if (counts.empty() || plot.height() < 1)
        return;
    const auto most = std::max<quint64>(*std::ranges::max_element(counts), 1);
    const auto width = double(plot.width()) / double(counts.size());
    for (size_t i = 0; i < counts.size(); ++i) {
        const auto height = double(plot.height()) * double(counts[i]) / double(most);
        const auto middle
            = m_smallest + (double(i) + 0.5) * (m_largest - m_smallest) / double(counts.size());
        const bool isOutside = m_range && (middle < m_range->first || middle > m_range->second);
        painter.fillRect(QRectF(plot.left() + double(i) * width, plot.bottom() - height,
                             std::max(1.0, width - 1), height),
            isOutside ? palette.worse : palette.accent);
    }
    painter.drawText(rect(), Qt::AlignBottom | Qt::AlignLeft, QString::number(m_smallest, 'g', 4));
    painter.drawText(rect(), Qt::AlignBottom | Qt::AlignRight, QString::number(m_largest, 'g', 4));
}

} // namespace tosaic::views
