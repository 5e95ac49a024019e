// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runwords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

} // namespace

QString originWord(std::optional<Origin> origin)
{
    return origin ? originTag(*origin) : Words::tr("Not stated");
}

QString statusWord(profile::RunStatus status)
{
    switch (status) {
    case profile::RunStatus::Complete:
        return Words::tr("Complete");
    case profile::RunStatus::Failed:
        return Words::tr("Failed");
    case profile::RunStatus::Truncated:
        return Words::tr("Truncated");
    case profile::RunStatus::NoInference:
        break;
    }
    return Words::tr("No inference");
}

QString familyWord(profile::LogFamily family)
{
    switch (family) {
    case profile::LogFamily::ExecutorchRunner:
        return Words::tr("ExecuTorch runner");
    case profile::LogFamily::Mlek:
        return Words::tr("ML Embedded Evaluation Kit");
    case profile::LogFamily::CoreSoftware:
        return Words::tr("Ethos-U core software");
    case profile::LogFamily::Zephyr:
        return Words::tr("Zephyr");
    case profile::LogFamily::Other:
        break;
    }
    return Words::tr("Other console");
}

QString shareWord(double share)
{
    if (share > 0 && share < 0.0005)
        return u"< "_s + formatShare(0.001);
    if (share > 0.9995 && share < 1)
        return u"> "_s + formatShare(0.999);
    return formatShare(share);
}

QString metricName(const profile::Metric &metric)
{
    using Kind = profile::Metric::Kind;
    switch (metric.kind) {
    case Kind::ActiveShare:
        return Words::tr("NPU active");
    case Kind::ComputeShare:
        return Words::tr("MAC engine active");
    case Kind::WaitShare:
        return Words::tr("Waiting (active without MAC)");
    case Kind::IdleShare:
        return Words::tr("NPU idle");
    case Kind::PortBytes:
        return Words::tr("%1, moved").arg(counterShortName(metric.counter));
    case Kind::PortBandwidth:
        return Words::tr("%1, bandwidth").arg(counterShortName(metric.counter));
    case Kind::CyclesPerInference:
        return Words::tr("NPU cycles per inference");
    case Kind::TimePerInference:
        return Words::tr("NPU time per inference");
    case Kind::MacUtilisation:
        return Words::tr("MAC utilisation");
    case Kind::StallShare:
        break;
    }
    return metric.counter;
}

QString metricValue(const profile::Metric &metric)
{
    if (metric.unit == u"%"_s)
        return shareWord(metric.value);
    if (metric.unit == u"s"_s)
        return formatDuration(metric.value);
    if (metric.unit == u"bytes"_s)
        return formatBytes(static_cast<quint64>(metric.value));
    if (metric.unit == u"bytes/s"_s)
        return formatBytes(static_cast<quint64>(metric.value)) + u"/s"_s;
    return QLocale().toString(metric.value, 'f', metric.value < 100 ? 2 : 0);
}

QString profileTitle(const profile::Profile &profile, int index)
{
    return profile.label.isEmpty() ? Words::tr("Measurement %1").arg(index + 1) : profile.label;
}

QString counterShortName(const QString &counter)
{
    static constexpr auto Read = u"_RD_DATA_BEAT_RECEIVED";
    static constexpr auto Write = u"_WR_DATA_BEAT_WRITTEN";
    for (const auto *suffix : { Read, Write }) {
        if (!counter.endsWith(QStringView(suffix)))
            continue;
        const auto port = counter.chopped(QStringView(suffix).size());
        return suffix == Read ? Words::tr("%1 read").arg(port) : Words::tr("%1 write").arg(port);
    }
    return counter;
}

std::vector<TextRow> derivedRows(const std::vector<profile::Metric> &metrics)
{
    std::vector<TextRow> rows;
    for (const auto &metric : metrics)
        rows.push_back({ { metricName(metric), metricValue(metric), originWord(metric.origin),
                             metric.formula },
            metric.formula });
    return rows;
}

std::vector<TextRow> errorRows(const profile::Run &run)
{
    std::vector<TextRow> rows;
    for (const auto &error : run.errors)
        rows.push_back({ { QLocale().toString(error.line),
                             error.code.isEmpty() ? u"–"_s : error.code, error.text },
            error.text });
    return rows;
}

QString matchSentence(const profile::ModelMatchResult &match, const QString &fileName)
{
    const auto number = [](const QString &text) {
        bool ok = false;
        const auto value = text.toULongLong(&ok);
        return ok ? formatCount(value) : text;
    };
    for (const auto &fact : match.facts) {
        const bool isTold = (match.verdict == profile::ModelMatch::Differs) != fact.isEqual;
        if (!isTold)
            continue;
        const auto inLog = number(fact.inLog);
        const auto inModel = number(fact.inModel);
        using Kind = profile::MatchFact::Kind;
        if (match.verdict == profile::ModelMatch::Differs) {
            const auto sentence = [&] {
                switch (fact.kind) {
                case Kind::FileSize:
                    return Words::tr(
                        "Does not belong to %1: the log ran a file of %2 bytes, this one has %3.");
                case Kind::PlannedMemory:
                    return Words::tr("Does not belong to %1: the log planned %2 bytes of buffers, "
                                     "this file plans %3.");
                case Kind::MethodCount:
                    return Words::tr(
                        "Does not belong to %1: the log counts %2 methods, this file has %3.");
                case Kind::CommandStream:
                    return Words::tr("Does not belong to %1: the log ran a command stream of %2 "
                                     "words, this file has %3.");
                case Kind::CompiledFor:
                    break;
                }
                return Words::tr(
                    "Does not belong to %1: the log is about %2, this file is compiled for %3.");
            }();
            return sentence.arg(fileName, inLog, inModel);
        }
        if (match.verdict != profile::ModelMatch::Belongs)
            break;
        if (fact.kind == Kind::FileSize)
            return Words::tr("Belongs to %1: the log ran a file of the same size (%2 bytes).")
                .arg(fileName, inLog);
        if (fact.kind == Kind::CommandStream)
            return Words::tr("Belongs to %1: the command stream has the same length (%2 words).")
                .arg(fileName, inLog);
    }
    return Words::tr(
        "Whether this run belongs to %1 cannot be told: the log names nothing that tells "
        "files apart.")
        .arg(fileName);
}

} // namespace tosaic::views
