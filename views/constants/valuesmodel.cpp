// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/valuesmodel.h"

#include "core/model/numbertext.h"
#include "views/models/roles.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

QString exactText(double value)
{
    const auto single = static_cast<float>(value);
    return static_cast<double>(single) == value ? model::numberText(single)
                                                : model::numberText(value);
}

QString realText(double value)
{
    if (std::isnan(value))
        return u"nan"_s;
    if (std::isinf(value))
        return value > 0 ? u"inf"_s : u"-inf"_s;
    return QString::number(value, 'g', 7);
}

void ValuesModel::set(const ConstantSubject *subject)
{
    beginResetModel();
    m_values = subject ? subject->values : std::nullopt;
    m_dequantiser = subject ? subject->dequantiser : std::nullopt;
    m_quantisation
        = subject ? subject->quantisation.value_or(model::Quantisation()) : model::Quantisation();
    m_slice.assign(fixedDimensions(), 0);
    m_firstRow = m_firstColumn = 0;
    measure();
    endResetModel();
}

void ValuesModel::setSlice(const std::vector<qint64> &slice)
{
    beginResetModel();
    m_slice = slice;
    m_slice.resize(fixedDimensions(), 0);
    endResetModel();
}

void ValuesModel::setDequantised(bool dequantised)
{
    beginResetModel();
    m_isDequantised = dequantised;
    endResetModel();
}

void ValuesModel::setFirst(quint64 row, quint64 column)
{
    beginResetModel();
    m_firstRow = std::min(row, m_allRows);
    m_firstColumn = std::min(column, m_allColumns);
    endResetModel();
}

size_t ValuesModel::fixedDimensions() const
{
    return m_values && m_values->shape().size() > 2 ? m_values->shape().size() - 2 : 0;
}

void ValuesModel::measure()
{
    m_allRows = m_allColumns = 0;
    m_axis = Axis::None;
    if (!m_values)
        return;
    const auto &shape = m_values->shape();
    const auto size = [&](size_t fromEnd) {
        return shape.size() >= fromEnd ? static_cast<quint64>(shape[shape.size() - fromEnd]) : 1;
    };
    // A vector stands upright, so that it reads like a list.
    m_allRows = shape.size() == 1 ? size(1) : size(2);
    m_allColumns = shape.size() == 1 ? 1 : size(1);
    if (!m_quantisation.isPerChannel() || !m_dequantiser)
        return;
    const auto axis = static_cast<size_t>(m_quantisation.axis);
    const auto rowAxis = shape.size() == 1 ? 0 : shape.size() - 2;
    m_axis = axis == rowAxis ? Axis::Rows : axis > rowAxis ? Axis::Columns : Axis::Fixed;
}

quint64 ValuesModel::sliceStart() const
{
    quint64 start = 0;
    for (size_t i = 0; i < m_slice.size(); ++i)
        start
            = start * static_cast<quint64>(m_values->shape()[i]) + static_cast<quint64>(m_slice[i]);
    return start * m_allRows * m_allColumns;
}

std::optional<quint64> ValuesModel::elementAt(const QModelIndex &index) const
{
    if (!index.isValid() || !m_values || index.column() < leadColumns())
        return std::nullopt;
    const auto row = m_firstRow + static_cast<quint64>(index.row());
    const auto column = m_firstColumn + static_cast<quint64>(index.column() - leadColumns());
    return sliceStart() + row * m_allColumns + column;
}

QModelIndex ValuesModel::cellOf(quint64 element) const
{
    const auto start = m_values ? sliceStart() : 0;
    if (!m_values || m_allColumns == 0 || element < start)
        return {};
    const auto row = (element - start) / m_allColumns;
    const auto column = (element - start) % m_allColumns;
    if (row < m_firstRow || column < m_firstColumn)
        return {};
    const auto shownRow = row - m_firstRow;
    const auto shownColumn = column - m_firstColumn + static_cast<quint64>(leadColumns());
    if (shownRow >= static_cast<quint64>(rowCount())
        || shownColumn >= static_cast<quint64>(columnCount()))
        return {};
    return index(static_cast<int>(shownRow), static_cast<int>(shownColumn));
}

QString ValuesModel::valueText(quint64 element) const
{
    if (element >= m_values->count())
        return tr("missing");
    if (m_isDequantised && m_dequantiser)
        return model::numberText(
            static_cast<float>(m_dequantiser->value(element, m_values->real(element))));
    return m_values->text(element);
}

QString ValuesModel::scaleText(quint64 channel) const
{
    return channel < m_quantisation.scales.size() ? exactText(m_quantisation.scales[channel])
                                                  : tr("Not known");
}

QString ValuesModel::zeroPointText(quint64 channel) const
{
    const auto &points = m_quantisation.zeroPoints;
    if (points.empty())
        return u"0"_s;
    const auto at = points.size() == 1 ? 0 : channel;
    return at < points.size() ? QString::number(points[at]) : tr("Not known");
}

int ValuesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_allColumns == 0
        ? 0
        : static_cast<int>(std::min(MaxRows, m_allRows - m_firstRow));
}

int ValuesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_allRows == 0
        ? 0
        : leadColumns() + static_cast<int>(std::min(MaxColumns, m_allColumns - m_firstColumn));
}

QVariant ValuesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (index.column() < leadColumns()) {
        const auto channel = m_firstRow + static_cast<quint64>(index.row());
        if (role == StateRole)
            return true;
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == 0 ? scaleText(channel) : zeroPointText(channel);
    }
    if (role != Qt::DisplayRole)
        return {};
    return valueText(*elementAt(index));
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const bool isAcross = orientation == Qt::Horizontal;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (isAcross && section < leadColumns())
        return section == 0 ? tr("Scale") : tr("Zero point");
    const auto position = isAcross ? m_firstColumn + static_cast<quint64>(section - leadColumns())
                                   : m_firstRow + static_cast<quint64>(section);
    const auto number = QLocale().toString(position);
    if (!isAcross || m_axis != Axis::Columns)
        return number;
    return role == Qt::DisplayRole ? tr("%1\nscale %2").arg(number, scaleText(position))
                                   : tr("Channel %1: scale %2, zero point %3")
                                         .arg(number, scaleText(position), zeroPointText(position));
}

} // namespace tosaic::views
