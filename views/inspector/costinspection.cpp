// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator costs, and what holds it up.
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profiledocument.h"
#include "views/inspector/facts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using model::EntityRef;
using profile::CycleLimit;
using profile::OperatorRow;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(CostInspection)
};

QString limitText(const CycleLimit &limit)
{
    const auto share = formatShare(limit.of);
    switch (limit.by) {
    case CycleLimit::By::Mac:
        return Words::tr("computation, busy %1 of its cycles").arg(share);
    case CycleLimit::By::Elementwise:
        return Words::tr("elementwise computation, busy %1 of its cycles").arg(share);
    case CycleLimit::By::Sram:
        return Words::tr("SRAM, busy %1 of its cycles").arg(share);
    case CycleLimit::By::Dram:
        return Words::tr("DRAM, busy %1 of its cycles").arg(share);
    case CycleLimit::By::Flash:
        return Words::tr("flash, busy %1 of its cycles").arg(share);
    case CycleLimit::By::Wait:
        break;
    }
    return Words::tr("a transfer, until it ends");
}

QString tagged(const QString &text, Origin origin)
{
    return u"%1 (%2)"_s.arg(text, originTag(origin));
}

QString cyclesText(double cycles)
{
    return formatCycles(cycles);
}

void addNumbers(std::vector<Fact> &facts, const ProfileSubject &subject, const OperatorRow &row)
{
    if (!row.cycles) {
        facts.push_back(Facts::notKnown(Words::tr("Cycles")));
        return;
    }
    const auto origin = row.cycles->origin;
    facts.push_back({ Words::tr("Cycles"), tagged(cyclesText(row.cycles->value), origin) });
    if (origin != Origin::Estimate && row.estimate)
        facts.push_back(
            { Words::tr("Vela's estimate"), tagged(cyclesText(*row.estimate), Origin::Estimate) });
    if (row.share)
        facts.push_back(
            { Words::tr("Share of all cycles"), tagged(formatShare(*row.share), origin) });
    const auto peak = row.cycles->value * subject.npuMacs.value_or(0);
    if (row.macs.value_or(0) > 0 && peak > 0)
        facts.push_back({ Words::tr("MAC utilisation"),
            tagged(formatShare(static_cast<double>(*row.macs) / peak), origin) });
    if (row.limit)
        facts.push_back(
            { Words::tr("Waits for"), tagged(limitText(*row.limit), Origin::Estimate) });
}

/// Who has the cycles of what was fused or folded, and where a part of the NPU's work comes from.
void addPlaces(std::vector<Fact> &facts, const ProfileSubject &subject, const OperatorRow &row,
    const EntityRef &entity, bool isCarried)
{
    const auto node = row.nodes.size() == 1 ? row.nodes.front() : QString();
    if (isCarried)
        facts.insert(facts.begin(),
            { Words::tr("Fused into"), node.isEmpty() ? row.name : node, QString(),
                subject.entityOf(row.operations.front()) });
    if (entity.kind == EntityRef::Kind::Node)
        return; // its own section says them
    if (!isCarried && !node.isEmpty())
        facts.push_back({ Words::tr("Model operator"), node, QString(), EntityRef::node(node),
            Emphasis::Code });
    if (!row.module.isEmpty())
        facts.push_back({ Words::tr("Module"), row.module, QString(), {}, Emphasis::Code });
    if (!row.sourceLine.isEmpty())
        facts.push_back(
            { Words::tr("Source line"), row.sourceLine, QString(), {}, Emphasis::Code });
}

} // namespace

std::optional<Section> costSection(const ProfileSubject &subject, const EntityRef &entity)
{
    if (entity.kind == EntityRef::Kind::NpuBuffer) // bytes cost nothing; who writes them does
        return std::nullopt;
    const auto operations = subject.operationsOf(entity);
    if (!subject.table || operations.empty())
        return std::nullopt;
    const auto row = profile::rowOf(*subject.table, operations);
    const auto isCarried = std::ranges::any_of(subject.carried,
        [&entity](const ProfileSubject::Carried &carried) { return carried.entity == entity; });
    Section section{ .id = u"cost"_s, .title = Words::tr("Cost") };
    addNumbers(section.facts, subject, row);
    addPlaces(section.facts, subject, row, entity, isCarried);
    return section;
}

} // namespace tosaic::views
