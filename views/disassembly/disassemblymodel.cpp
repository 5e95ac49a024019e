// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblymodel.h"

#include "views/disassembly/operationwords.h"
#include "views/models/roles.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr quintptr TopLevel = 0;

// A command's index carries its group. Indices are hashed by row and id: neighbouring ids would
// make the rows of neighbouring groups collide, so they stand far apart.
constexpr int GroupShift = 24;
static_assert(sizeof(quintptr) == 8);

constexpr quintptr idOf(int group)
{
    return (static_cast<quintptr>(group) + 1) << GroupShift;
}
constexpr int groupOfId(quintptr id)
{
    return static_cast<int>(id >> GroupShift) - 1;
}
}

void DisassemblyModel::setAnalysis(std::shared_ptr<const NpuAnalysis> analysis)
{
    beginResetModel();
    m_analysis = analysis && analysis->stream() ? std::move(analysis) : nullptr;
    m_found.reset();
    rebuild();
    endResetModel();
}

void DisassemblyModel::setFound(std::optional<FoundCommands> found)
{
    beginResetModel();
    m_found = std::move(found);
    rebuild();
    endResetModel();
}

void DisassemblyModel::setOperationsOnly(bool only)
{
    beginResetModel();
    m_operationsOnly = only;
    rebuild();
    endResetModel();
}

void DisassemblyModel::addGroup(int operation, quint32 begin, quint32 end)
{
    if (!m_found) {
        if (operation >= 0 || begin < end)
            m_groups.push_back({ operation, begin, end });
        return;
    }
    const auto &commands = m_found->commands;
    const auto first = std::ranges::lower_bound(commands, begin);
    const auto last = std::lower_bound(first, commands.end(), end);
    if (first != last) {
        m_groups.push_back({ operation, static_cast<quint32>(first - commands.begin()),
            static_cast<quint32>(last - commands.begin()) });
    }
}

void DisassemblyModel::rebuild()
{
    m_groups.clear();
    if (!m_analysis)
        return;
    const auto &stream = *m_analysis->stream();
    quint32 next = 0;
    for (const auto &operation : stream.operations) {
        const auto end = std::max(next, operation.command + 1);
        addGroup(static_cast<int>(operation.index), next, end);
        next = end;
    }
    addGroup(-1, next, static_cast<quint32>(stream.commands.size()));
}

const DisassemblyModel::Group &DisassemblyModel::groupOf(const QModelIndex &index) const
{
    const auto group = index.internalId() == TopLevel ? index.row() : groupOfId(index.internalId());
    return m_groups[static_cast<size_t>(group)];
}

quint32 DisassemblyModel::commandAt(const Group &group, int row) const
{
    const auto at = group.begin + static_cast<quint32>(row);
    return m_found ? m_found->commands[at] : at;
}

quint64 DisassemblyModel::shownCommands() const
{
    if (!m_analysis)
        return 0;
    return m_found ? m_found->commands.size() : m_analysis->stream()->commands.size();
}

QModelIndex DisassemblyModel::indexOf(const model::EntityRef &entity) const
{
    using Kind = model::EntityRef::Kind;
    if (!m_analysis || !entity.isInStreamOf(m_analysis->owner()) || entity.subIndex < 0)
        return {};
    if (entity.kind == Kind::NpuOperation) {
        const auto at = std::ranges::find(m_groups, entity.subIndex, &Group::operation);
        return at == m_groups.end() ? QModelIndex()
                                    : index(static_cast<int>(at - m_groups.begin()), 0);
    }
    if (entity.kind != Kind::NpuCommand)
        return {};
    const auto command = static_cast<quint32>(entity.subIndex);
    for (size_t i = 0; i < m_groups.size(); ++i) {
        const auto &group = m_groups[i];
        const auto count = static_cast<int>(group.end - group.begin);
        if (count == 0 || commandAt(group, count - 1) < command)
            continue;
        const auto first = commandAt(group, 0);
        if (command < first)
            return {};
        if (m_operationsOnly) // the row that stands for it
            return index(static_cast<int>(i), 0);
        auto row = static_cast<int>(command - first);
        if (m_found) {
            const auto begin = m_found->commands.begin() + group.begin;
            const auto end = m_found->commands.begin() + group.end;
            const auto at = std::lower_bound(begin, end, command);
            if (at == end || *at != command)
                return {};
            row = static_cast<int>(at - begin);
        }
        return index(row, 0, index(static_cast<int>(i), 0));
    }
    return {};
}

