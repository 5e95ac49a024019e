// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/spelling.h"

#include "core/spec/specfields.h"
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

/// `current` with the fields that a spelling says, as they were read; the rest is not its business.
spec::CompileSpec merged(
    const spec::CompileSpec &current, const spec::CompileSpec &read, int spelled)
{
    auto merged = current;
    for (const auto &field : spec::fields()) {
        if (field.spelled & spelled)
            field.set(merged, field.value(read));
    }
    if (spelled & spec::Field::InQuantizer)
        merged.quantizer = read.quantizer; // given in full, or left to the tools
    return merged;
}

spec::CompileSpec withVela(const spec::CompileSpec &current, const spec::CompileSpec &read)
{
    auto spec = merged(current, read, spec::Field::InVela);
    // Our command lines spell defaults out; a field that was left to the tools stays so.
    const auto drop = [](const auto &was, auto &now, const QString &standard) {
        if (!was && now == standard)
            now.reset();
    };
    if (const auto defaults = spec::defaultsFor(read.target)) {
        drop(current.systemConfig, spec.systemConfig, defaults->systemConfig);
        drop(current.memoryMode, spec.memoryMode, defaults->memoryMode);
        drop(current.configIni, spec.configIni, defaults->configIni);
    }
    return spec;
}

spec::CompileSpec withPython(
    const spec::CompileSpec &current, const spec::CompileSpec &read, const QString &text)
{
    int spelled = spec::Field::InPython;
    if (text.contains("EthosUQuantizer"_L1))
        spelled |= spec::Field::InQuantizer;
    if (text.contains("EthosUPartitioner"_L1))
        spelled |= spec::Field::InPartitioner;
    return merged(current, read, spelled);
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
        return spec::pythonDeclarations(spec);
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
