// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"

#include "core/spec/specrules.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

QString pythonText(QString text)
{
    text.replace(u"\\"_s, u"\\\\"_s).replace(u"\""_s, u"\\\""_s);
    text.replace(u"\n"_s, u"\\n"_s).replace(u"\r"_s, u"\\r"_s);
    return u'"' + text + u'"';
}

QString pythonList(const QStringList &list)
{
    QStringList quoted;
    for (const auto &item : list)
        quoted.append(pythonText(item));
    return u'[' + quoted.join(u", "_s) + u']';
}

QString placements(const CompileSpec &spec)
{
    QStringList arguments;
    if (!spec.externalCommandTag.isEmpty())
        arguments.append(u"cmd_data="_s + pythonText(spec.externalCommandTag));
    if (!spec.externalWeightTag.isEmpty())
        arguments.append(u"weight_data="_s + pythonText(spec.externalWeightTag));
    return u"VelaExternalBlockPlacements("_s + arguments.join(u", "_s) + u')';
}

} // namespace

QString pythonCall(const CompileSpec &spec)
{
    QStringList arguments{ pythonText(spec.target) };
    if (spec.systemConfig)
        arguments.append(u"system_config="_s + pythonText(*spec.systemConfig));
    if (spec.memoryMode)
        arguments.append(u"memory_mode="_s + pythonText(*spec.memoryMode));
    if (!spec.extraFlags.isEmpty())
        arguments.append(u"extra_flags="_s + pythonList(spec.extraFlags));
    if (spec.configIni)
        arguments.append(u"config_ini="_s + pythonText(*spec.configIni));
    if (!spec.externalCommandTag.isEmpty() || !spec.externalWeightTag.isEmpty())
        arguments.append(u"external_block_placements="_s + placements(spec));
    if (arguments.size() == 1)
        return u"EthosUCompileSpec("_s + arguments.first() + u')';
    return u"EthosUCompileSpec(\n    "_s + arguments.join(u",\n    "_s) + u",\n)"_s;
}

QStringList velaArguments(const CompileSpec &spec, const QString &outputDir, bool rawOutput)
{
    const auto full = resolved(spec);
    QStringList arguments;
    // ExecuTorch lets one item hold several words ("--optimise Size") and splits at single blanks.
    for (const auto &flag : full.extraFlags)
        arguments += flag.split(u' ', Qt::SkipEmptyParts);
    arguments.append(u"--accelerator-config="_s + full.target);
    arguments.append(u"--config="_s + full.configIni.value_or(u"Arm/vela.ini"_s));
    arguments.append(u"--output-format="_s + (rawOutput ? u"raw"_s : u"tflite"_s));
    if (full.systemConfig)
        arguments.append(u"--system-config="_s + *full.systemConfig);
    if (full.memoryMode)
        arguments.append(u"--memory-mode="_s + *full.memoryMode);
    arguments.append(u"--output-dir="_s + outputDir);
    return arguments;
}

QString velaCommandLine(const CompileSpec &spec, const QString &input, const QString &outputDir)
{
    const bool raw = input.endsWith(".tosa"_L1, Qt::CaseInsensitive);
    QStringList words{ u"vela"_s };
    words += velaArguments(spec, outputDir, raw);
    words.append(input);
    std::transform(words.begin(), words.end(), words.begin(), shellQuoted);
    return words.join(u' ');
}

QString shellQuoted(const QString &word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+=:,./-]+$"_s);
    if (plain.match(word).hasMatch())
        return word;
    auto escaped = word;
    return u'\'' + escaped.replace(u"'"_s, u"'\\''"_s) + u'\'';
}

} // namespace tosaic::spec
