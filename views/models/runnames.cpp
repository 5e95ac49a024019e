// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/runnames.h"

#include "profiler/store/runstore.h"
#include "views/models/notknown.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <climits>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

} // namespace

QString groupingWord(RunGrouping grouping)
{
    switch (grouping) {
    case RunGrouping::None:
        return Words::tr("Not grouped");
    case RunGrouping::Model:
        return Words::tr("By model");
    case RunGrouping::Origin:
        return Words::tr("By origin");
    case RunGrouping::Target:
        return Words::tr("By target");
    case RunGrouping::Date:
        return Words::tr("By day");
    case RunGrouping::Console:
        return Words::tr("By console");
    }
    return {};
}

QString groupWord(RunGrouping grouping, const QString &name)
{
    if (name.isEmpty())
        return notKnownText();
    if (grouping == RunGrouping::Origin) {
        const auto origin = profile::originFromKey(name);
        return origin ? originTag(*origin) : name;
    }
    if (grouping == RunGrouping::Date)
        return QLocale().toString(QDate::fromString(name, Qt::ISODate), QLocale::ShortFormat);
    if (grouping != RunGrouping::Console)
        return name;
    using enum profile::LogFamily;
    for (const auto family : { ExecutorchRunner, Mlek, CoreSoftware, Zephyr, Other }) {
        if (name == profile::familyName(family))
            return familyWord(family);
    }
    return kindWord(name);
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

QString kindWord(const QString &kind)
{
    if (kind == u"console"_s)
        return Words::tr("Console");
    if (kind == u"pmu-trace"_s)
        return Words::tr("Trace");
    if (kind == u"etdump"_s)
        return Words::tr("ETDump");
    if (kind == u"vela-summary"_s)
        return Words::tr("Vela summary");
    if (kind == u"vela-per-layer"_s)
        return Words::tr("Vela per layer");
    if (kind == u"vela-console"_s)
        return Words::tr("Vela console");
    if (kind == u"vela-debug-db"_s)
        return Words::tr("Vela debug database");
    return kind;
}

QString profileTitle(const profile::Profile &profile, int index)
{
    return profile.label.isEmpty() ? Words::tr("Measurement %1").arg(index + 1) : profile.label;
}

QString doubtWords(const char *doubt, const QString &counter)
{
    return QCoreApplication::translate("Metrics", doubt).arg(counter);
}

QString originWord(std::optional<Origin> origin)
{
    return origin ? originTag(*origin) : Words::tr("Not stated");
}

QString counterValueTitle(std::optional<quint64> summed)
{
    if (!summed)
        return Words::tr("Sum of unknown inferences");
    return *summed > 1 ? Words::tr("Sum of %Ln inference(s)", nullptr,
               static_cast<int>(std::min<quint64>(*summed, INT_MAX)))
                       : Words::tr("Value");
}

QString ofOneInferenceTitle()
{
    return Words::tr("Of one inference");
}

QString ofOneInferenceText(double value)
{
    return QLocale().toString(value, 'f', value == std::floor(value) ? 0 : 1);
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

QString mergeConditionWord(const QString &name)
{
    if (name == u"origin"_s)
        return Words::tr("origin");
    if (name == u"target"_s)
        return Words::tr("target");
    if (name == u"product"_s)
        return Words::tr("NPU");
    if (name == u"MACs"_s)
        return Words::tr("MACs per cycle");
    if (name == u"clock"_s)
        return Words::tr("clock");
    if (name == u"artefact"_s)
        return Words::tr("program");
    if (name == u"spec"_s)
        return Words::tr("compile spec");
    if (name == u"tools"_s)
        return Words::tr("tools");
    if (name == u"model MACs"_s)
        return Words::tr("MACs of the model");
    if (name == u"mode"_s)
        return Words::tr("simulation mode");
    if (name == u"measurement"_s)
        return Words::tr("measurement");
    return name;
}

} // namespace tosaic::views
