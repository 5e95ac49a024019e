// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/knownjson.h"
#include "core/base/try.h"

#include "app/cli/compile/velainiediting.h"
#include "core/base/bytesource.h"
#include "core/inspect/commonjson.h"
#include "core/inspect/veladescription.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace velainicommand {
namespace {

struct IniQuestion
{
    QStringList files;
    QString systemConfig; ///< both or neither
    QString memoryMode;
};

struct IniAnswer
{
    Description description;
    bool isRefused = false; ///< Vela would not take this choice; the last diagnostic says why
};

Result<IniAnswer> answer(const IniQuestion &question, formats::vela::IniSources &sources)
{
    for (const auto &path : question.files) {
        auto source = TRY(ByteSource::map(path));
        sources.push_back(source);
    }
    const auto ini = TRY(formats::vela::readVelaIni(sources));
    if (ini.systemConfigs.isEmpty() && ini.memoryModes.isEmpty())
        return fail(ErrorCode::FormatUnknown,
            u"there is neither a system configuration nor a memory mode"_s,
            { .file = question.files.constFirst() });
    if (question.systemConfig.isEmpty())
        return IniAnswer{ inspect::describeVelaIni(ini) };
    const auto resolution
        = formats::vela::resolveIni(ini, question.systemConfig, question.memoryMode);
    if (resolution)
        return IniAnswer{ inspect::describeVelaIni(ini, *resolution) };
    auto refused = inspect::describeVelaIni(ini);
    refused.json = { { u"systemConfig"_s, question.systemConfig },
        { u"memoryMode"_s, question.memoryMode } };
    refused.sections.clear();
    refused.diagnostics.push_back(diagnosticOf(resolution.error()));
    return IniAnswer{ std::move(refused), true };
}

void print(const Description &description, const ByteSource &source, bool asJson, Streams &streams)
{
    tellProblems(description.diagnostics, streams);
    if (asJson) {
        auto json = inspect::commonToJson(
            description.format, description.formatVersion, source, description.diagnostics);
        for (auto entry = description.json.begin(); entry != description.json.end(); ++entry)
            json.insert(entry.key(), entry.value());
        printDocument(json, streams);
    } else if (!description.sections.empty()) {
        streams.out << descriptionText(source.fileName(), description.sections, streams.width);
    }
}

Answer change(const QStringList &files, const IniChanges &changes, bool asJson, Streams &streams)
{
    if (changes.isEmpty() || changes.output.isEmpty())
        return misuse(u"--set and --new-system need -o OUT.ini, and it needs one of them"_s);
    if (files.size() > 1 || (files.isEmpty() && changes.newSystem.isEmpty()))
        return misuse(u"one file is changed: tosaic-cli vela-ini FILE --set ... -o OUT.ini"_s);
    const auto done = TRY(changeIni(files.value(0), changes));
    tellProblems(done.diagnostics, streams);
    if (!done.isWritten)
        streams.err << "error: spec.invalid: the change makes an error that was not there; "
                    << changes.output << " is not written\n";
    if (asJson) {
        QJsonObject json{ { u"written"_s, done.isWritten }, { u"output"_s, changes.output },
            { u"diagnostics"_s, inspect::diagnosticsToJson(done.diagnostics) } };
        insertKnown(json, u"section"_s, done.newSection);
        printDocument(json, streams);
    } else if (done.isWritten && !done.newSection.isEmpty()) {
        streams.out << "added " << done.newSection << '\n';
    }
    return done.isWritten ? Fine : BadInput;
}

Answer run(const Input &in)
{
    const IniChanges changes{ in.values(u"set"_s), in.value(u"new-system"_s),
        in.value(u"template"_s), in.value(u"output"_s) };
    if (!changes.isEmpty() || !changes.output.isEmpty())
        return change(in.names, changes, in.wantsJson(), in.streams);
    const IniQuestion question{ in.names, in.value(u"system-config"_s),
        in.value(u"memory-mode"_s) };
    if (question.files.isEmpty())
        return misuse(u"a file is needed: tosaic-cli vela-ini FILE..."_s);
    if (question.systemConfig.isEmpty() != question.memoryMode.isEmpty())
        return misuse(u"--system-config and --memory-mode belong together"_s);
    formats::vela::IniSources sources;
    const auto found = TRY(answer(question, sources));
    print(found.description, *sources.front(), in.wantsJson(), in.streams);
    return found.isRefused ? BadInput : Fine;
}

} // namespace
} // namespace velainicommand

Command velaIniCommand()
{
    return commandOf({ .name = u"vela-ini"_s,
        .summary = u"list or resolve the configurations of vela.ini files"_s,
        .description
        = u"Lists the configurations of vela.ini files, or resolves one choice: every value with "
          "the section it comes from. Several files are merged in their order, as Vela does. With "
          "--set or --new-system one file is changed and written; comments, order and line ends "
          "stay."_s,
        .names = { { u"FILE..."_s, u"One or several ini files."_s } },
        .options = { { u"system-config"_s, u"The system configuration to resolve."_s, u"NAME"_s },
            { u"memory-mode"_s, u"The memory mode to resolve."_s, u"NAME"_s },
            { u"set"_s, u"Change a key; an empty value removes it. May be repeated."_s,
                u"SECTION.KEY=VALUE"_s },
            { u"new-system"_s, u"Add a section from a template; FILE may be left out."_s,
                u"NAME"_s },
            { u"template"_s,
                u"Its template: U55-, U65-, U85-Flash or -DRAM, Sram_Only, Shared_Sram, "
                "Dedicated_Sram."_s,
                u"ID"_s, u"U85-DRAM"_s },
            { { u"o"_s, u"output"_s }, u"The file to write."_s, u"OUT.ini"_s } },
        .answer = velainicommand::run,
        .hasTables = true,
        .mayReplaceInput = true });
}

} // namespace tosaic::cli
