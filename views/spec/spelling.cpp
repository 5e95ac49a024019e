// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/spelling.h"

#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/spec/specrules.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Spelling", text);
}

/// What Vela's own command line says; the rest of the spec is not Vela's business.
spec::CompileSpec withVela(const spec::CompileSpec &current, const spec::CompileSpec &read)
{
    auto merged = current;
    merged.target = read.target;
    merged.systemConfig = read.systemConfig;
    merged.memoryMode = read.memoryMode;
    merged.configIni = read.configIni;
    merged.extraFlags = read.extraFlags;
    // Our command lines spell defaults out; a field that was left to the tools stays so.
    const auto defaults = spec::defaultsFor(read.target);
    const auto drop = [](const auto &was, auto &now, const QString &standard) {
        if (!was && now == standard)
            now.reset();
    };
    if (defaults) {
        drop(current.systemConfig, merged.systemConfig, defaults->systemConfig);
        drop(current.memoryMode, merged.memoryMode, defaults->memoryMode);
        drop(current.configIni, merged.configIni, defaults->configIni);
    }
    return merged;
}

/// What EthosUCompileSpec says, and the quantizer and partitioner around it if they are there.
spec::CompileSpec withPython(
    const spec::CompileSpec &current, const spec::CompileSpec &read, const QString &text)
{
    auto merged = current;
    merged.target = read.target;
    merged.systemConfig = read.systemConfig;
    merged.memoryMode = read.memoryMode;
    merged.configIni = read.configIni;
    merged.extraFlags = read.extraFlags;
    merged.externalCommandTag = read.externalCommandTag;
    merged.externalWeightTag = read.externalWeightTag;
    merged.debug = read.debug;
    merged.intermediatesFolder = read.intermediatesFolder;
    merged.passes = read.passes;
    merged.tosaSpec = read.tosaSpec;
    if (text.contains("EthosUQuantizer"_L1))
        merged.quantizer = read.quantizer;
    if (text.contains("EthosUPartitioner"_L1)) {
        merged.keepOnCpu = read.keepOnCpu;
        merged.delegate = read.delegate;
    }
    return merged;
}

} // namespace

QString spellingTitle(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Json:
        return tr("JSON");
    case Spelling::Python:
        return tr("Python");
    case Spelling::Vela:
        return tr("Vela command line");
    }
    return {};
}

QString spellingHint(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Json:
        return tr("SPEC.json of the command line. What is absent is the tools' default.");
    case Spelling::Python:
        return tr("As a script writes it. Calibration and CPU kernels are not said here.");
    case Spelling::Vela:
        return tr("How ExecuTorch calls Vela for a partition. Defaults are spelled out; what "
                  "comes before Vela is not said here.");
    }
    return {};
}

QString writeSpec(Spelling spelling, const spec::CompileSpec &spec, const QString &input)
{
    switch (spelling) {
    case Spelling::Json:
        return QString::fromUtf8(QJsonDocument(spec::toJson(spec)).toJson(QJsonDocument::Indented))
            .trimmed();
    case Spelling::Python:
        return spec::pythonCall(spec);
    case Spelling::Vela: {
        // Vela itself takes TOSA and TFLite; ExecuTorch calls it so for every partition.
        const auto suffix = QFileInfo(input).suffix().toLower();
        const bool isVelaInput = suffix == "tosa"_L1 || suffix == "tflite"_L1;
        return spec::velaCommandLine(spec, isVelaInput ? input : u"partition.tosa"_s);
    }
    }
    return {};
}

Result<spec::SpecReading> readSpec(
    Spelling spelling, const QString &text, const spec::CompileSpec &current)
{
    spec::SpecReading reading;
    if (spelling == Spelling::Json) {
        auto spec = spec::fromJsonText(text.toUtf8(), &reading.diagnostics);
        if (!spec)
            return fail(spec.error());
        reading.spec = std::move(*spec);
        return reading;
    }
    auto read = spelling == Spelling::Python ? spec::fromPythonCall(text)
                                             : spec::fromVelaCommandLine(text);
    if (!read)
        return fail(read.error());
    reading = std::move(*read);
    reading.spec = spelling == Spelling::Python ? withPython(current, reading.spec, text)
                                                : withVela(current, reading.spec);
    return reading;
}

std::optional<Spelling> recognise(const QString &text)
{
    static const QRegularExpression commandLine(
        u"(^|[\\s/])vela(\\.exe)?\\s|--accelerator-config"_s);
    const auto trimmed = text.trimmed();
    if (trimmed.startsWith(u'{'))
        return Spelling::Json;
    if (trimmed.contains("EthosUCompileSpec"_L1))
        return Spelling::Python;
    if (commandLine.match(trimmed).hasMatch())
        return Spelling::Vela;
    return std::nullopt;
}

std::optional<int> errorPosition(Spelling spelling, const QString &text, const Location &location)
{
    if (spelling != Spelling::Json)
        return location.offset ? std::optional(static_cast<int>(*location.offset)) : std::nullopt;
    if (location.offset) // bytes there
        return static_cast<int>(
            QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(*location.offset))).size());
    // A value that is wrong: where its key stands.
    static const QRegularExpression lastName(u"([A-Za-z]+)(\\[\\d+\\])?$"_s);
    const auto key = lastName.match(location.entity).captured(1);
    const auto at = key.isEmpty() ? -1 : text.indexOf(u'"' + key + u'"');
    return at < 0 ? std::nullopt : std::optional(static_cast<int>(at));
}

} // namespace tosaic::views
