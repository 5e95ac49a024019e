// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/operatortablemodel.h"

#include "core/analysis/coverage.h"
#include "core/base/sizestext.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/names.h"
#include "core/model/boundary.h"
#include "views/models/pinwords.h"
#include "views/models/placementwords.h"
#include "views/models/rejectionhints.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

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
    row.key.name = graph::instructionName(method, static_cast<size_t>(index));
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
        row.shape = sizesText(tensor->shape, u"x"_s);
    }
    return row;
}

QString reasonText(const PlacementRow &row)
{
    if (row.kept != analysis::PinState::None)
        return pinStateText(row.kept);
    return row.reasons.join(u"; "_s);
}

/// Each reason with what usually helps.
QString reasonTip(const PlacementRow &row)
{
    QStringList lines;
    for (qsizetype i = 0; i < row.reasons.size(); ++i) {
        lines.append(row.reasons[i]);
        if (const auto hint = row.hints.value(i); !hint.isEmpty())
            lines.append(u"→ "_s + hint);
    }
    return lines.join(u'\n');
}

/// `origin`: of the cycles; a copied number has it from its title.
Columns<PlacementRow> placementColumns(std::optional<Origin> origin)
{
    const auto cycles = origin ? OperatorTableModel::tr("Cycles (%1)").arg(originTag(*origin))
                               : OperatorTableModel::tr("Cycles");
    const ColumnMore<PlacementRow> empty{ .mayBeEmpty = true };
    return columnsOf<PlacementRow>({
        { u"operator"_s, OperatorTableModel::tr("Operator"),
            [](auto &row) { return row.key.target; }, empty },
        { u"runsOn"_s, OperatorTableModel::tr("Runs on"),
            [](auto &row) { return placementWord(row.placement); } },
        { u"partition"_s, OperatorTableModel::tr("Partition"), &PlacementRow::partition, empty },
        { u"preview"_s, OperatorTableModel::tr("After the compile"), &PlacementRow::preview,
            empty },
        { u"reasons"_s, OperatorTableModel::tr("Why not on the NPU"), reasonText,
            { .tip = reasonTip, .mayBeEmpty = true } },
        { u"type"_s, OperatorTableModel::tr("Type"), &PlacementRow::dtype, empty },
        { u"shape"_s, OperatorTableModel::tr("Shape"), &PlacementRow::shape, empty },
        { u"module"_s, OperatorTableModel::tr("Module"), [](auto &row) { return row.key.module; },
            empty },
        { u"source"_s, OperatorTableModel::tr("Source"), &PlacementRow::source, empty },
        { u"name"_s, OperatorTableModel::tr("Name"), [](auto &row) { return row.key.name; },
            empty },
        { u"cycles"_s, cycles, [](auto &row) { return row.cost.cycles; },
            { .text = [](auto &row) { return cyclesText(row.cost); },
                .tip = [](auto &row) { return cyclesTip(row.cost); },
                .mayBeEmpty = true } },
        { u"share"_s, OperatorTableModel::tr("Share of cycles"),
            [](auto &row) { return row.cost.share; },
            { .unit = column_unit::Share, .mayBeEmpty = true } },
    });
}

} // namespace

OperatorTableModel::OperatorTableModel(QObject *parent)
    : ColumnModel(placementColumns({}), parent,
        [](const PlacementRow &row, QStringView key, int role) -> QVariant {
            if (role == EntityRole)
                return QVariant::fromValue(row.entity);
            if (role == PlacementRole && key == u"runsOn")
                return static_cast<int>(row.placement);
            return role == IdRole ? row.key.name : QVariant();
        })
{
}

void OperatorTableModel::set(std::shared_ptr<const model::Program> program,
    std::shared_ptr<const compiled::CompileResult> result)
{
    m_program = std::move(program);
    m_result = std::move(result);
    setRows(hasModelOperators() ? fromResult()
            : m_program         ? fromProgram()
                                : std::vector<PlacementRow>());
}

