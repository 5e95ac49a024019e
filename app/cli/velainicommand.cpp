// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/bytesource.h"
#include "core/inspect/commonjson.h"
#include "core/inspect/veladescription.h"

#include <QCommandLineParser>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

struct IniQuestion
{
    QStringList files;
    QString systemConfig; ///< both or neither
    QString memoryMode;
};

Result<Description> answer(const IniQuestion &question, formats::vela::IniSources &sources)
{
    for (const auto &path : question.files) {
        auto source = ByteSource::map(path);
        if (!source)
            return fail(source.error());
        sources.push_back(*source);
    }
    const auto ini = formats::vela::readVelaIni(sources);
    if (!ini)
        return fail(ini.error());
    if (ini->systemConfigs.isEmpty() && ini->memoryModes.isEmpty())
        return fail(ErrorCode::FormatUnknown,
            u"there is neither a system configuration nor a memory mode"_s,
            { .file = question.files.constFirst() });
    if (question.systemConfig.isEmpty())
        return inspect::describeVelaIni(*ini);
    const auto resolution
        = formats::vela::resolveIni(*ini, question.systemConfig, question.memoryMode);
    if (!resolution)
        return fail(resolution.error());
    return inspect::describeVelaIni(*ini, *resolution);
}

void print(const Description &description, const ByteSource &source, bool asJson, Streams &streams)
{
    for (const auto &diagnostic : description.diagnostics)
        streams.err << diagnostic.toText() << '\n';
    streams.err.flush();
    if (asJson) {
        auto json = inspect::commonToJson(
            description.format, description.formatVersion, source, description.diagnostics);
        for (auto entry = description.json.begin(); entry != description.json.end(); ++entry)
            json.insert(entry.key(), entry.value());
        streams.out << QJsonDocument(json).toJson(QJsonDocument::Indented);
    } else {
        streams.out << descriptionText(source.fileName(), description.sections);
    }
    streams.out.flush();
}

int usage(const QString &text, Streams &streams)
{
    streams.err << "error: usage: " << text << '\n';
    return Usage;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Lists the configurations of vela.ini files, or resolves one choice: every value with the "
        "section it comes from. Several files are merged in their order, as Vela does."_s);
    const QCommandLineOption system(
        u"system-config"_s, u"The system configuration to resolve."_s, u"NAME"_s);
    const QCommandLineOption mode(u"memory-mode"_s, u"The memory mode to resolve."_s, u"NAME"_s);
    const QCommandLineOption json(u"json"_s, u"Print one JSON document."_s);
    const QCommandLineOption help({ u"h"_s, u"help"_s }, u"Show this help."_s);
    parser.addOptions({ system, mode, json, help });
    parser.addPositionalArgument(u"FILE..."_s, u"One or several ini files."_s);
    const auto parsed = parser.parse(QStringList{ u"tosaic-cli vela-ini"_s } + arguments);
    if (parsed && parser.isSet(help)) {
        streams.out << parser.helpText();
        return Fine;
    }
    if (!parsed)
        return usage(parser.errorText(), streams);
    const IniQuestion question{ parser.positionalArguments(), parser.value(system),
        parser.value(mode) };
    if (question.files.isEmpty())
        return usage(u"a file is needed: tosaic-cli vela-ini FILE..."_s, streams);
    if (question.systemConfig.isEmpty() != question.memoryMode.isEmpty())
        return usage(u"--system-config and --memory-mode belong together"_s, streams);
    formats::vela::IniSources sources;
    const auto description = answer(question, sources);
    if (!description) {
        streams.err << diagnosticOf(description.error()).toText() << '\n';
        streams.err.flush();
        return BadInput;
    }
    print(*description, *sources.front(), parser.isSet(json), streams);
    return Fine;
}

} // namespace

Command velaIniCommand()
{
    return { u"vela-ini"_s, u"list or resolve the configurations of vela.ini files"_s, false, run };
}

} // namespace tosaic::cli
