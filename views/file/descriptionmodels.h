// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// A label of core in the user's language.
QString descriptionLabel(const QString &label);
/// Whether a row of the section contains the text: facts and table rows that do.
qsizetype matchesIn(const DescriptionSection &section, const QString &text);

/// "label: value" lines of a section.
class DescriptionFactsModel : public TableModel<DescriptionFact>
{
    Q_OBJECT
public:
    using TableModel::TableModel;
    void set(std::vector<DescriptionFact> facts) { setRows(std::move(facts)); }

private:
    int columns() const override { return 2; }
    QVariant header(int column, int role) const override;
    QVariant cell(const DescriptionFact &fact, int column, int role) const override;
};

/// The table of a section. Columns of numbers sort as numbers.
class DescriptionTableModel : public TableModel<QStringList>
{
    Q_OBJECT
public:
    using TableModel::TableModel;
    void set(const DescriptionTable &table);

private:
    int columns() const override { return static_cast<int>(m_columns.size()); }
    QVariant header(int column, int role) const override;
    QVariant cell(const QStringList &row, int column, int role) const override;

    std::vector<DescriptionTable::Column> m_columns;
};

/// What is odd in the file, worst first.
class DiagnosticsModel : public TableModel<Diagnostic>
{
    Q_OBJECT
public:
    enum Column
    {
        SeverityColumn,
        TextColumn,
        PlaceColumn,
        CodeColumn,
        ColumnCount
    };
    using TableModel::TableModel;
    void set(std::vector<Diagnostic> diagnostics);

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const Diagnostic &diagnostic, int column, int role) const override;
};

} // namespace tosaic::views
