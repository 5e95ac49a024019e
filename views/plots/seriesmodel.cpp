// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/seriesmodel.h"

#include "views/plots/plotaxis.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

void SeriesModel::setSource(std::shared_ptr<const PlotSource> source)
{
    const auto sameNames = [&] {
        const auto &old = m_source->series();
        const auto &fresh = source->series();
        return std::ranges::equal(old, fresh, {}, &PlotSeries::name, &PlotSeries::name);
    };
    // A live run brings new values many times a second: rows, selection and scroll place stay.
    if (m_source && source && sameNames()) {
        m_source = std::move(source);
        if (m_count > 0)
            Q_EMIT dataChanged(index(0), index(m_count - 1));
        return;
    }
    beginResetModel();
    m_source = std::move(source);
    m_count = m_source ? static_cast<int>(m_source->series().size()) : 0;
    endResetModel();
    Q_EMIT shownChanged();
}

bool SeriesModel::isShown(size_t series) const
{
    return !m_hidden.contains(m_source->series()[series].name);
}

std::vector<size_t> SeriesModel::shown() const
{
    std::vector<size_t> shown;
    for (size_t i = 0; i < static_cast<size_t>(m_count); ++i) {
        if (isShown(i))
            shown.push_back(i);
    }
    return shown;
}

void SeriesModel::setShown(const QModelIndexList &rows, bool shown)
{
    for (const auto &row : rows) {
        const auto &name = m_source->series()[static_cast<size_t>(row.row())].name;
        if (shown)
            m_hidden.remove(name);
        else
            m_hidden.insert(name);
    }
    if (rows.isEmpty())
        return;
    Q_EMIT dataChanged(index(0), index(m_count - 1), { Qt::CheckStateRole });
    Q_EMIT shownChanged();
}

int SeriesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

QVariant SeriesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto number = static_cast<size_t>(index.row());
    const auto &series = m_source->series()[number];
    switch (role) {
    case Qt::DisplayRole:
        return series.title;
    case NameRole:
        return series.name;
    case Qt::CheckStateRole:
        return isShown(number) ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return u"%1\n%2 · %3"_s.arg(series.title,
            series.unit.isEmpty() ? tr("unit not known") : series.unit, plotOrigin(series));
    case Qt::AccessibleTextRole:
        return tr("%1, %n value(s)", nullptr,
            static_cast<int>(std::min<quint64>(m_source->sampleCount(number), 2'000'000'000)))
            .arg(series.title);
    default:
        return {};
    }
}

bool SeriesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    setShown({ index }, value.value<Qt::CheckState>() == Qt::Checked);
    return true;
}

Qt::ItemFlags SeriesModel::flags(const QModelIndex &index) const
{
    const auto flags = QAbstractListModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren : flags;
}

} // namespace tosaic::views
