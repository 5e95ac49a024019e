// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/runtrust.h"

#include "profiler/targets/fvpcommand.h"
#include "profiler/targets/liverun.h"
#include "profiler/targets/processsource.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

TrustSubject subjectOf(const FvpTarget &target, const RunRequest &request)
{
    return commandSubject(
        commandLine(request), QStringList{ findFvp(target), target.elf } + target.extraArguments);
}

TrustSubject subjectOf(const SerialTarget &target, const RunRequest &)
{
    return connectionSubject(u"serial:"_s + target.port);
}

TrustSubject subjectOf(const TcpTarget &target, const RunRequest &)
{
    return connectionSubject(u"tcp:%1:%2"_s.arg(target.host).arg(target.port));
}

TrustSubject subjectOf(const CommandTarget &target, const RunRequest &request)
{
    QStringList files{ findProgram(target.program) };
    const QDir folder(target.workingFolder);
    for (const auto &argument : target.arguments)
        files << folder.absoluteFilePath(argument);
    return commandSubject(commandLine(request), files, target.workingFolder);
}

TrustSubject subjectOf(const HostTarget &target, const RunRequest &)
{
    return interpreterSubject(target.interpreter);
}

} // namespace

TrustSubject trustSubject(const RunRequest &request)
{
    return std::visit(
        [&](const auto &target) { return subjectOf(target, request); }, request.target);
}

} // namespace tosaic::profile
