// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/mappicture.h"

#include "views/canvas/histogrampicture.h"
#include "views/widgets/building.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qint64 MostSides = 2048; // pixels of an image, rows and columns of a table
constexpr size_t MostBins = 64;
constexpr int Gap = 6; // px between the image and the histogram
constexpr int LeastImage = 60; // px

qint64 numberAt(const npusim::Values &values, qint64 y, qint64 x, qint64 channel)
{
    const auto &shape = values.shape;
    return values.numbers[size_t((y * shape.width + x) * shape.depth + channel)];
}

HistogramBins binsOf(const std::vector<qint64> &numbers, qint64 smallest, qint64 largest)
{
    HistogramBins bins{ double(smallest) - 0.5, double(largest) + 0.5, {}, true };
    // Of 64-bit numbers the range itself may not fit into one.
    const auto range = bins.high - bins.low;
    bins.counts.assign(size_t(std::min(range, double(MostBins))), 0);
    for (const auto number : numbers) {
        const auto at = (double(number) - bins.low) / range * double(bins.counts.size());
        ++bins.counts[std::min(size_t(at), bins.counts.size() - 1)];
    }
    return bins;
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
    m_histogram = new HistogramPicture(u"debugHistogram"_s, tr("Numbers of the map"), theme, this);
    m_histogram->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    makeColumn(this, { stretch(1), m_histogram }, 0);
    setMinimumSize(120, m_histogram->sizeHint().height() + LeastImage);
    connect(&theme, &Theme::changed, this, qOverload<>(&MapPicture::update));
}

void MapPicture::set(const npusim::Values &values)
{
    m_smallest = m_largest = 0;
    HistogramBins bins;
    if (!values.numbers.empty()) {
        const auto [smallest, largest] = std::ranges::minmax_element(values.numbers);
        m_smallest = *smallest;
        m_largest = *largest;
        bins = binsOf(values.numbers, m_smallest, m_largest);
    }
    m_histogram->show(std::move(bins));
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
    const QRect picture = rect().adjusted(0, 0, 0, -m_histogram->height() - Gap);
    const auto size = m_image.size().scaled(picture.size(), Qt::KeepAspectRatio);
    const QRect place(
        picture.left(), picture.top(), std::max(size.width(), 1), std::max(size.height(), 1));
    painter.drawImage(place, m_image);
    painter.setPen(m_theme.colors().border);
    painter.drawRect(place.adjusted(0, 0, -1, -1));
}

} // namespace tosaic::views
