// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"

#include "core/spec/specflags.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

const auto BundledIni = u"Arm/vela.ini"_s;

/// Collects what is wrong with one spec, a concern a function.
class Checker
{
public:
    explicit Checker(const CompileSpec &spec)
        : m_spec(spec), m_full(resolved(spec)), m_family(familyOf(spec.target))
    {
    }

    std::vector<Diagnostic> run()
    {
        checkTarget();
        checkIni();
        if (usesBundledIni()) {
            checkSystemConfig();
            checkMemoryMode();
        }
        checkExternalTag(u"externalBlocks.cmdData"_s, m_spec.externalCommandTag);
        checkExternalTag(u"externalBlocks.weightData"_s, m_spec.externalWeightTag);
        for (auto &problem : checkFlags(m_spec.extraFlags))
            m_found.push_back(std::move(problem));
        checkQuantizer();
        checkPartition();
        return std::move(m_found);
    }

private:
    bool usesBundledIni() const { return m_full.configIni.value_or(BundledIni) == BundledIni; }

    bool hasBlank(const QString &key, const QString &value)
    {
        if (!std::any_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); }))
            return false;
        error(key, u"spec.space"_s,
            u"'%1' holds a blank: ExecuTorch splits Vela's arguments at blanks, so the compile "
            "fails with a text that blames the input file"_s.arg(value));
        return true;
    }

    void checkTarget()
    {
        const auto &target = m_spec.target;
        if (targets().contains(target) || hasBlank(u"target"_s, target))
            return;
        if (targets().contains(target.toLower()))
            return error(u"target"_s, u"spec.target"_s,
                u"'%1' must be written '%2': ExecuTorch takes any letter case, Vela does not"_s.arg(
                    target, target.toLower()));
        error(u"target"_s, u"spec.target"_s,
            u"'%1' is not a target; there are: %2"_s.arg(target, targets().join(u", "_s)));
    }

    void checkIni()
    {
        const auto key = u"configIni"_s;
        if (!m_spec.configIni || *m_spec.configIni == BundledIni)
            return;
        const auto &ini = *m_spec.configIni;
        if (hasBlank(key, ini))
            return;
        if (!ini.endsWith(".ini"_L1))
            return error(key, u"spec.config-ini"_s,
                u"'%1': Vela takes only configuration files that end in .ini"_s.arg(ini));
        if (ini.startsWith(u'~'))
            return error(key, u"spec.config-ini"_s, u"Vela does not expand ~ in '%1'"_s.arg(ini));
        if (!ini.startsWith(u'/') && !ini.startsWith(u'.') && ini.count(u'/') == 1)
            warn(key, u"spec.config-ini"_s,
                u"a path of two parts like '%1' is looked up among Vela's own files, never in the "
                "working folder; write ./%1 or an absolute path"_s.arg(ini));
        if (!m_spec.systemConfig || !m_spec.memoryMode)
            info(key, u"spec.config-ini"_s,
                u"the ini file must define %1 and %2, which the target stands for"_s.arg(
                    m_full.systemConfig.value_or(u"the system configuration"_s),
                    m_full.memoryMode.value_or(u"the memory mode"_s)));
    }

    const SystemConfig *systemConfig() const
    {
        const auto &all = systemConfigs();
        const auto found = std::find_if(all.begin(), all.end(),
            [&](const SystemConfig &config) { return config.name == m_full.systemConfig; });
        return found == all.end() ? nullptr : &*found;
    }

    void checkSystemConfig()
    {
        const auto key = u"systemConfig"_s;
        if (!m_full.systemConfig || hasBlank(key, *m_full.systemConfig))
            return;
        const auto *config = systemConfig();
        if (!config)
            return error(key, u"spec.system-config"_s,
                u"'%1' is not in Arm/vela.ini; for %2 there are: %3"_s.arg(*m_full.systemConfig,
                    m_family ? familyName(*m_family) : u"this target"_s,
                    systemConfigs(m_family.value_or(Family::U55)).join(u", "_s)));
        if (m_family && config->family != *m_family)
            warn(key, u"spec.system-config-family"_s,
                u"%1 describes an %2 system, the target is an %3: it compiles, but clock, "
                "bandwidth and every cycle estimate are those of another product"_s.arg(
                    config->name, familyName(config->family), familyName(*m_family)));
    }

    void checkMemoryMode()
    {
        const auto key = u"memoryMode"_s;
        if (!m_full.memoryMode || hasBlank(key, *m_full.memoryMode))
            return;
        const auto &mode = *m_full.memoryMode;
        if (!memoryModes().contains(mode))
            return error(key, u"spec.memory-mode"_s,
                u"'%1' is not a memory mode of Arm/vela.ini (letter case counts); there are: %2"_s
                    .arg(mode, memoryModes().join(u", "_s)));
        const bool isDedicated = mode.startsWith("Dedicated_Sram"_L1);
        const auto *config = systemConfig();
        if (isDedicated && config && !config->hasDram)
            error(key, u"spec.memory-mode-system"_s,
                u"%1 puts the arena into DRAM, but the second memory of %2 is flash; choose "
                "Shared_Sram, Sram_Only or a system configuration with DRAM"_s.arg(
                    mode, config->name));
        else if (isDedicated && m_family == Family::U55)
            warn(key, u"spec.memory-mode-family"_s,
                u"%1 is not made for Ethos-U55; the tools take it without a word"_s.arg(mode));
        if (mode == u"Dedicated_Sram"_s)
            warn(key, u"spec.memory-mode-limit"_s,
                u"Dedicated_Sram sets no limit for the SRAM it uses as cache; a mode with a size, "
                "or --arena-cache-size, does"_s);
        if (mode == u"Sram_Only"_s)
            info(key, u"spec.memory-mode-booking"_s,
                u"in Sram_Only Vela books the weights under on-chip flash: the SRAM needed is the "
                "sum of both"_s);
    }

    void checkExternalTag(const QString &key, const QString &tag)
    {
        const bool isAscii
            = std::all_of(tag.begin(), tag.end(), [](QChar c) { return c.unicode() < 128; });
        if (!isAscii)
            error(key, u"spec.external-tag"_s, u"'%1' must be ASCII"_s.arg(tag));
        if (tag.contains(u'/'))
            error(key, u"spec.external-tag"_s,
                u"'%1' becomes a file name, so it cannot hold a slash"_s.arg(tag));
    }

    void checkQuantizer()
    {
        const auto quantizer = m_full.quantizer.value_or(Quantizer());
        checkChoice(u"quantizer.scheme"_s, quantizer.scheme, { u"none"_s, u"symmetric"_s });
        checkChoice(u"quantizer.activations"_s, quantizer.activations, { u"int8"_s, u"int16"_s });
        if (quantizer.scheme == u"none"_s && m_spec.delegate)
            warn(u"quantizer.scheme"_s, u"spec.not-quantised"_s,
                u"without quantisation the NPU takes only operators that are integer already; a "
                "float model stays on the CPU"_s);
        if (quantizer.activations == u"int16"_s && m_family && *m_family != Family::U85)
            info(u"quantizer.activations"_s, u"spec.int16-matmul"_s,
                u"%1 has no int16 matrix product: attention layers are split and stay partly on "
                "the CPU"_s.arg(familyName(*m_family)));
        if (m_spec.calibration && quantizer.scheme == u"none"_s)
            info(u"calibration"_s, u"spec.no-effect"_s,
                u"calibration has no effect without quantisation"_s);
        for (std::size_t i = 0; i < quantizer.overrides.size(); ++i)
            checkOverride(u"quantizer.overrides[%1]"_s.arg(i), quantizer.overrides[i]);
    }

    void checkOverride(const QString &key, const QuantizerOverride &rule)
    {
        if (rule.module.isEmpty() == rule.operatorName.isEmpty())
            error(key, u"spec.override"_s, u"names either a module or an operator"_s);
        if (rule.scheme.isEmpty() && rule.activations.isEmpty())
            error(key, u"spec.override"_s, u"says neither scheme nor activations"_s);
        if (!rule.scheme.isEmpty())
            checkChoice(key + u".scheme"_s, rule.scheme, { u"none"_s, u"symmetric"_s });
        if (!rule.activations.isEmpty())
            checkChoice(key + u".activations"_s, rule.activations, { u"int8"_s, u"int16"_s });
    }

    void checkPartition()
    {
        const auto &keep = m_spec.keepOnCpu;
        const std::pair<const char16_t *, const QStringList *> lists[]
            = { { u"nodes", &keep.nodes }, { u"operators", &keep.operators },
                  { u"modules", &keep.modules }, { u"patterns", &keep.patterns } };
        for (const auto &[name, list] : lists) {
            if (std::any_of(list->begin(), list->end(),
                    [](const QString &item) { return item.trimmed().isEmpty(); }))
                warn(u"partition.keepOnCpu."_s + QString::fromUtf16(name), u"spec.no-effect"_s,
                    u"an empty name matches nothing"_s);
        }
        if (!m_spec.delegate && !keep.isEmpty())
            info(u"partition.keepOnCpu"_s, u"spec.no-effect"_s,
                u"everything stays on the CPU already, because 'delegate' is false"_s);
    }

    void checkChoice(const QString &key, const QString &value, const QStringList &choices)
    {
        if (!choices.contains(value))
            error(key, u"spec.value"_s,
                u"'%1' must be one of: %2"_s.arg(value, choices.join(u", "_s)));
    }

    void error(const QString &key, const QString &id, const QString &text)
    {
        m_found.push_back({ id, Severity::Error, Location{ .entity = key }, text });
    }
    void warn(const QString &key, const QString &id, const QString &text)
    {
        m_found.push_back({ id, Severity::Warning, Location{ .entity = key }, text });
    }
    void info(const QString &key, const QString &id, const QString &text)
    {
        m_found.push_back({ id, Severity::Info, Location{ .entity = key }, text });
    }

    const CompileSpec &m_spec;
    CompileSpec m_full;
    std::optional<Family> m_family;
    std::vector<Diagnostic> m_found;
};

} // namespace

std::vector<Diagnostic> check(const CompileSpec &spec)
{
    return Checker(spec).run();
}

bool hasError(const std::vector<Diagnostic> &diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

} // namespace tosaic::spec
