// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specprogram.h"

#include "core/spec/flaglist.h"
#include "core/spec/specfields.h"
#include "core/spec/specpasses.h"
#include "core/spec/specrules.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

class ProgramReader
{
public:
    Result<SpecReading> run(const ProgramSpecs &entries)
    {
        for (const auto &[key, value] : entries)
            take(key, QString::fromUtf8(value));
        readFlags();
        if (spec().target.isEmpty())
            return fail(ErrorCode::SpecInvalid,
                u"the program does not say for which accelerator it was compiled"_s);
        dropDefaults();
        return std::move(m_reading);
    }

private:
    CompileSpec &spec() { return m_reading.spec; }

    void take(const QString &key, const QString &value)
    {
        if (key == u"target"_s)
            m_target = value;
        else if (key == u"compile_flags"_s)
            m_flags = value.split(u' ', Qt::SkipEmptyParts);
        else if (key == u"tosa_spec"_s || key == u"tosa_version"_s)
            spec().tosaSpec = value;
        else if (key == u"debug_artifact_path"_s || key == u"debug_tosa_path"_s)
            spec().intermediatesFolder = value;
        else if (key == u"dump_debug_info"_s)
            spec().debug = value == u"JSON"_s ? DebugMode::Json
                : value == u"TOSA"_s          ? DebugMode::Tosa
                                              : DebugMode::None;
        else if (key == u"transform_pipeline_config"_s)
            takePasses(value);
        else if (key == u"external_block_placements"_s)
            takePlacements(value);
        else if (key == u"preserve_io_quantization"_s && value != u"True"_s)
            return; // the default, and without effect for Ethos-U
        else if (key != u"output_format"_s)
            say(u"spec.program-key"_s, Severity::Info, key,
                u"'%1' is '%2' in the program; a spec has nothing for it"_s.arg(
                    key, value.left(80)));
    }

    std::optional<QJsonObject> object(const QString &key, const QString &text)
    {
        const auto document = QJsonDocument::fromJson(text.toUtf8());
        if (document.isObject())
            return document.object();
        say(u"spec.program-key"_s, Severity::Warning, key, u"'%1' is not JSON"_s.arg(key));
        return {};
    }

    void takePasses(const QString &text)
    {
        const auto json = object(u"transform_pipeline_config"_s, text);
        if (!json)
            return;
        auto &passes = spec().passes;
        const auto name = [&](const QString &key, const QStringList &choices) {
            const auto value = passFromPython(json->value(key).toString());
            const bool isKnown = choices.contains(value);
            if (!isKnown && json->contains(key))
                say(u"spec.program-key"_s, Severity::Warning, u"transform_pipeline_config"_s,
                    u"'%1' is '%2', which this version does not know"_s.arg(
                        key, json->value(key).toString().left(80)));
            return isKnown ? std::optional(value) : std::nullopt;
        };
        const auto number = [&](const QString &key) -> std::optional<double> {
            const auto value = json->value(u"quantize_inf"_s).toObject().value(key);
            if (!value.isDouble())
                return {};
            return value.toDouble();
        };
        // ArmPassPipelineConfig writes all of its fields; one that is missing is of an older one.
        passes.softmax = name(u"softmax"_s, { u"masked"_s, u"stable"_s });
        passes.leakyRelu = name(u"leaky_relu"_s, fieldOf(u"passPipeline.leakyRelu")->choices);
        passes.quantizeNegativeInfinity = number(u"neg_inf"_s);
        passes.quantizePositiveInfinity = number(u"pos_inf"_s);
        passes.sdpaSafeSoftmaxGuard = name(
            u"sdpa_safe_softmax_guard"_s, fieldOf(u"passPipeline.sdpaSafeSoftmaxGuard")->choices);
    }

    void takePlacements(const QString &text)
    {
        const auto json = object(u"external_block_placements"_s, text);
        if (!json)
            return;
        spec().externalCommandTag = json->value(u"cmd_data"_s).toString();
        spec().externalWeightTag = json->value(u"weight_data"_s).toString();
    }

    /// Extra flags, then those of the spec. Of an option that the spec states the last use counts
    /// and is taken out; what stands before it was an extra flag, without effect.
    void readFlags()
    {
        const FlagList flags(m_flags);
        const auto value = [&](QStringView name) -> std::optional<QString> {
            const auto *use = flags.last(name);
            return use ? use->value : std::nullopt;
        };
        const auto accelerator = value(u"--accelerator-config").value_or(QString());
        spec().target = m_target.isEmpty() ? accelerator : m_target;
        if (!accelerator.isEmpty() && accelerator != spec().target)
            say(u"spec.program-mismatch"_s, Severity::Warning, u"target"_s,
                u"the program says %1, but was compiled with --accelerator-config=%2"_s.arg(
                    spec().target, accelerator));
        spec().systemConfig = value(u"--system-config");
        spec().memoryMode = value(u"--memory-mode");
        spec().configIni = value(u"--config");
        static const QStringList own{ u"--accelerator-config"_s, u"--config"_s,
            u"--output-format"_s, u"--system-config"_s, u"--memory-mode"_s };
        QStringList seen;
        for (const auto &use : flags.uses()) {
            if (own.contains(use.name()) && flags.last(use.name()) == &use)
                continue;
            seen.append(m_flags.mid(static_cast<qsizetype>(use.first),
                static_cast<qsizetype>(use.last - use.first + 1)));
        }
        spec().extraFlags = seen;
    }

    void dropDefaults()
    {
        const auto defaults = defaultsFor(spec().target);
        if (usesBundledIni(spec()))
            spec().configIni.reset();
        if (defaults && spec().tosaSpec == defaults->tosaSpec)
            spec().tosaSpec.reset();
        dropDefaultPasses(spec());
    }

    void say(const QString &id, Severity severity, const QString &key, const QString &text)
    {
        m_reading.diagnostics.push_back({ id, severity, Location{ .entity = key }, text });
    }

    SpecReading m_reading;
    QString m_target;
    QStringList m_flags;
};

} // namespace

Result<SpecReading> fromProgramSpecs(const ProgramSpecs &entries)
{
    return ProgramReader().run(entries);
}

} // namespace tosaic::spec