void OperatorTableModel::setCosts(const PlacementCosts &costs)
{
    const auto known = std::find_if(costs.cbegin(), costs.cend(),
        [](const PlacementCost &cost) { return cost.origin.has_value(); });
    const auto origin = known == costs.cend() ? std::nullopt : known->origin;
    if (origin != m_origin) {
        m_origin = origin;
        setColumns(placementColumns(origin));
    }
    for (int i = 0; i < rowCount(); ++i) {
        auto row = rows()[static_cast<size_t>(i)];
        row.cost = costs.value(row.entity);
        if (row.cost != rows()[static_cast<size_t>(i)].cost)
            replaceRow(i, std::move(row));
    }
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
    row.rules = m_result ? spec::hittingRules(row.key, m_kept) : spec::KeepOnCpu();
    const compiled::ModelNode node{ .name = row.key.name,
        .target = row.key.target,
        .module = row.key.module,
        .partition = row.partition };
    row.kept = m_result ? analysis::pinStateOf(*m_result, node, m_kept) : analysis::PinState::None;
}

void OperatorTableModel::setPreview(std::shared_ptr<const compiled::CompileResult> preview)
{
    m_preview = std::move(preview);
    m_previewed.clear();
    if (m_preview) {
        for (const auto &node : m_preview->nodes)
            m_previewed.insert(node.name, &node);
    }
    for (int i = 0; i < rowCount(); ++i) {
        auto row = rows()[static_cast<size_t>(i)];
        const auto before = row.preview;
        markPreview(row);
        if (row.preview != before)
            replaceRow(i, std::move(row));
    }
}

void OperatorTableModel::markPreview(PlacementRow &row) const
{
    row.preview.clear();
    const auto *node = m_previewed.value(row.key.name);
    if (!node)
        return;
    const auto placement = graph::placementOf(*m_preview, *node);
    if (placement != row.placement || node->partition != row.partition)
        row.preview = node->partition
            ? tr("%1, partition %2").arg(placementWord(placement)).arg(*node->partition)
            : placementWord(placement);
}

std::vector<PlacementRow> OperatorTableModel::fromResult() const
{
    QHash<QString, const compiled::Rejection *> rejections;
    for (const auto &rejection : m_result->rejections)
        rejections.insert(rejection.node, &rejection);
    std::vector<PlacementRow> rows;
    rows.reserve(m_result->nodes.size());
    for (const auto &node : m_result->nodes) {
        PlacementRow row{ .key
            = { .name = node.name, .target = node.target, .module = node.module },
            .entity = model::EntityRef::node(node.name),
            .placement = graph::placementOf(*m_result, node),
            .partition = node.partition,
            .dtype = node.dtype,
            .shape = sizesText(node.shape.value_or(std::vector<qint64>()), u"x"_s),
            .source = node.source };
        if (const auto *rejection = rejections.value(node.name)) {
            row.reasons = rejection->reasons;
            row.hints = rejectionHints(*rejection, node.target);
        }
        row.isStep = spec::isStep(node.target) && row.placement != graph::Placement::Boundary;
        if (!m_result->spec.delegate && row.reasons.isEmpty())
            row.reasons = { tr("compiled without a delegate") };
        markKept(row);
        markPreview(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<PlacementRow> OperatorTableModel::fromProgram() const
{
    std::vector<PlacementRow> rows;
    for (size_t m = 0; m < m_program->methods.size(); ++m) {
        const auto &method = m_program->methods[m];
        for (size_t i = 0; i < method.instructions.size(); ++i) {
            auto row = instructionRow(method, static_cast<int>(m), static_cast<int>(i));
            if (m_program->methods.size() > 1)
                row.key.name.prepend(method.name + u'/');
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

int OperatorTableModel::countOf(graph::Placement placement) const
{
    return static_cast<int>(std::ranges::count_if(rows(),
        [&](const PlacementRow &row) { return !row.isStep && row.placement == placement; }));
}

int OperatorTableModel::countOfSteps() const
{
    return static_cast<int>(std::ranges::count_if(rows(), &PlacementRow::isStep));
}

} // namespace tosaic::views
