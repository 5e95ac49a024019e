// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"
#include "views/disassembly/commandfilter.h"

#include <QAbstractItemModel>

#include <memory>

namespace tosaic::views {

/// A command stream as rows: operations, below each the commands that were set for it and the one
/// that starts it. Keeps no row: a command is found from its number, a text is made when it is
/// shown.
class DisassemblyModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column
    {
        Offset,
        Name,
        Fields,
        Words,
        ColumnCount
    };
    /// StateRole of a row.
    enum class RowKind
    {
        Operation,
        Command,
        UnknownCommand
    };
    using QAbstractItemModel::QAbstractItemModel;

    /// Null: nothing.
    void setAnalysis(std::shared_ptr<const NpuAnalysis> analysis);
    const NpuAnalysis *analysis() const { return m_analysis.get(); }
    /// Shows what the filter found; an empty optional shows everything.
    void setFound(std::optional<FoundCommands> found);
    void setOperationsOnly(bool only);
    bool isFiltered() const { return m_found.has_value(); }

    /// Row of an operation or a command; invalid if it is not shown.
    QModelIndex indexOf(const model::EntityRef &entity) const;
    model::EntityRef entityOf(const QModelIndex &index) const;
    /// Operation that a row belongs to; -1 for what follows the last one.
    int operationOf(const QModelIndex &index) const;
    /// Commands that are shown.
    quint64 shownCommands() const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    using QAbstractItemModel::parent;

private:
    struct Group
    {
        int operation = -1; ///< -1: behind the last one
        quint32 begin = 0; ///< commands [begin, end); places in m_found->commands if filtered
        quint32 end = 0;
    };

    void rebuild();
    void addGroup(int operation, quint32 begin, quint32 end);
    const Group &groupOf(const QModelIndex &index) const;
    quint32 commandAt(const Group &group, int row) const;
    QString groupText(const Group &group, int column) const;
    QString commandText(quint32 command, int column) const;
    bool isUnknown(quint32 command) const;

    std::shared_ptr<const NpuAnalysis> m_analysis;
    std::optional<FoundCommands> m_found;
    bool m_operationsOnly = false;
    std::vector<Group> m_groups;
};

} // namespace tosaic::views
