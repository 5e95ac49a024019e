// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/operatorfilter.h"

#include "views/models/roles.h"
#include "views/partition/operatortablemodel.h"

#include <algorithm>

namespace tosaic::views {

OperatorFilter::OperatorFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortRole(SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setSortLocaleAware(false);
}

void OperatorFilter::setText(const QString &text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void OperatorFilter::setPlacementShown(graph::Placement placement, bool shown)
{
    if (shown)
        m_hidden.remove(static_cast<int>(placement));
    else
        m_hidden.insert(static_cast<int>(placement));
    invalidateFilter();
}

void OperatorFilter::setStepsShown(bool shown)
{
    m_stepsShown = shown;
    invalidateFilter();
}

bool OperatorFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const auto *model = qobject_cast<const OperatorTableModel *>(sourceModel());
    if (!model)
        return false;
    const auto &op = model->rows()[static_cast<size_t>(row)];
    if ((op.isStep && !m_stepsShown) || m_hidden.contains(static_cast<int>(op.placement)))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) {
        for (int column = 0; column < OperatorTableModel::ColumnCount; ++column) {
            if (model->index(row, column).data().toString().contains(word, Qt::CaseInsensitive))
                return true;
        }
        return false;
    });
}

} // namespace tosaic::views
