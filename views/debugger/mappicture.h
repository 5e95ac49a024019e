// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/featuremap.h"
#include "views/widgets/theme.h"

#include <QAbstractTableModel>
#include <QImage>
#include <QWidget>

namespace tosaic::views {

class HistogramPicture;

/// One channel of a map as a table: rows are y, columns are x.
class MapTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// `values` must stay until the next call.
    void set(const npusim::Values *values, qint64 channel);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const npusim::Values *m_values = nullptr;
    qint64 m_channel = 0;
};

/// The same channel as an image from the smallest (dark) to the largest number (light) of the map,
/// and below it how often which numbers come in the whole map.
class MapPicture : public QWidget
{
    Q_OBJECT
public:
    explicit MapPicture(const Theme &theme, QWidget *parent = nullptr);

    void set(const npusim::Values &values);
    void setChannel(const npusim::Values &values, qint64 channel);
    const QImage &image() const { return m_image; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme &m_theme;
    QImage m_image;
    HistogramPicture *m_histogram;
    qint64 m_smallest = 0;
    qint64 m_largest = 0;
};

} // namespace tosaic::views
