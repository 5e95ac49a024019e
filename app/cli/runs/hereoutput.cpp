// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/hereoutput.h"

#include "app/cli/frame/toolcommand.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/sizestext.h"
#include "core/compiled/problemjson.h"

#include <QDir>
#include <QJsonArray>

#include <ranges>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

QString hereShapeText(const std::vector<qint64> &shape)
{
    return u'[' + sizesText(shape, u", "_s) + u']';
}

QString hereVerdictText(localrun::Verdict verdict)
{
    return verdict == localrun::Verdict::NotJudged
        ? u"not judged: no output was expected (--expect)"_s
        : localrun::verdictKey(verdict);
}

QJsonObject outputJson(const HereOutcome &outcome, size_t index)
{
    const auto &output = outcome.result.outputs[index];
    QJsonObject entry{ { u"index"_s, qint64(index) }, { u"dtype"_s, model::dtypeName(output.type) },
        { u"shape"_s, jsonList(output.shape) } };
    if (!outcome.folder.isEmpty())
        entry.insert(u"file"_s, outcome.outputPath(index));
    if (index < outcome.top.size())
        entry.insert(u"top"_s, jsonList(outcome.top[index], [](const LargestNumber &one) {
            QJsonObject number{ { u"index"_s, qint64(one.index) }, { u"value"_s, one.value } };
            insertKnown(number, u"label"_s, one.label);
            return number;
        }));
    return entry;
}

QJsonArray failuresJson(const HereOutcome &outcome)
{
    QJsonArray failures;
    for (const auto &[number, judged] : outcome.cases) {
        for (const auto &one : judged) {
            if (one.differing == 0)
                continue;
            QJsonObject entry{ { u"output"_s, qint64(one.output) },
                { u"elements"_s, qint64(one.elements) },
                { u"differing"_s, qint64(one.differing) } };
            if (one.largest)
                entry.insert(u"maxAbs"_s, *one.largest);
            if (outcome.cases.size() > 1)
                entry.insert(u"case"_s, qint64(number));
            failures.append(entry);
        }
    }
    return failures;
}

} // namespace

QString HereOutcome::outputPath(size_t index) const
{
    return QDir(folder).filePath(u"output%1.npy"_s.arg(index));
}

localrun::Verdict HereOutcome::verdict() const
{
    std::vector<localrun::Judged> all;
    for (const auto &one : cases)
        all.insert(all.end(), one.judged.begin(), one.judged.end());
    return localrun::verdictOf(all);
}

QJsonObject hereJson(const HereOutcome &outcome)
{
    QJsonArray outputs;
    for (size_t i = 0; i < outcome.result.outputs.size(); ++i)
        outputs.append(outputJson(outcome, i));
    const auto delegates = jsonList(outcome.result.delegates, [](const localrun::DelegateRun &run) {
        QJsonObject entry{ { u"index"_s, run.index }, { u"backend"_s, run.backend },
            { u"engine"_s, run.isSimulated ? u"npu-simulator"_s : u"runtime"_s } };
        if (run.isSimulated) {
            entry.insert(u"commands"_s, qint64(run.commands));
            entry.insert(u"kicks"_s, qint64(run.kicks));
        }
        return entry;
    });
    QJsonArray refused;
    for (const auto &[delegate, why] : outcome.result.refused)
        refused.append(
            QJsonObject{ { u"delegate"_s, delegate }, { u"offset"_s, qint64(why.offset) },
                { u"command"_s, why.command }, { u"reason"_s, why.error.detail } });
    QJsonArray checks;
    for (const auto &[delegate, finding] : outcome.result.findings)
        checks.append(QJsonObject{ { u"kind"_s, npusim::findingKey(finding.kind) },
            { u"delegate"_s, delegate }, { u"offset"_s, qint64(finding.offset) },
            { u"text"_s, finding.text } });
    const auto cases = jsonList(outcome.cases, [](const HereCase &one) {
        return QJsonObject{ { u"case"_s, qint64(one.number) },
            { u"verdict"_s, localrun::verdictKey(localrun::verdictOf(one.judged)) } };
    });
    return { { u"outputs"_s, outputs }, { u"delegates"_s, delegates },
        { u"verdict"_s, localrun::verdictKey(outcome.verdict()) },
        { u"failures"_s, failuresJson(outcome) }, { u"cases"_s, cases }, { u"refused"_s, refused },
        { u"checks"_s, checks }, { u"notes"_s, jsonList(outcome.notes, compiled::problemToJson) },
        { u"preprocessing"_s, QJsonArray::fromStringList(outcome.preprocessed) },
        { u"seed"_s, qint64(outcome.seed) }, { u"timing"_s, u"none: functional"_s } };
}

void printHereText(const HereOutcome &outcome, QTextStream &out)
{
    for (const auto &done : outcome.preprocessed)
        out << done << '\n';
    for (const auto &run : outcome.result.delegates) {
        out << "delegate " << run.index << ": " << run.backend;
        if (run.isSimulated)
            out << ", simulated: " << run.commands << " commands, " << run.kicks << " operations";
        else
            out << ", ExecuTorch's runtime";
        out << '\n';
    }
    for (size_t i = 0; i < outcome.result.outputs.size(); ++i) {
        const auto &output = outcome.result.outputs[i];
        out << "output " << i << ": " << model::dtypeName(output.type) << ' '
            << hereShapeText(output.shape);
        if (!outcome.folder.isEmpty())
            out << ", " << outcome.outputPath(i);
        out << '\n';
        for (const auto &one :
            i < outcome.top.size() ? outcome.top[i] : std::vector<LargestNumber>())
            out << "  " << one.value << "  " << one.index << ' ' << one.label << '\n';
    }
    for (const auto &[number, judged] : outcome.cases) {
        const auto of = outcome.cases.size() > 1 ? u"case %1, "_s.arg(number) : QString();
        if (judged.empty() && !of.isEmpty())
            out << "not judged " << of << "nothing is expected of it\n";
        for (const auto &one : judged) {
            out << (one.differing == 0 ? "pass " : "fail ") << of << "output " << one.output << ": "
                << one.differing << " of " << one.elements << " elements differ";
            if (one.differing != 0 && one.largest)
                out << ", by up to " << *one.largest;
            out << '\n';
        }
    }
    if (outcome.result.refused.empty())
        out << "functional, no timing; " << hereVerdictText(outcome.verdict()) << '\n';
}

void tellHereChecks(const HereOutcome &outcome, Streams &streams)
{
    for (const auto &[delegate, finding] : outcome.result.findings)
        tellProblem({ u"run."_s + npusim::findingKey(finding.kind), Severity::Warning,
                        { .offset = finding.offset, .section = u"delegate %1"_s.arg(delegate) },
                        finding.text },
            streams);
    for (const auto &[delegate, why] : outcome.result.refused)
        tellProblem({ u"run.refused"_s, Severity::Error,
                        { .offset = why.offset,
                            .section = u"delegate %1"_s.arg(delegate),
                            .entity = why.command },
                        why.error.detail },
            streams);
}

} // namespace tosaic::cli
