// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/advicesection.h"

#include "core/base/cycletext.h"
#include "views/findings/advicecolumns.h"
#include "views/findings/advicewords.h"
#include "views/models/notknown.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using advice::Advice;
using advice::AdviceResult;

constexpr std::size_t MostInShort = 3;

struct AdviceSectionWords
{
    Q_DECLARE_TR_FUNCTIONS(Advice)
};

/// What somebody without the tool has to write, and who says that it may help.
Columns<Advice> stepColumns()
{
    return columnsOf<Advice>({
        { u"step"_s, AdviceSectionWords::tr("Change"), adviceStep },
        { u"patch"_s, AdviceSectionWords::tr("In SPEC.json"),
            [](const Advice &row) {
                return row.candidate.change.isEmpty()
                    ? AdviceSectionWords::tr("the model changes, not the spec")
                    : QString::fromUtf8(
                        QJsonDocument(row.candidate.change).toJson(QJsonDocument::Compact));
            } },
        { u"evidence"_s, AdviceSectionWords::tr("Tried because of"), adviceEvidence },
        { u"sources"_s, AdviceSectionWords::tr("Source"),
            [](const Advice &row) { return row.candidate.rule.sources.join(u"; "_s); } },
    });
}

QString untriedText(int count)
{
    return AdviceSectionWords::tr(
        "%n change(s) that may help were not tried for this report.", nullptr, count);
}

bool isMeasured(const Advice &advice)
{
    return advice.before && advice.after;
}

} // namespace

std::optional<report::Section> adviceSection(const AdviceResult &result)
{
    if (std::ranges::none_of(result.advice, isMeasured))
        return {};
    report::Section section{ AdviceSectionWords::tr("Advice"), {} };
    const auto &now = result.baseline;
    section.blocks.push_back(report::Text{
        AdviceSectionWords::tr(
            "Each change is a run of Vela %1 on the TOSA of this compile (est), beside the "
            "spec as it is: %2 cycles, %3 of SRAM. The most useful first.")
            .arg(result.velaVersion, now.cycles ? formatCycles(*now.cycles) : notKnownText(),
                needText(now.need, analysis::Memory::Sram)) });
    const auto isCompiled = [](const Advice &one) { return one.after && one.after->processor; };
    if (std::ranges::any_of(result.advice, isCompiled))
        section.blocks.push_back(report::Text{ AdviceSectionWords::tr(
            "What has numbers for the CPU needed a new lowering and was compiled. Mixed: the NPU "
            "gains what the CPU loses, or the other way round; no tool estimates the CPU.") });
    if (std::ranges::any_of(result.advice, &Advice::needsCompile))
        section.blocks.push_back(
            report::Text{ AdviceSectionWords::tr("What needs a new lowering has no numbers.") });
    auto columns = adviceColumns();
    std::erase_if(columns, [&](const Column<Advice> &column) {
        return std::ranges::none_of(
            result.advice, [&](const Advice &one) { return column.value(one).isValid(); });
    });
    auto table = tableOf(columns, result.advice);
    for (auto &row : table.rows) {
        for (auto &cell : row) {
            if (cell.text.isEmpty())
                cell.text = u"\u2014"_s; // the column before says why
        }
    }
    section.blocks.push_back(
        report::Table{ AdviceSectionWords::tr("What Vela says of each change"), std::move(table) });
    section.blocks.push_back(
        report::Table{ AdviceSectionWords::tr("How each is made, and why it was tried"),
            tableOf(stepColumns(), result.advice) });
    if (result.untried > 0)
        section.blocks.push_back(report::Text{ untriedText(result.untried) });
    return section;
}

std::vector<report::Statement> adviceStatements(const AdviceResult &result)
{
    std::vector<report::Statement> statements;
    QStringList rules; // experiments of one rule are much alike
    for (const auto &one : result.advice) { // ranked
        const auto &rule = one.candidate.rule.id;
        if (one.effect != advice::Effect::Better || statements.size() == MostInShort
            || (!rule.isEmpty() && rules.contains(rule)))
            continue;
        rules << rule;
        statements.push_back({ Severity::Info,
            AdviceSectionWords::tr("What helps, tried with Vela %1: %2")
                .arg(result.velaVersion, adviceSentence(one)) });
    }
    const auto tried = std::ranges::count_if(result.advice, isMeasured);
    if (statements.empty() && tried > 0)
        statements.push_back({ Severity::Info,
            AdviceSectionWords::tr(
                "None of the %n change(s) that were tried with Vela makes it better.", nullptr,
                static_cast<int>(tried)) });
    else if (tried == 0 && result.untried > 0)
        statements.push_back({ Severity::Info, untriedText(result.untried) });
    return statements;
}

} // namespace tosaic::views
