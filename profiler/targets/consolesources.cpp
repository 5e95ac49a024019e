// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/boardsource.h"
#include "profiler/targets/consolesource.h"
#include "profiler/targets/fvpsource.h"
#include "profiler/targets/hostsource.h"
#include "profiler/targets/liverun.h"
#include "profiler/targets/serialsource.h"
#include "profiler/targets/tcpsource.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// What a source may need of its request.
struct Surroundings
{
    const RunRequest &request;
    const QString &folder;
    const SourceLimits &limits;
};

std::unique_ptr<ConsoleSource> make(const FvpTarget &target, const Surroundings &around)
{
    return std::make_unique<FvpSource>(target, around.request.timeLimitSeconds, around.folder);
}

std::unique_ptr<ConsoleSource> make(const SerialTarget &target, const Surroundings &around)
{
    return std::make_unique<BoardSource>(std::make_unique<SerialSource>(target, around.limits),
        devicePath(target.port), runName(around.request));
}

std::unique_ptr<ConsoleSource> make(const TcpTarget &target, const Surroundings &around)
{
    return std::make_unique<BoardSource>(std::make_unique<TcpSource>(target, around.limits),
        u"%1:%2"_s.arg(target.host).arg(target.port), runName(around.request));
}

std::unique_ptr<ConsoleSource> make(const CommandTarget &target, const Surroundings &)
{
    toolchain::ToolProcess::Command command;
    // The working folder must not decide which program a relative path means.
    const auto found = findProgram(target.program);
    command.program = found.isEmpty() ? target.program : found;
    command.arguments = target.arguments;
    command.workingDirectory = target.workingFolder;
    command.hasInput = true;
    return std::make_unique<ProcessSource>(std::move(command));
}

std::unique_ptr<ConsoleSource> make(const HostTarget &target, const Surroundings &around)
{
    // A folder of its own: it refuses one with files that are not its.
    return std::make_unique<HostSource>(target, around.folder + u"/files"_s);
}

} // namespace

std::unique_ptr<ConsoleSource> makeConsoleSource(
    const RunRequest &request, const QString &folder, const SourceLimits &limits)
{
    const Surroundings around{ request, folder, limits };
    return std::visit([&](const auto &target) { return make(target, around); }, request.target);
}

} // namespace tosaic::profile
