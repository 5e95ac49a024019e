// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/histogrampicture.h"

#include "views/widgets/building.h"
#include "views/widgets/parttip.h"
#include "views/widgets/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <climits>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int DigitsOfEnds = 4;
constexpr int DigitsOfBins = 7; // neighbours are told apart
}

HistogramPicture::HistogramPicture(
    const QString &name, const QString &title, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_title(title), m_theme(theme)
{
    named(this, name, title);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HistogramPicture::setTitle(const QString &title)
{
    m_title = title;
    setAccessibleName(title);
    update();
}

void HistogramPicture::show(HistogramBins bins, std::optional<std::pair<double, double>> range)
{
    m_bins = std::move(bins);
    m_range = range;
    const auto [first, last] = numbersBetween(m_bins.low, m_bins.high);
    setAccessibleDescription(m_bins.counts.empty()
            ? tr("No finite numbers")
            : tr("From %1 to %2").arg(textOf(first, DigitsOfBins), textOf(last, DigitsOfBins)));
    update();
}

QRect HistogramPicture::plotRect() const
{
    const auto line = fontMetrics().height() + 2;
    return contentsRect().adjusted(0, line, 0, -line);
}

double HistogramPicture::binWidth() const
{
    return (m_bins.high - m_bins.low) / double(std::max<size_t>(m_bins.counts.size(), 1));
}

std::pair<double, double> HistogramPicture::numbersBetween(double low, double high) const
{
    const auto last = std::min(high, m_bins.largest.value_or(high));
    if (!m_bins.areWhole)
        return { low, last };
    const auto first = std::ceil(low);
    return { first, std::max(first, std::ceil(last) - (last == high ? 1 : 0)) };
}

QString HistogramPicture::textOf(double number, int digits) const
{
    return m_bins.areWhole ? QLocale().toString(number, 'f', 0)
                           : QString::number(number, 'g', digits);
}

int HistogramPicture::binAt(const QPoint &position) const
{
    const auto plot = plotRect();
    if (m_bins.counts.empty() || !plot.contains(position))
        return -1;
    return int((qint64(position.x()) - plot.left()) * qint64(m_bins.counts.size()) / plot.width());
}

QString HistogramPicture::binText(int bin) const
{
    const auto [first, last]
        = numbersBetween(m_bins.low + binWidth() * bin, m_bins.low + binWidth() * (bin + 1));
    const auto count
        = static_cast<int>(std::min<quint64>(m_bins.counts[static_cast<size_t>(bin)], INT_MAX));
    if (first == last)
        return tr("%1: %n element(s)", nullptr, count).arg(textOf(first, DigitsOfBins));
    return tr("%1 to %2: %n element(s)", nullptr, count)
        .arg(textOf(first, DigitsOfBins), textOf(last, DigitsOfBins));
}

bool HistogramPicture::event(QEvent *event)
{
    const auto textAt = [this](const QPoint &at) {
        const auto bin = binAt(at);
        return bin < 0 ? QString() : binText(bin);
    };
    return showPartTip(event, this, textAt) || QWidget::event(event);
}

void HistogramPicture::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &palette = m_theme.colors();
    const auto plot = plotRect();
    painter.setPen(palette.mutedText);
    painter.drawText(contentsRect(), Qt::AlignTop | Qt::AlignLeft, m_title);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto &counts = m_bins.counts;
    if (counts.empty() || plot.height() < 1)
        return;
    const auto most = std::max<quint64>(*std::ranges::max_element(counts), 1);
    const auto width = double(plot.width()) / double(counts.size());
    for (size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0)
            continue;
        // One of a million is seen, too.
        const auto height = std::max(1.0, double(plot.height()) * double(counts[i]) / double(most));
        const auto middle = m_bins.low + (double(i) + 0.5) * binWidth();
        const bool isOutside = m_range && (middle < m_range->first || middle > m_range->second);
        painter.fillRect(QRectF(plot.left() + double(i) * width, plot.bottom() - height,
                             std::max(1.0, width - 1), height),
            isOutside ? palette.worse : palette.accent);
    }
    const auto [first, last] = numbersBetween(m_bins.low, m_bins.high);
    painter.drawText(contentsRect(), Qt::AlignBottom | Qt::AlignLeft, textOf(first, DigitsOfEnds));
    painter.drawText(contentsRect(), Qt::AlignBottom | Qt::AlignRight, textOf(last, DigitsOfEnds));
    const auto number = QLocale().toString(qulonglong(most));
    for (const auto &text :
        { tr("at most %1", "elements in one bin of a histogram").arg(number), number }) {
        if (fontMetrics().horizontalAdvance(m_title + u"  "_s + text) > contentsRect().width())
            continue;
        painter.drawText(contentsRect(), Qt::AlignTop | Qt::AlignRight, text);
        break;
    }
}

} // namespace tosaic::views
