// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/operatortablemodel.h"

#include "core/analysis/coverage.h"
#include "core/graph/graphbuilder.h"
#include "core/model/boundary.h"
#include "views/models/roles.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

template <typename List>
QString shapeText(const List &shape)
{
    QStringList sizes;
    for (const auto size : shape)
        sizes.append(QString::number(size));
    return sizes.join(u'x');
}

// The last tensor an instruction names: its result, by ExecuTorch's argument order.
const model::Tensor *resultOf(const model::Method &method, const model::Instruction &instruction)
{
    const auto arguments = model::instructionArguments(instruction);
    for (auto at = arguments.rbegin(); at != arguments.rend(); ++at) {
        if (const auto *tensor = method.tensor(*at))
            return tensor;
    }
    return nullptr;
}

PlacementRow instructionRow(const model::Method &method, int methodIndex, int index)
{
    const auto &instruction = method.instructions[static_cast<size_t>(index)];
    PlacementRow row;
    row.entity = model::EntityRef::instruction(methodIndex, index);
    row.key.name = u"%1 #%2"_s.arg(method.name).arg(index);
    row.key.target = method.operatorName(instruction);
    if (const auto *call = std::get_if<model::DelegateCall>(&instruction)) {
        const auto at = static_cast<size_t>(call->delegate.value);
        const bool isThere = at < method.delegates.size();
        row.key.target = isThere ? method.delegates[at].id : QString();
        row.partition = static_cast<int>(at);
        row.placement = isThere && method.delegates[at].ethosu ? graph::Placement::Npu
                                                               : graph::Placement::OtherDelegate;
    } else if (!row.key.target.isEmpty()) {
        row.placement = model::isBoundaryStep(method, instruction) ? graph::Placement::Boundary
                                                                   : graph::Placement::Cpu;
    } else {
        row.key.target = model::instructionKindName(instruction);
    }
    if (const auto *tensor = resultOf(method, instruction)) {
        row.dtype = model::dtypeName(tensor->dtype);
        row.shape = shapeText(tensor->shape);
    }
    return row;
}

} // namespace

QString placementWord(graph::Placement placement)
{
    const auto word = [](const char *text) {
        return QCoreApplication::translate("tosaic::views::OperatorTableModel", text);
    };
    switch (placement) {
    case graph::Placement::Npu:
        return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "NPU"));
    case graph::Placement::Cpu:
        return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "CPU"));
    case graph::Placement::OtherDelegate:
        return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "Other delegate"));
    case graph::Placement::Boundary:
        return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "Boundary"));
    case graph::Placement::Io:
        return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "Input or output"));
    case graph::Placement::Unknown:
        break;
    }
    return word(QT_TRANSLATE_NOOP("tosaic::views::OperatorTableModel", "Not known"));
}

void OperatorTableModel::set(std::shared_ptr<const model::Program> program,
    std::shared_ptr<const toolchain::CompileResult> result)
{
    m_program = std::move(program);
    m_result = std::move(result);
    setRows(hasModelOperators() ? fromResult()
            : m_program         ? fromProgram()
                                : std::vector<PlacementRow>());
}

void OperatorTableModel::setKept(const spec::KeepOnCpu &kept)
{
    m_kept = kept;
    for (int i = 0; i < rowCount(); ++i) {
        auto row = rows()[static_cast<size_t>(i)];
        const auto before = row.kept;
        const auto rules = row.rules;
        markKept(row);
        if (row.kept != before || row.rules != rules)
            replaceRow(i, std::move(row));
    }
}

void OperatorTableModel::markKept(PlacementRow &row) const
{
    const bool before = m_result && !hittingRules(row.key, m_result->spec.keepOnCpu).isEmpty();
    row.rules = m_result ? hittingRules(row.key, m_kept) : spec::KeepOnCpu();
    const bool after = !row.rules.isEmpty();
    // A rule that hits something the NPU could not take anyway changes nothing.
    const bool couldRun = before || row.placement == graph::Placement::Npu;
    row.kept = !couldRun  ? KeptState::No
        : before && after ? KeptState::Kept
        : after           ? KeptState::Pending
        : before          ? KeptState::Released
                          : KeptState::No;
}