model::EntityRef DisassemblyModel::entityOf(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const auto &group = groupOf(index);
    if (index.internalId() == TopLevel) {
        return group.operation < 0
            ? model::EntityRef()
            : model::EntityRef::npuOperation(m_analysis->owner(), group.operation);
    }
    return model::EntityRef::npuCommand(
        m_analysis->owner(), static_cast<int>(commandAt(group, index.row())));
}

int DisassemblyModel::operationOf(const QModelIndex &index) const
{
    return index.isValid() ? groupOf(index).operation : -1;
}

QModelIndex DisassemblyModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? idOf(parent.row()) : TopLevel);
}

QModelIndex DisassemblyModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == TopLevel)
        return {};
    return createIndex(groupOfId(child.internalId()), 0, TopLevel);
}

int DisassemblyModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    if (parent.column() > 0 || parent.internalId() != TopLevel || m_operationsOnly)
        return 0;
    const auto &group = m_groups[static_cast<size_t>(parent.row())];
    return static_cast<int>(group.end - group.begin);
}

int DisassemblyModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant DisassemblyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount
        || role != Qt::DisplayRole)
        return {};
    const QStringList titles{ tr("Offset"), tr("Command"), tr("Fields"), tr("Words") };
    return titles.at(section);
}

bool DisassemblyModel::isUnknown(quint32 command) const
{
    const auto &unknown = m_analysis->stream()->unknown;
    return std::ranges::binary_search(unknown, command, {}, &npu::UnknownCommand::command);
}

QString DisassemblyModel::groupText(const Group &group, int column) const
{
    const auto &stream = *m_analysis->stream();
    if (group.operation < 0) {
        if (column == Name)
            return stream.operations.empty() ? tr("Commands without an operation")
                                             : tr("Behind the last operation");
        return column == Offset ? offsetText(stream.commands[commandAt(group, 0)].offset)
                                : QString();
    }
    const auto at = static_cast<size_t>(group.operation);
    const auto &operation = stream.operations[at];
    switch (column) {
    case Offset:
        return offsetText(operation.offset);
    case Name:
        return operationTitle(operation);
    case Fields:
        return operationSummary(
            operation, at < m_analysis->work.size() ? &m_analysis->work[at] : nullptr);
    default:
        return tr("%n command(s)", nullptr, static_cast<int>(group.end - group.begin));
    }
}

QString DisassemblyModel::commandText(quint32 command, int column) const
{
    const auto &stream = *m_analysis->stream();
    const auto &what = stream.commands[command];
    switch (column) {
    case Offset:
        return offsetText(what.offset);
    case Name:
        if (auto name = npu::commandName(what, stream.config.product); !name.isEmpty())
            return name;
        return tr("Unknown command 0x%1").arg(what.opcode, 3, 16, QChar(u'0'));
    case Fields:
        return npu::commandFields(what, stream.config.product);
    default:
        return wordsText(what);
    }
}

QVariant DisassemblyModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &group = groupOf(index);
    const bool isOperation = index.internalId() == TopLevel;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: {
        auto text = isOperation ? groupText(group, index.column())
                                : commandText(commandAt(group, index.row()), index.column());
        if (role == Qt::DisplayRole)
            return text;
        if (!isOperation && isUnknown(commandAt(group, index.row())))
            return tr("%1 does not have this command, or it contradicts the ones before it")
                .arg(model::productName(m_analysis->stream()->config.product));
        return text;
    }
    case EntityRole:
        return QVariant::fromValue(entityOf(index));
    case StateRole:
        return static_cast<int>(isOperation                ? RowKind::Operation
                : isUnknown(commandAt(group, index.row())) ? RowKind::UnknownCommand
                                                           : RowKind::Command);
    default:
        return {};
    }
}

} // namespace tosaic::views
