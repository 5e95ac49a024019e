// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"

#include "core/spec/specpasses.h"
#include "core/spec/specrules.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

QString pythonText(const QString &text)
{
    QString quoted(u'"');
    for (const auto c : text) {
        if (c == u'"' || c == u'\\')
            quoted += u'\\' + QString(c);
        else if (c == u'\n')
            quoted += u"\\n"_s;
        else if (c < u' ' || c == QChar(0x7f) || c == QChar(0x2028) || c == QChar(0x2029))
            quoted += u"\\u%1"_s.arg(c.unicode(), 4, 16, QChar(u'0'));
        else
            quoted += c;
    }
    return quoted + u'"';
}

namespace {

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

namespace {

QString constructorCall(const CompileSpec &spec)
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

/// Both return the spec, so that they can be chained.
QString dumpCalls(const CompileSpec &spec)
{
    QString calls;
    if (!spec.intermediatesFolder.isEmpty())
        calls
            += u".dump_intermediate_artifacts_to("_s + pythonText(spec.intermediatesFolder) + u')';
    if (spec.debug != DebugMode::None)
        calls += u".dump_debug_info(EthosUCompileSpec.DebugMode."_s
            + (spec.debug == DebugMode::Json ? u"JSON)"_s : u"TOSA)"_s);
    return calls;
}

QString numberText(double value)
{
    const auto text = QString::number(value, 'g', 17);
    const auto shorter = QString::number(value, 'g', 15);
    const auto plain = shorter.toDouble() == value ? shorter : text;
    return plain.contains(u'.') || plain.contains(u'e') ? plain : plain + u".0"_s;
}

/// What the call leaves out would be the class's default, so the target's softmax is named.
QString pipelineCall(const CompileSpec &spec)
{
    const auto standard = defaultPasses(spec.target);
    const auto &passes = spec.passes;
    QStringList arguments{ u"softmax=SoftmaxDecompositionConfig."_s
        + passToPython(passes.softmax.value_or(*standard.softmax)) };
    if (passes.leakyRelu)
        arguments.append(
            u"leaky_relu=LeakyReLULoweringConfig."_s + passToPython(*passes.leakyRelu));
    QStringList infinities;
    if (passes.quantizeNegativeInfinity)
        infinities.append(u"neg_inf="_s + numberText(*passes.quantizeNegativeInfinity));
    if (passes.quantizePositiveInfinity)
        infinities.append(u"pos_inf="_s + numberText(*passes.quantizePositiveInfinity));
    if (!infinities.isEmpty())
        arguments.append(u"quantize_inf=QuantizeInfConfig("_s + infinities.join(u", "_s) + u')');
    if (passes.sdpaSafeSoftmaxGuard)
        arguments.append(u"sdpa_safe_softmax_guard=SDPASafeSoftmaxGuardPolicy."_s
            + passToPython(*passes.sdpaSafeSoftmaxGuard));
    return u"ArmPassPipelineConfig(\n    "_s + arguments.join(u",\n    "_s) + u",\n)"_s;
}

bool needsStatements(const CompileSpec &spec)
{
    return spec.tosaSpec || hasPasses(spec.passes);
}

} // namespace

QString pythonCall(const CompileSpec &spec)
{
    const auto call = constructorCall(spec) + dumpCalls(spec);
    return needsStatements(spec) ? pythonStatements(spec) : call;
}

QString pythonStatements(const CompileSpec &spec)
{
    auto text = u"spec = "_s + constructorCall(spec) + dumpCalls(spec);
    if (spec.tosaSpec)
        text += u"\nspec.tosa_spec = TosaSpecification.create_from_string("_s
            + pythonText(*spec.tosaSpec) + u')';
    if (hasPasses(spec.passes))
        text += u"\nspec.set_pass_pipeline_config("_s + pipelineCall(spec) + u')';
    return text;
}

QStringList velaArguments(const CompileSpec &spec, const QString &outputDir, bool rawOutput)
{
    const auto full = resolved(spec);
    QStringList arguments;
    // ExecuTorch lets one item hold several words ("--optimise Size") and splits at single blanks.
    for (const auto &flag : full.extraFlags)
        arguments += flag.split(u' ', Qt::SkipEmptyParts);
    arguments.append(u"--accelerator-config="_s + full.target);
    arguments.append(u"--config="_s + full.configIni.value_or(BundledIni));
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
    static const QRegularExpression plain(u"\\A[A-Za-z0-9_@%+=:,./-]+\\z"_s);
    if (plain.match(word).hasMatch())
        return word;
    auto escaped = word;
    return u'\'' + escaped.replace(u"'"_s, u"'\\''"_s) + u'\'';
}

} // namespace tosaic::spec