std::vector<PlacementRow> OperatorTableModel::fromResult() const
{
    QHash<QString, QStringList> reasons;
    for (const auto &rejection : m_result->rejections)
        reasons.insert(rejection.node, rejection.reasons);
    std::vector<PlacementRow> rows;
    rows.reserve(m_result->nodes.size());
    for (const auto &node : m_result->nodes) {
        PlacementRow row{ .key
            = { .name = node.name, .target = node.target, .module = node.module },
            .entity = model::EntityRef::node(node.name),
            .placement = graph::placementOf(*m_result, node),
            .partition = node.partition,
            .dtype = node.dtype,
            .shape = shapeText(node.shape),
            .source = node.source,
            .reasons = reasons.value(node.name) };
        row.isStep = isStep(node.target) && row.placement != graph::Placement::Boundary;
        if (!m_result->spec.delegate && row.reasons.isEmpty())
            row.reasons = { tr("compiled without a delegate") };
        markKept(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<PlacementRow> OperatorTableModel::fromProgram() const
{
    std::vector<PlacementRow> rows;
    for (size_t m = 0; m < m_program->methods.size(); ++m) {
        const auto &method = m_program->methods[m];
        for (size_t i = 0; i < method.instructions.size(); ++i)
            rows.push_back(instructionRow(method, static_cast<int>(m), static_cast<int>(i)));
    }
    return rows;
}

int OperatorTableModel::countOf(graph::Placement placement) const
{
    return static_cast<int>(std::count_if(rows().begin(), rows().end(),
        [&](const PlacementRow &row) { return !row.isStep && row.placement == placement; }));
}

int OperatorTableModel::countOfSteps() const
{
    return static_cast<int>(std::count_if(
        rows().begin(), rows().end(), [](const PlacementRow &row) { return row.isStep; }));
}

int OperatorTableModel::rowOf(const model::EntityRef &entity) const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [&](const PlacementRow &row) { return row.entity == entity; });
    return found == rows().end() ? -1 : static_cast<int>(std::distance(rows().begin(), found));
}

QVariant OperatorTableModel::header(int column, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(column == Partition ? Qt::AlignRight | Qt::AlignVCenter
                                            : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Operator:
        return tr("Operator");
    case RunsOn:
        return tr("Runs on");
    case Partition:
        return tr("Partition");
    case Type:
        return tr("Type");
    case Shape:
        return tr("Shape");
    case Module:
        return tr("Module");
    case Name:
        return tr("Name");
    case Source:
        return tr("Source");
    case Reasons:
        return tr("Why not on the NPU");
    default:
        return {};
    }
}

QString OperatorTableModel::reasonText(const PlacementRow &row) const
{
    switch (row.kept) {
    case KeptState::Kept:
        return tr("Kept on the CPU by you");
    case KeptState::Pending:
        return tr("On the CPU from the next compile on");
    case KeptState::Released:
        return tr("Back to the NPU at the next compile");
    case KeptState::No:
        break;
    }
    return row.reasons.join(u"; "_s);
}

QString OperatorTableModel::text(const PlacementRow &row, int column) const
{
    switch (column) {
    case Operator:
        return row.key.target;
    case RunsOn:
        return placementWord(row.placement);
    case Partition:
        return row.partition ? QString::number(*row.partition) : QString();
    case Type:
        return row.dtype;
    case Shape:
        return row.shape;
    case Module:
        return row.key.module;
    case Name:
        return row.key.name;
    case Source:
        return row.source;
    case Reasons:
        return reasonText(row);
    default:
        return {};
    }
}

QVariant OperatorTableModel::sortValue(const PlacementRow &row, int column) const
{
    if (column == Partition)
        return row.partition.value_or(-1);
    return text(row, column);
}

QVariant OperatorTableModel::cell(const PlacementRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Reasons && !row.reasons.isEmpty() ? row.reasons.join(u'\n')
                                                           : text(row, column);
    case Qt::TextAlignmentRole:
        return header(column, role);
    case SortRole:
        return sortValue(row, column);
    case EntityRole:
        return QVariant::fromValue(row.entity);
    case PlacementRole:
        return column == RunsOn ? QVariant(static_cast<int>(row.placement)) : QVariant();
    case StateRole:
        return static_cast<int>(row.kept);
    case IdRole:
        return row.key.name;
    default:
        return {};
    }
}

} // namespace tosaic::views
