// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernels/kernelsection.h"

#include "views/kernels/kernelsmodel.h"
#include "views/kernels/kernelwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct KernelSectionWords
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::KernelSection)
};

report::FactList factsOf(const KernelsSubject &subject, const profile::MethodProfile &method)
{
    report::FactList list{
        { { KernelSectionWords::tr("Time"), headerParts(subject, method).join(u"; "_s), {} } }
    };
    for (const auto &row : conditionRows(subject, method))
        list.facts.push_back({ row.name, row.value.isEmpty() ? notKnownText() : row.value, {} });
    return list;
}

/// The slowest first; what is inside a delegate's call behind it.
std::vector<KernelLine> slowestFirst(const profile::MethodProfile &method)
{
    std::vector<std::pair<double, std::vector<KernelLine>>> calls;
    for (auto &line : kernelLines(method)) {
        if (calls.empty() || !line.row.isInside())
            calls.push_back({ line.spread ? line.spread->median : -1, {} });
        calls.back().second.push_back(std::move(line));
    }
    std::ranges::stable_sort(calls, std::greater(), [](const auto &call) { return call.first; });
    std::vector<KernelLine> lines;
    for (auto &[median, call] : calls)
        std::ranges::move(call, std::back_inserter(lines));
    return lines;
}

void addMethod(
    report::Section &section, const KernelsSubject &subject, const profile::MethodProfile &method)
{
    section.blocks.emplace_back(factsOf(subject, method));
    const auto lines = slowestFirst(method);
    if (lines.empty())
        return;
    report::Table table{ .caption
        = KernelSectionWords::tr("Instructions by the time of one execution, the slowest first"),
        .data = tableOf(kernelColumns(subject.profile.unit), lines),
        .read = report::ReadRows };
    const auto more = table.hidden();
    section.blocks.emplace_back(std::move(table));
    if (more > 0)
        section.blocks.emplace_back(report::Text{ KernelSectionWords::tr(
            "%n more instruction(s) stand in the CSV and JSON forms of this report.", nullptr,
            more) });
}

} // namespace

std::vector<report::Section> kernelSections(std::span<const profile::MeasuredRun> runs,
    const std::shared_ptr<const model::Program> &program, const QString &programName)
{
    std::vector<report::Section> sections;
    for (const auto &run : runs) {
        if (!run.etdump)
            continue;
        const auto subject
            = kernelsSubject({ .run = run, .program = program, .programName = programName });
        if (subject.profile.methods.empty())
            continue;
        report::Section section{ KernelSectionWords::tr("Kernels: %1").arg(run.name), {} };
        if (subject.origin == Origin::ThisMachine)
            section.blocks.emplace_back(report::Statement{ Severity::Warning,
                KernelSectionWords::tr(
                    "Measured on this machine with portable kernels: the times of kernels say "
                    "nothing about a device.") });
        if (subject.relation != ProgramRelation::None)
            section.blocks.emplace_back(report::Text{ relationSentence(subject) });
        for (const auto &method : subject.profile.methods)
            addMethod(section, subject, method);
        sections.push_back(std::move(section));
    }
    return sections;
}

} // namespace tosaic::views
