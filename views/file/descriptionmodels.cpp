// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/file/descriptionmodels.h"

#include "views/models/roles.h"

#include <QCoreApplication>
#include <QIcon>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// "1,234", "0x1f0", "12.5 %", "-3": the number it begins with; invalid if there is none.
QVariant leadingNumber(const QString &text)
{
    const auto word = text.section(u' ', 0, 0).remove(u',').remove(u'%');
    bool isNumber = false;
    if (word.startsWith("0x"_L1)) {
        const auto value = word.mid(2).toULongLong(&isNumber, 16);
        return isNumber ? QVariant(static_cast<double>(value)) : QVariant();
    }
    const auto value = word.toDouble(&isNumber);
    return isNumber ? QVariant(value) : QVariant();
}

QIcon severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QIcon::fromTheme(u"dialog-information"_s);
    case Severity::Warning:
        return QIcon::fromTheme(u"dialog-warning"_s);
    case Severity::Error:
        break;
    }
    return QIcon::fromTheme(u"dialog-error"_s);
}

QString severityWord(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return DiagnosticsModel::tr("Note");
    case Severity::Warning:
        return DiagnosticsModel::tr("Warning");
    case Severity::Error:
        break;
    }
    return DiagnosticsModel::tr("Error");
}

} // namespace

QString descriptionLabel(const QString &label)
{
    return QCoreApplication::translate("Description", label.toUtf8().constData());
}

qsizetype matchesIn(const DescriptionSection &section, const QString &text)
{
    const auto contains
        = [&](const QString &cell) { return cell.contains(text, Qt::CaseInsensitive); };
    auto count = std::ranges::count_if(section.facts, [&](const DescriptionFact &fact) {
        return contains(descriptionLabel(fact.label)) || contains(fact.value);
    });
    count += std::ranges::count_if(section.table.rows,
        [&](const QStringList &row) { return std::ranges::any_of(row, contains); });
    return count;
}

QVariant DescriptionFactsModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    return column == 0 ? tr("Fact") : tr("Value");
}

QVariant DescriptionFactsModel::cell(const DescriptionFact &fact, int column, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != SortRole)
        return {};
    if (column == 0)
        return descriptionLabel(fact.label);
    return fact.value.isEmpty() ? tr("Not known") : fact.value;
}

void DescriptionTableModel::set(const DescriptionTable &table)
{
    beginResetModel(); // the columns change too
    m_columns = table.columns;
    endResetModel();
    setRows(table.rows);
}

QVariant DescriptionTableModel::header(int column, int role) const
{
    const auto &shown = m_columns[static_cast<size_t>(column)];
    if (role == Qt::DisplayRole)
        return descriptionLabel(shown.title);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (shown.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant DescriptionTableModel::cell(const QStringList &row, int column, int role) const
{
    const auto text = row.value(column);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return text.isEmpty() ? tr("Not known") : text;
    case Qt::TextAlignmentRole:
        return header(column, role);
    case SortRole:
        return m_columns[static_cast<size_t>(column)].isNumber ? leadingNumber(text)
                                                               : QVariant(text);
    default:
        return {};
    }
}

void DiagnosticsModel::set(std::vector<Diagnostic> diagnostics)
{
    std::ranges::stable_sort(diagnostics, std::ranges::greater(), &Diagnostic::severity);
    setRows(std::move(diagnostics));
}

QVariant DiagnosticsModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Severity"), tr("Problem"), tr("Place"), tr("Code") };
    return titles.at(column);
}

QVariant DiagnosticsModel::cell(const Diagnostic &diagnostic, int column, int role) const
{
    if (role == SeverityRole)
        return static_cast<int>(diagnostic.severity);
    if (role == SortRole && column == SeverityColumn)
        return static_cast<int>(diagnostic.severity);
    if (role == Qt::DecorationRole && column == SeverityColumn)
        return severityIcon(diagnostic.severity);
    if (role == Qt::ToolTipRole && column == TextColumn)
        return u"%1\n%2"_s.arg(diagnostic.text, diagnostic.id);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != SortRole)
        return {};
    switch (column) {
    case SeverityColumn:
        return severityWord(diagnostic.severity);
    case TextColumn:
        return diagnostic.text;
    case PlaceColumn: {
        auto place = diagnostic.location;
        if (role == Qt::DisplayRole)
            place.file.clear(); // it is the open one
        return place.toText();
    }
    default:
        return diagnostic.id;
    }
}

} // namespace tosaic::views
