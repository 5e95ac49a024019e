// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/adviceplan.h"

#include "core/sweep/sweep.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/velainifacts.h"

#include <QFileInfo>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

Facts evidenceOf(const Rule &rule, const Facts &facts)
{
    Facts some;
    for (const auto &key : rule.evidence) {
        if (const auto found = facts.find(key); found != facts.end())
            some.insert(*found);
    }
    return some;
}

/// `row`: null for a change of the model.
void takeRow(const AdvicePlan &plan, const Candidate &candidate, const sweep::CellResult *row,
    AdviceResult &result)
{
    Advice advice{ .candidate = candidate, .evidence = evidenceOf(candidate.rule, plan.facts) };
    if (row && row->status == sweep::CellStatus::Waiting) {
        ++result.untried;
        return;
    }
    if (row && row->status == sweep::CellStatus::Failed) {
        const auto &problems = row->problems;
        const auto why = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
        result.problems.push_back({ u"advice.refused"_s, Severity::Info, {},
            candidate.rule.id + u": "_s
                + (why == problems.end() ? u"Vela gave no numbers"_s : why->text) });
        return;
    }
    if (row) {
        advice.loweringKeys = row->loweringKeys;
        advice.problems = row->problems;
        if (const auto after = costsOf(*row)) {
            advice.before = result.baseline;
            advice.after = after;
        }
    }
    judge(advice);
    result.advice.push_back(std::move(advice));
}

/// The row of a cell as the store knows it; Waiting if it does not.
sweep::CellResult keptRow(const sweep::Cell &cell, const Subject &subject,
    toolchain::CellStore *store, const QString &velaVersion, toolchain::FileHashes &hashes)
{
    sweep::CellResult row{ .cell = cell };
    row.loweringKeys = sweep::keysToLower(subject.spec, cell.spec);
    if (!row.loweringKeys.isEmpty()) {
        row.status = sweep::CellStatus::NeedsCompile;
        return row;
    }
    if (!store)
        return row;
    const toolchain::EstimateQuestion question{ cell.spec, subject.inputs, subject.baseFolder, {} };
    const auto plan = toolchain::planEstimate(question, hashes);
    std::vector<toolchain::KnownAnswer> answers;
    for (const auto &task : plan.tasks) {
        auto answer = store->find(toolchain::cellKey(task, velaVersion));
        if (!answer)
            return row;
        answers.push_back(toolchain::placed(std::move(*answer), task));
    }
    return answers.empty()
        ? row
        : sweep::rowOf(cell, toolchain::estimateOf(question, plan, answers, {}), {});
}

} // namespace

Result<AdvicePlan> planOf(const Subject &subject)
{
    AdvicePlan plan{ factsOf(subject), {} };
    const auto ini
        = toolchain::withOwnIni(subject.spec, subject.baseFolder).configIni.value_or(QString());
    auto names = spec::bundledIni();
    if (QFileInfo(ini).isAbsolute()) {
        const auto own = toolchain::readIniFacts(ini);
        if (!own)
            return fail(own.error());
        names = *own;
    }
    plan.candidates = candidatesOf(rules(), plan.facts, subject.spec, names);
    return plan;
}

std::vector<sweep::Cell> cellsOf(const AdvicePlan &plan, const Subject &subject)
{
    std::vector<sweep::Cell> cells{ { subject.spec } };
    for (const auto &candidate : plan.candidates) {
        if (candidate.modelChange.isEmpty())
            cells.push_back({ candidate.spec });
    }
    return cells;
}

void takeRows(
    const AdvicePlan &plan, const std::vector<sweep::CellResult> &rows, AdviceResult &result)
{
    const auto &own = rows.front();
    const auto baseline = costsOf(own);
    if (!baseline) {
        result.problems.insert(result.problems.end(), own.problems.begin(), own.problems.end());
        return;
    }
    result.baseline = *baseline;
    std::size_t next = 1;
    for (const auto &candidate : plan.candidates)
        takeRow(plan, candidate, candidate.modelChange.isEmpty() ? &rows[next++] : nullptr, result);
    joinAlike(result.advice);
    rank(result.advice);
}

AdviceResult keptAdvice(const Subject &subject, toolchain::CellStore *store)
{
    AdviceResult result;
    if (subject.inputs.empty() || !subject.result)
        return result;
    const auto &tools = subject.result->tools;
    if (const auto vela = tools.find(u"vela"_s); vela != tools.end())
        result.velaVersion = vela->second;
    const auto plan = planOf(subject);
    if (!plan)
        return result;
    toolchain::FileHashes hashes;
    std::vector<sweep::CellResult> rows;
    for (const auto &cell : cellsOf(*plan, subject))
        rows.push_back(keptRow(cell, subject, store, result.velaVersion, hashes));
    if (rows.front().status == sweep::CellStatus::Waiting) // nothing to hold the others against
        result.untried = static_cast<int>(std::ranges::count(
            rows | std::views::drop(1), sweep::CellStatus::Waiting, &sweep::CellResult::status));
    else
        takeRows(*plan, rows, result);
    return result;
}

} // namespace tosaic::advice
