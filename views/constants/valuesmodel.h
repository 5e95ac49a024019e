// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/constants/constantsubject.h"

#include <QAbstractTableModel>

namespace tosaic::views {

/// Two dimensions of a tensor: the last one across, the one before it down; the other dimensions
/// are fixed. Decodes what is shown, keeps nothing. A window of rows and columns bounds what the
/// headers have to hold.
class ValuesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    static constexpr quint64 MaxRows = 1'000'000;
    static constexpr quint64 MaxColumns = 4096;
    using QAbstractTableModel::QAbstractTableModel;

    void set(const ConstantSubject *subject);
    /// One index for each dimension but the last two.
    void setSlice(const std::vector<qint64> &slice);
    const std::vector<qint64> &slice() const { return m_slice; }
    void setDequantised(bool dequantised);
    void setFirst(quint64 row, quint64 column);
    quint64 firstRow() const { return m_firstRow; }
    quint64 firstColumn() const { return m_firstColumn; }

    /// Of the whole slice, not only of the window.
    quint64 allRows() const { return m_allRows; }
    quint64 allColumns() const { return m_allColumns; }
    size_t fixedDimensions() const;

    /// Element under a cell; absent for the columns that tell scales.
    std::optional<quint64> elementAt(const QModelIndex &index) const;
    /// The cell of an element of the present slice and window; invalid if it is elsewhere.
    QModelIndex cellOf(quint64 element) const;
    QString valueText(quint64 element) const;
    /// Columns before the first value: scale and zero point of each row.
    int leadColumns() const { return m_axis == Axis::Rows ? 2 : 0; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Where the channels of per-channel quantisation run.
    enum class Axis
    {
        None,
        Fixed, ///< one of the dimensions that are not shown
        Rows,
        Columns
    };

    void measure();
    quint64 sliceStart() const;
    QString scaleText(quint64 channel) const;
    QString zeroPointText(quint64 channel) const;

    std::optional<model::ConstantValues> m_values;
    std::optional<model::Dequantiser> m_dequantiser;
    model::Quantisation m_quantisation;
    std::vector<qint64> m_slice;
    bool m_isDequantised = false;
    Axis m_axis = Axis::None;
    quint64 m_allRows = 0;
    quint64 m_allColumns = 0;
    quint64 m_firstRow = 0;
    quint64 m_firstColumn = 0;
};

/// The fewest digits that give it back, as the float32 that it is where it is one.
QString exactText(double value);
/// A real number with as many digits as tell it apart at a glance: "0.0123456".
QString realText(double value);

} // namespace tosaic::views
