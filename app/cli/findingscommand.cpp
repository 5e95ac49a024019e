// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/toolcommand.h"
#include "core/advice/advicerun.h"
#include "core/base/description.h"
#include "core/base/diagnostic.h"
#include "core/base/knownjson.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/profileassembly.h"
#include "profiler/store/runstore.h"
#include "views/findings/advicewords.h"
#include "views/findings/findingwords.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace findingscommand {
namespace {

QJsonObject toJson(const Finding &finding)
{
    QJsonArray evidence;
    for (const auto &one : finding.evidence) {
        QJsonObject object{ { u"key"_s, one.key },
            { u"value"_s, QJsonValue::fromVariant(one.value) } };
        if (!one.unit.isEmpty())
            object.insert(u"unit"_s, one.unit);
        if (one.origin)
            object.insert(u"origin"_s, profile::originKey(one.origin));
        insertKnown(object, u"partition"_s, one.partition);
        evidence.append(object);
    }
    return { { u"kind"_s, findingKey(finding) }, { u"sentence"_s, views::findingSentence(finding) },
        { u"evidence"_s, evidence }, { u"severity"_s, severityText(finding.severity) } };
}

Result<profile::MeasuredRun> traceIn(const QString &path)
{
    auto run = TRY(profile::readRunFile(path));
    if (!run.trace)
        return fail(ErrorCode::FormatUnsupported, u"it is no PMU trace of an FVP (--pmu-trace)"_s,
            { .file = path });
    return run;
}

using advice::AdviceResult;

/// Tries what is advised, with Vela. Nothing if there is no TOSA or no Vela: why is told.
class Trial : private ToolRun
{
public:
    explicit Trial(Streams &streams) : ToolRun(streams) { }

    AdviceResult of(const OpenedModel &opened, const Input &in);
    bool isInterrupted() const { return m_isInterrupted; }

private:
    AdviceResult run(const advice::AdviceRequest &request);
};

AdviceResult Trial::of(const OpenedModel &opened, const Input &in)
{
    const auto source = findKeptTosa(in.names.constFirst(), in.value(u"workspace"_s));
    const auto subject = source ? adviceSubject(opened, *source) : std::nullopt;
    if (!subject) {
        tellProblem({ u"advice.no-tosa"_s, Severity::Info, {},
                        source ? u"no advice was tried: nothing says what this was compiled for"_s
                               : u"no advice was tried: "_s + source.error().detail },
            m_streams);
        return {};
    }
    advice::AdviceRequest request{ *subject,
        findInterpreter(
            toolchain::EnvironmentSearch::Need::Vela, in.value(u"python"_s), canceller()) };
    if (m_isInterrupted)
        return {};
    const auto result = run(request);
    for (auto problem : result.problems) {
        // The findings are there all the same.
        problem.severity = std::min(problem.severity, Severity::Warning);
        tellProblem(problem, m_streams);
    }
    return result;
}

AdviceResult Trial::run(const advice::AdviceRequest &request)
{
    advice::AdviceRun trial(request);
    QEventLoop loop;
    AdviceResult result;
    QObject::connect(&trial, &advice::AdviceRun::progressed, &loop, [this](int done, int all) {
        m_streams.err << u"[%1/%2] tried\n"_s.arg(done).arg(all) << Qt::flush;
    });
    QObject::connect(&trial, &advice::AdviceRun::finished, &loop,
        [&](const std::shared_ptr<const AdviceResult> &done) {
            result = *done;
            loop.quit();
        });
    const auto setCancel = canceller();
    setCancel([&trial] { trial.cancel(); });
    trial.start();
    loop.exec();
    setCancel({});
    return result;
}

QJsonArray adviceJson(const AdviceResult &result)
{
    QJsonArray list;
    for (const auto &one : result.advice) {
        auto object = advice::toJson(one);
        object.insert(u"sentence"_s, views::adviceSentence(one));
        list.append(object);
    }
    return list;
}

void printAdvice(const AdviceResult &result, Streams &streams)
{
    if (result.advice.empty())
        return;
    streams.out << "\nAdvice, tried with Vela " << result.velaVersion << " (est):\n";
    for (const auto &one : result.advice)
        streams.out << wrappedText(
            views::effectWord(one) + u": "_s + views::adviceSentence(one), streams.width);
}

Answer run(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"one file is needed: tosaic-cli findings FILE [--trace TRACE]"_s);
    const auto opened = TRY(openDocument(in.names.constFirst()));
    auto material = profileMaterial(opened);
    if (in.isSet(u"trace"_s)) {
        material.run = TRY(traceIn(in.value(u"trace"_s)));
    }
    const auto subject = assembleProfile(material);
    const auto findings = findingsOf(opened, subject.get());
    Trial trial(in.streams);
    const auto advice = in.isSet(u"no-advice"_s) ? AdviceResult() : trial.of(opened, in);
    const int code = trial.isInterrupted() ? Cancelled : Fine;
    if (in.wantsJson()) {
        QJsonArray list;
        for (const auto &finding : findings)
            list.append(toJson(finding));
        printDocument({ { u"findings"_s, list }, { u"advice"_s, adviceJson(advice) } }, in.streams);
        return code;
    }
    for (const auto &finding : findings)
        in.streams.out << wrappedText(views::findingSentence(finding), in.streams.width);
    if (findings.empty())
        in.streams.out << "Nothing is known of what this file costs: it has no NPU operations, or "
                          "neither a debug database nor a compile lies beside it.\n";
    printAdvice(advice, in.streams);
    return code;
}

} // namespace
} // namespace findingscommand

Command findingsCommand()
{
    return commandOf({ .name = u"findings"_s,
        .summary = u"where the cycles go, what sets the pace, what is doubtful, what helps"_s,
        .description
        = u"What matters first of a program or compile, one sentence each with its numbers: cycles "
          "and time of an inference, what sets the pace, the operators that cost most, memory, "
          "what is left to the CPU, and why numbers may mislead. Then advice: each change is tried "
          "with Vela on the kept TOSA and told with the difference it makes; what needs a new "
          "lowering is told without numbers."_s,
        .names = { { u"FILE"_s, u"A program, the result of a compile, a TOSA or TFLite file."_s } },
        .options = { { u"trace"_s, u"What the FVP wrote with --pmu-trace (.json or .json.gz)."_s,
                         u"TRACE"_s },
            { u"no-advice"_s, u"Tries nothing: no compiler is started."_s },
            { u"python"_s, u"Interpreter with Vela, for the advice."_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"Where the compile of a .pte may be recorded."_s, u"W.tosaic"_s } },
        .answer = findingscommand::run });
}

} // namespace tosaic::cli
