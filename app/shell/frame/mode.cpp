// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/mode.h"

using namespace Qt::StringLiterals;

namespace tosaic::shell {

QString modeId(Mode mode)
{
    switch (mode) {
    case Mode::Home:
        return u"home"_s;
    case Mode::Model:
        return u"model"_s;
    case Mode::Partition:
        return u"partition"_s;
    case Mode::Memory:
        return u"memory"_s;
    case Mode::Spec:
        return u"spec"_s;
    case Mode::Runs:
        return u"runs"_s;
    case Mode::Compare:
        return u"compare"_s;
    case Mode::Report:
        return u"report"_s;
    }
    return {};
}

Mode modeOf(const QString &id)
{
    if (id == "graph"_L1)
        return Mode::Model;
    if (id == "counters"_L1)
        return Mode::Runs;
    for (const auto mode : AllModes) {
        if (modeId(mode) == id)
            return mode;
    }
    return Mode::Home;
}

QString modeTitle(Mode mode)
{
    switch (mode) {
    case Mode::Home:
        return ModeSwitch::tr("Home");
    case Mode::Model:
        return ModeSwitch::tr("Model");
    case Mode::Partition:
        return ModeSwitch::tr("Partition");
    case Mode::Memory:
        return ModeSwitch::tr("Memory");
    case Mode::Spec:
        return ModeSwitch::tr("Spec");
    case Mode::Runs:
        return ModeSwitch::tr("Runs");
    case Mode::Compare:
        return ModeSwitch::tr("Compare");
    case Mode::Report:
        return ModeSwitch::tr("Report");
    }
    return {};
}

QStringList defaultDocks(Mode mode)
{
    switch (mode) {
    case Mode::Home:
    case Mode::Report:
        return {};
    case Mode::Model:
        return { u"outline"_s, u"inspector"_s, u"problems"_s, u"jobs"_s, u"hex"_s, u"disassembly"_s,
            u"values"_s, u"source"_s };
    case Mode::Memory:
        return { u"inspector"_s, u"problems"_s, u"jobs"_s, u"disassembly"_s };
    case Mode::Partition:
        return { u"inspector"_s, u"problems"_s, u"jobs"_s };
    case Mode::Spec:
        return { u"problems"_s, u"jobs"_s };
    case Mode::Runs:
    case Mode::Compare:
        return {};
    }
    return {};
}

void ModeSwitch::show(Mode mode)
{
    if (mode == m_current)
        return;
    m_current = mode;
    Q_EMIT changed(mode);
}

} // namespace tosaic::shell
