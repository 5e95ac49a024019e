// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/mappicture.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qint64 MostSides = 2048; // pixels of an image, rows and columns of a table
constexpr size_t MostBins = 64;
constexpr int HistogramHeight = 64; // px
constexpr int Gap = 6; // px

qint64 numberAt(const npusim::Values &values, qint64 y, qint64 x, qint64 channel)
{
    const auto &shape = values.shape;
    return values.numbers[size_t((y * shape.width + x) * shape.depth + channel)];
}

} // namespace

void MapTable::set(const npusim::Values *values, qint64 channel)
{
    beginResetModel();
    m_values = values;
    m_channel = channel;
    endResetModel();
}

int MapTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_values ? 0 : int(std::min(m_values->shape.height, MostSides));
}

int MapTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_values ? 0 : int(std::min(m_values->shape.width, MostSides));
}

QVariant MapTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_values)
        return {};
    if (role == Qt::DisplayRole)
        return qlonglong(numberAt(*m_values, index.row(), index.column(), m_channel));
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant MapTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::DisplayRole)
        return section; // counted from 0, as everywhere in the stream
    return QAbstractTableModel::headerData(section, orientation, role);
}

MapPicture::MapPicture(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"debugMapPicture"_s);
    setAccessibleName(tr("Channel of the map as an image, and the histogram of the map"));
    setMinimumSize(120, HistogramHeight + 60);
    connect(&theme, &Theme::changed, this, qOverload<>(&MapPicture::update));
}

void MapPicture::set(const npusim::Values &values)
{
    m_bins.clear();
    m_smallest = m_largest = 0;
    if (!values.numbers.empty()) {
        const auto [smallest, largest] = std::ranges::minmax_element(values.numbers);
        m_smallest = *smallest;
        m_largest = *largest;
        // Of 64-bit numbers the range itself may not fit into one.
        const auto range = double(m_largest) - double(m_smallest) + 1;
        m_bins.assign(size_t(std::min(range, double(MostBins))), 0);
        for (const auto number : values.numbers) {
            const auto at = (double(number) - double(m_smallest)) / range * double(m_bins.size());
            ++m_bins[std::min(size_t(at), m_bins.size() - 1)];
        }
    }
    setChannel(values, 0);
}

void MapPicture::setChannel(const npusim::Values &values, qint64 channel)
{
    const auto height = std::min(values.shape.height, MostSides);
    const auto width = std::min(values.shape.width, MostSides);
    m_image = values.numbers.empty() ? QImage()
                                     : QImage(int(width), int(height), QImage::Format_Grayscale8);
    const auto range = std::max(double(m_largest) - double(m_smallest), 1.0);
    for (int y = 0; y < m_image.height(); ++y) {
        auto *line = m_image.scanLine(y);
        for (int x = 0; x < m_image.width(); ++x) {
            const auto number = double(numberAt(values, y, x, channel));
            line[x] = uchar((number - double(m_smallest)) / range * 255);
        }
    }
    update();
}

void MapPicture::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (m_image.isNull())
        return;
    const auto &colours = m_theme.colors();
    const int textHeight = painter.fontMetrics().height();
    const QRect picture = rect().adjusted(0, 0, 0, -HistogramHeight - textHeight - Gap);
    const auto size = m_image.size().scaled(picture.size(), Qt::KeepAspectRatio);
    const QRect place(
        picture.left(), picture.top(), std::max(size.width(), 1), std::max(size.height(), 1));
    painter.drawImage(place, m_image);
    painter.setPen(colours.border);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
    const QRect bars(0, height() - HistogramHeight - textHeight, width(), HistogramHeight);
    const auto most = m_bins.empty() ? 1 : std::max<quint64>(*std::ranges::max_element(m_bins), 1);
    const double step = double(bars.width()) / double(std::max<size_t>(m_bins.size(), 1));
    for (size_t i = 0; i < m_bins.size(); ++i) {
        const double high = double(m_bins[i]) / double(most) * bars.height();
        const double shown = m_bins[i] > 0 ? std::max(high, 1.0) : 0.0;
        painter.fillRect(QRectF(bars.left() + double(i) * step, bars.bottom() + 1 - shown,
                             std::max(step - 1, 1.0), shown),
            colours.npu);
    }
    painter.drawLine(bars.bottomLeft(), bars.bottomRight());
    painter.setPen(colours.mutedText);
    const QRect below(0, bars.bottom() + 1, width(), textHeight);
    painter.drawText(below, Qt::AlignLeft, QLocale().toString(m_smallest));
    painter.drawText(below, Qt::AlignRight, QLocale().toString(m_largest));
}

} // namespace tosaic::views
