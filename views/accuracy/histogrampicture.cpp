// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/histogrampicture.h"

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

void HistogramPicture::show(const accuracy::Histogram &histogram)
{
    m_histogram = histogram;
    setAccessibleDescription(histogram.counts.empty()
            ? tr("No finite numbers")
            : tr("From %1 to %2").arg(histogram.smallest).arg(histogram.largest));
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
    const auto &counts = m_histogram.counts;
    if (counts.empty() || plot.height() < 1)
        return;
    const auto most = std::max<quint64>(*std::ranges::max_element(counts), 1);
    const auto width = double(plot.width()) / double(counts.size());
    for (size_t i = 0; i < counts.size(); ++i) {
        const auto height = double(plot.height()) * double(counts[i]) / double(most);
        painter.fillRect(QRectF(plot.left() + double(i) * width, plot.bottom() - height,
                             std::max(1.0, width - 1), height),
            palette.accent);
    }
    painter.drawText(
        rect(), Qt::AlignBottom | Qt::AlignLeft, QString::number(m_histogram.smallest, 'g', 4));
    painter.drawText(
        rect(), Qt::AlignBottom | Qt::AlignRight, QString::number(m_histogram.largest, 'g', 4));
}

} // namespace tosaic::views
