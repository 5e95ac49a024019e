// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"
#include "profiler/targets/fvpcommand.h"
#include "profiler/targets/liverun.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString shellLine(const QString &program, const QStringList &arguments)
{
    QStringList words{ spec::shellQuoted(program) };
    for (const auto &argument : arguments)
        words += spec::shellQuoted(argument);
    return words.join(u' ');
}

QString lineOf(const FvpTarget &target, int timeLimitSeconds)
{
    const auto program
        = target.program.isEmpty() ? factsOf(target.platform).program : target.program;
    return shellLine(program, fvpArguments(target, timeLimitSeconds));
}

QString lineOf(const CommandTarget &target, int)
{
    return target.program.isEmpty() ? QString() : shellLine(target.program, target.arguments);
}

template <typename Other>
QString lineOf(const Other &, int)
{
    return {};
}

QString fileOn(const QString &path, const QString &where)
{
    return path.isEmpty() ? where : u"%1 on %2"_s.arg(QFileInfo(path).fileName(), where);
}

QString nameOf(const FvpTarget &target)
{
    const auto &what = target.pte.isEmpty() ? target.elf : target.pte;
    return fileOn(what, factsOf(target.platform).target(target.macs));
}

QString nameOf(const SerialTarget &target)
{
    return target.port;
}

QString nameOf(const TcpTarget &target)
{
    return u"%1:%2"_s.arg(target.host).arg(target.port);
}

QString nameOf(const CommandTarget &target)
{
    return QFileInfo(target.program).fileName();
}

QString nameOf(const HostTarget &target)
{
    return fileOn(target.pte, u"this machine"_s);
}

} // namespace

QString stateName(LiveRun::State state)
{
    switch (state) {
    case LiveRun::State::Idle:
        return u"idle"_s;
    case LiveRun::State::Starting:
        return u"starting"_s;
    case LiveRun::State::Running:
        return u"running"_s;
    case LiveRun::State::Reconnecting:
        return u"reconnecting"_s;
    case LiveRun::State::Complete:
        return u"complete"_s;
    case LiveRun::State::Failed:
        return u"failed"_s;
    case LiveRun::State::Stopped:
        return u"stopped"_s;
    case LiveRun::State::TimedOut:
        return u"timed-out"_s;
    }
    return {};
}

std::optional<Origin> originOf(const RunRequest &request)
{
    if (request.origin)
        return request.origin;
    if (std::holds_alternative<FvpTarget>(request.target))
        return Origin::Fvp;
    if (std::holds_alternative<SerialTarget>(request.target))
        return Origin::Board;
    if (std::holds_alternative<HostTarget>(request.target))
        return Origin::ThisMachine;
    return {};
}

QString runName(const RunRequest &request)
{
    if (!request.name.isEmpty())
        return request.name;
    return std::visit([](const auto &target) { return nameOf(target); }, request.target);
}

QString commandLine(const RunRequest &request)
{
    return std::visit([&](const auto &target) { return lineOf(target, request.timeLimitSeconds); },
        request.target);
}

} // namespace tosaic::profile
