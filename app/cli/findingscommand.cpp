// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "core/base/description.h"
#include "core/base/diagnostic.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/profileassembly.h"
#include "profiler/store/runstore.h"
#include "views/findings/findingwords.h"

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
    if (in.wantsJson()) {
        QJsonArray list;
        for (const auto &finding : findings)
            list.append(toJson(finding));
        printDocument({ { u"findings"_s, list } }, in.streams);
        return Fine;
    }
    for (const auto &finding : findings)
        in.streams.out << wrappedText(views::findingSentence(finding), in.streams.width);
    if (findings.empty())
        in.streams.out << "Nothing is known of what this file costs: it has no NPU operations, or "
                          "neither a debug database nor a compile lies beside it.\n";
    return Fine;
}

} // namespace
} // namespace findingscommand

Command findingsCommand()
{
    return commandOf({ .name = u"findings"_s,
        .summary = u"where the cycles go, what sets the pace, what it needs, what is doubtful"_s,
        .description
        = u"What matters first of a program or compile, one sentence each with its numbers: cycles "
          "and time of an inference, what sets the pace, the operators that cost most, memory, "
          "what "
          "is left to the CPU, and why numbers may mislead."_s,
        .names = { { u"FILE"_s, u"A program, the result of a compile, a TOSA or TFLite file."_s } },
        .options = { { u"trace"_s, u"What the FVP wrote with --pmu-trace (.json or .json.gz)."_s,
            u"TRACE"_s } },
        .answer = findingscommand::run });
}

} // namespace tosaic::cli
