// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportbuilder.h"

#include "core/base/units.h"
#include "core/inspect/describefile.h"
#include "views/report/reportcolours.h"
#include "views/report/reportsections.h"
#include "views/widgets/changewords.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// The time that the environment states for what is to come out the same twice, else that of the
/// clock; see reproducible-builds.org/specs/source-date-epoch.
QDateTime timeNow()
{
    bool isStated = false;
    const auto stated = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isStated); // s
    return isStated ? QDateTime::fromSecsSinceEpoch(stated, Qt::UTC) : QDateTime::currentDateTime();
}

QString titleOf(const ReportInput &input)
{
    if (!input.title.isEmpty())
        return input.title;
    if (!input.modelPath.isEmpty())
        return QFileInfo(input.modelPath).fileName();
    if (input.result && !input.result->sourceName.isEmpty())
        return input.result->sourceName;
    return ReportText::tr("Measured runs");
}

QString subtitleOf(const ReportInput &input)
{
    const auto made = input.made.isValid() ? input.made : timeNow();
    return ReportText::tr("Report of %1, made with Tosaic %2")
        .arg(QLocale().toString(made, u"yyyy-MM-dd HH:mm"_s),
            QCoreApplication::applicationVersion().isEmpty()
                ? ReportText::tr("(version not known)")
                : QCoreApplication::applicationVersion());
}

/// Each problem once, in order of appearance.
std::vector<Diagnostic> problemsOf(const ReportInput &input)
{
    std::vector<Diagnostic> problems;
    const auto add = [&problems](const std::vector<Diagnostic> &more) {
        for (const auto &problem : more) {
            if (std::find(problems.begin(), problems.end(), problem) == problems.end())
                problems.push_back(problem);
        }
    };
    if (input.program)
        add(input.program->diagnostics);
    if (input.result)
        add(input.result->problems);
    add(input.diagnostics);
    return problems;
}

analysis::MemoryNeed needOf(const ReportInput &input)
{
    if (input.result) {
        const std::shared_ptr<const model::Program> program(input.program, [](const auto *) {});
        return analysis::memoryNeed(analysis::memoryFacts(*input.result, program));
    }
    return input.program ? analysis::memoryNeed(analysis::memoryFacts(*input.program))
                         : analysis::MemoryNeed();
}

} // namespace

QString sizeText(quint64 bytes)
{
    if (bytes < 1024)
        return formatBytes(bytes);
    return ReportText::tr("%1 (%2 bytes)").arg(formatBytes(bytes), formatCount(bytes));
}

QString estimateTag()
{
    return originTag(Origin::Estimate);
}

report::Report buildReport(const ReportInput &input)
{
    const auto described = input.velaFile
        ? inspect::describeFile(input.velaFile, formats::recognise(input.velaFile->bytes()))
        : Result<Description>(Description());
    report::Report report{ .title = titleOf(input),
        .subtitle = subtitleOf(input),
        .author = input.author,
        .note = input.note };
    auto &sections = report.sections;
    if (input.program || input.result || !input.findings.empty())
        sections.push_back(summarySection(input));
    if (input.oldResult && input.result)
        sections.push_back(comparisonSection(*input.oldResult, *input.result));
    if (input.advice)
        sections.push_back(*input.advice);
    if (input.program || (input.result && !isOfVelaAlone(*input.result))) {
        const auto join = input.program && input.result
            ? analysis::joinByPayload(*input.program, *input.result)
            : analysis::Join{};
        sections.push_back(partitionSection(input, join));
    }
    const auto need = needOf(input);
    analysis::insertNeed(report.values, need);
    if (!need.isEmpty())
        sections.push_back(needSection(need, input.memory));
    sections.insert(sections.end(), input.runSections.begin(), input.runSections.end());
    if (input.result)
        sections.push_back(cpuSection(*input.result));
    if (input.program)
        sections.push_back(memorySection(*input.program));
    if (input.result) {
        sections.push_back(specSection(*input.result));
        sections.push_back(compileSection(*input.result));
    }
    if (input.program)
        sections.push_back(modelSection(input));
    if (input.velaFile && described)
        std::ranges::move(fileSections(*input.velaFile, *described), std::back_inserter(sections));
    if (input.result)
        sections.push_back(toolsSection(input));
    if (const auto problems = problemsOf(input); !problems.empty())
        sections.push_back(problemSection(problems));
    report.darkColours = darkColoursOf(report);
    return report;
}

} // namespace tosaic::views
