// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/problemsmodel.h"

#include "views/models/roles.h"

#include <QFileInfo>

namespace tosaic::views {

ProblemsModel::ProblemsModel(const ProblemList &problems, QObject *parent) : TableModel(parent)
{
    setRows(problems.all());
    connect(&problems, &ProblemList::changed, this, [this, &problems] { setRows(problems.all()); });
}

QVariant ProblemsModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case SeverityColumn:
        return tr("Severity");
    case TextColumn:
        return tr("Problem");
    case PlaceColumn:
        return tr("Place");
    case CodeColumn:
        return tr("Code");
    default:
        return {};
    }
}

QVariant ProblemsModel::cell(const Problem &row, int column, int role) const
{
    const auto &diagnostic = row.diagnostic;
    switch (role) {
    case EntityRole:
        return QVariant::fromValue(row.entity);
    case SeverityRole:
        return static_cast<int>(diagnostic.severity);
    case Qt::ToolTipRole:
        return diagnostic.toText();
    case Qt::DisplayRole:
    case SortRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case SeverityColumn:
        if (role == SortRole)
            return static_cast<int>(diagnostic.severity);
        switch (diagnostic.severity) {
        case Severity::Info:
            return tr("Note");
        case Severity::Warning:
            return tr("Warning");
        case Severity::Error:
            return tr("Error");
        }
        return {};
    case TextColumn:
        return diagnostic.text;
    case PlaceColumn: {
        // The file's name is enough to read; what is sorted and copied has its whole path.
        if (role == SortRole)
            return diagnostic.location.toText();
        auto place = diagnostic.location;
        place.file = QFileInfo(place.file).fileName();
        return place.toText();
    }
    case CodeColumn:
        return diagnostic.id;
    default:
        return {};
    }
}

} // namespace tosaic::views
