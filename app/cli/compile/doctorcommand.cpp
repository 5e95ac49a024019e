// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/description.h"
#include "core/base/knownjson.h"
#include "core/toolchain/environment.h"
#include "profiler/doctor/checkup.h"

#include <QEventLoop>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace doctorcommand {
namespace {

using profile::CheckedTool;

constexpr int StateWidth = 10; // of the longest word for a state

QJsonObject toJson(const CheckedTool &tool)
{
    QJsonObject object{ { u"kind"_s, tool.kind }, { u"name"_s, tool.name },
        { u"state"_s, profile::stateText(tool.state) } };
    insertKnown(object, u"version"_s, tool.version);
    insertKnown(object, u"path"_s, tool.path);
    insertKnown(object, u"check"_s, tool.check);
    insertKnown(object, u"note"_s, tool.note);
    insertKnown(object, u"remedy"_s, tool.remedy);
    insertKnown(object, u"license"_s, tool.license);
    return object;
}

void print(const std::vector<CheckedTool> &tools, Streams &streams)
{
    const auto tell = [&streams](const QString &state, const QString &text) {
        if (!text.isEmpty())
            streams.out << factsText(
                { { state.leftJustified(StateWidth), text } }, streams.width, {});
    };
    const auto indent = QString(StateWidth + 2, u' ');
    for (const auto &tool : tools) {
        tell(profile::stateText(tool.state), (tool.name + u' ' + tool.version).trimmed());
        if (!tool.path.isEmpty()) // whole, as commands are, so that it can be copied
            streams.out << indent << tool.path << '\n';
        tell({}, tool.note);
        for (const auto &command : tool.remedy)
            streams.out << indent << "$ " << command << '\n';
        if (!tool.license.isEmpty())
            tell({}, u"licence: "_s + tool.license);
    }
}

Answer answer(const Input &in)
{
    profile::Checkup checkup;
    QEventLoop loop;
    QObject::connect(&checkup, &profile::Checkup::finished, &loop, &QEventLoop::quit);
    profile::Checkup::Request request;
    for (const auto &interpreter : in.values(u"python"_s))
        request.places.added.append(toolchain::interpreterPath(interpreter));
    request.checkout = in.value(u"executorch"_s);
    request.store = in.value(u"store"_s);
    checkup.start(request);
    loop.exec();
    const auto &tools = checkup.tools();
    const bool hasCompilers = std::ranges::any_of(tools, [](const CheckedTool &tool) {
        return tool.kind == u"compilers"_s
            && (tool.state == CheckedTool::State::Fits
                || tool.state == CheckedTool::State::Differs);
    });
    if (in.wantsJson()) {
        QJsonArray list;
        for (const auto &tool : tools)
            list.append(toJson(tool));
        printDocument({ { u"tools"_s, list }, { u"canCompile"_s, hasCompilers } }, in.streams);
    } else {
        print(tools, in.streams);
    }
    return hasCompilers ? Fine : ToolFailed;
}

} // namespace
} // namespace doctorcommand

Command doctorCommand()
{
    return commandOf({ .name = u"doctor"_s,
        .summary
        = u"finds compilers, toolchain, FVPs, boards, cluster and store; says what is missing"_s,
        .description
        = u"Looks what this machine has for models on Ethos-U, runs the smallest check of each, "
          u"and "
          "says for what is missing the commands that bring it and the licence they ask for. "
          "Changes and downloads nothing. Exit 3 if nothing here can compile."_s,
        .options
        = { { u"python"_s, u"an interpreter to look at, too; again for each"_s, u"INTERPRETER"_s },
            { u"executorch"_s, u"folder of an ExecuTorch checkout; EXECUTORCH_ROOT"_s, u"DIR"_s },
            { u"store"_s, u"asks the team's store, too"_s, u"ADDRESS"_s } },
        .answer = doctorcommand::answer });
}

} // namespace tosaic::cli
