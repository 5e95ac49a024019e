// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"
#include "core/spec/velaoptions.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

const auto SystemKey = u"systemConfig"_s;
const auto ModeKey = u"memoryMode"_s;

QString iniName(const RuleContext &context)
{
    return context.usesBundledIni ? BundledIni : *context.spec.configIni;
}

/// A name that the file is asked for, if it can be.
QString nameOf(const RuleContext &context, const std::optional<QString> &name)
{
    if (!context.ini || !name || hasBlank(*name))
        return {};
    return *name;
}

std::optional<Fix> systemFix(const RuleContext &context, const QString &typed)
{
    const auto cased = withOtherCase(typed, context.ini->systemNames());
    if (!cased.isEmpty())
        return fixOf(
            context, u"use"_s, cased, [&](CompileSpec &spec) { spec.systemConfig = cased; });
    const auto defaults = context.defaults();
    if (context.usesBundledIni && defaults)
        return fixOf(context, u"default"_s, defaults->systemConfig, useDefaultSystem);
    if (context.ini->systemConfigs.empty())
        return {};
    const auto first = context.ini->systemConfigs.front().name;
    return fixOf(context, u"use"_s, first, [&](CompileSpec &spec) { spec.systemConfig = first; });
}

Findings checkSystem(const RuleContext &context)
{
    const auto name = nameOf(context, context.full.systemConfig);
    if (name.isEmpty() || context.system || name == InternalDefault)
        return {};
    const auto names = context.usesBundledIni ? systemConfigs(context.family.value_or(Family::U55))
                                              : context.ini->systemNames();
    return { { SystemKey,
        u"'%1' is not in %2 (letter case counts); for %3 there are: %4"_s.arg(
            name, iniName(context), context.familyText(), names.join(u", "_s)),
        systemFix(context, name) } };
}

Findings checkSystemInternal(const RuleContext &context)
{
    const auto defaults = context.defaults();
    if (context.spec.systemConfig != InternalDefault)
        return {};
    Finding finding{ SystemKey,
        u"'internal-default' works in Vela only without a configuration file; ExecuTorch always "
        "names one"_s };
    if (defaults)
        finding.fix = fixOf(context, u"default"_s, defaults->systemConfig, useDefaultSystem);
    return { finding };
}

Findings checkSystemFamily(const RuleContext &context)
{
    const auto name = nameOf(context, context.full.systemConfig);
    const auto own = familyOf(QString(name).replace(u'_', u'-'));
    if (!context.system || !own || !context.family || own == context.family)
        return {};
    Finding finding{ SystemKey,
        u"%1 describes an %2 system, the target is an %3: it compiles, but clock, bandwidth and "
        "every cycle estimate are those of another product"_s.arg(
            name, familyName(*own), context.familyText()) };
    if (const auto defaults = context.defaults(); defaults && context.usesBundledIni)
        finding.fix = fixOf(context, u"default"_s, defaults->systemConfig, useDefaultSystem);
    return { finding };
}

std::optional<Fix> modeFix(const RuleContext &context, const QString &name)
{
    if (name.isEmpty())
        return {};
    return fixOf(context, u"use"_s, name, [&](CompileSpec &spec) { spec.memoryMode = name; });
}

/// A mode of the file whose areas fit the system, the shared one first.
QString fittingMode(const RuleContext &context)
{
    const auto *shared = context.ini->mode(u"Shared_Sram"_s);
    if (shared && context.system && !areaProblem(*context.system, *shared))
        return shared->name;
    for (const auto &mode : context.ini->memoryModes) {
        if (context.system && !areaProblem(*context.system, mode))
            return mode.name;
    }
    return {};
}

Findings checkMode(const RuleContext &context)
{
    const auto name = nameOf(context, context.full.memoryMode);
    if (name.isEmpty() || context.mode || name == InternalDefault)
        return {};
    const auto cased = withOtherCase(name, context.ini->modeNames());
    return { { ModeKey,
        u"'%1' is not a memory mode of %2 (letter case counts); there are: %3"_s.arg(
            name, iniName(context), context.ini->modeNames().join(u", "_s)),
        modeFix(context, cased.isEmpty() ? fittingMode(context) : cased) } };
}

Findings checkModeInternal(const RuleContext &context)
{
    if (context.spec.memoryMode != InternalDefault)
        return {};
    Finding finding{ ModeKey,
        u"'internal-default' works in Vela only without a configuration file; ExecuTorch always "
        "names one"_s };
    if (const auto defaults = context.defaults())
        finding.fix = fixOf(context, u"default"_s, defaults->memoryMode,
            [](CompileSpec &spec) { spec.memoryMode.reset(); });
    return { finding };
}

std::optional<AreaProblem> problemOf(const RuleContext &context)
{
    if (!context.system || !context.mode)
        return {};
    return areaProblem(*context.system, *context.mode);
}

QString areaText(const RuleContext &context, const AreaProblem &problem)
{
    if (problem.memory.endsWith("Flash"_L1) && problem.area == u"arena_mem_area"_s)
        return u"%1 puts the arena into the second memory of %2, and that is flash; choose "
               "Shared_Sram, Sram_Only or a system configuration with DRAM"_s.arg(
                   context.mode->name, context.system->name);
    return u"with %1 the %2 of %3 is %4; Vela takes only %5"_s.arg(
        context.system->name, problem.area, context.mode->name, problem.memory, problem.allowed);
}

Findings checkAreas(const RuleContext &context)
{
    const auto problem = problemOf(context);
    if (!problem || !context.spec.memoryMode)
        return {};
    return { { ModeKey, areaText(context, *problem), modeFix(context, fittingMode(context)) } };
}

Findings checkDefaultAreas(const RuleContext &context)
{
    const auto problem = problemOf(context);
    if (!problem || context.spec.memoryMode)
        return {};
    return { { ModeKey,
        u"nothing is said of the memory mode, so ExecuTorch takes %1: "_s.arg(context.mode->name)
            + areaText(context, *problem),
        modeFix(context, fittingMode(context)) } };
}

Findings checkModeFamily(const RuleContext &context)
{
    if (problemOf(context) || !context.mode || !isDedicated(*context.mode)
        || context.family != Family::U55)
        return {};
    return { { ModeKey,
        u"%1 is not made for Ethos-U55; the tools take it without a word"_s.arg(context.mode->name),
        modeFix(context, fittingMode(context)) } };
}

Findings checkModeLimit(const RuleContext &context)
{
    if (!context.mode || !isDedicated(*context.mode) || context.mode->hasCacheSize
        || context.flags.last(u"--arena-cache-size"))
        return {};
    QString sized;
    for (const auto &mode : context.ini->memoryModes) {
        if (isDedicated(mode) && mode.hasCacheSize
            && (sized.isEmpty() || mode.name == u"Dedicated_Sram_384KB"_s))
            sized = mode.name;
    }
    return { { ModeKey,
        u"%1 sets no limit for the SRAM it uses as cache; a mode with a size, or "
        "--arena-cache-size, does"_s.arg(context.mode->name),
        modeFix(context, sized) } };
}

Findings checkBooking(const RuleContext &context)
{
    if (!context.mode || context.mode->constPort != context.mode->arenaPort
        || isDedicated(*context.mode))
        return {};
    return { { ModeKey,
        u"in %1 Vela books the weights under on-chip flash: the SRAM needed is the sum of both"_s
            .arg(context.mode->name) } };
}

Findings checkRunnerDefault(const RuleContext &context)
{
    const auto defaults = context.defaults();
    const auto runner = defaults ? runnerMemoryMode(defaults->family) : QString();
    if (!defaults || context.spec.memoryMode || !context.spec.delegate || !context.usesBundledIni
        || runner == defaults->memoryMode)
        return {};
    return { { ModeKey,
        u"absent means %1 for the compile, but %2 for a runner that is built without "
        "--memory_mode; name the mode in both"_s.arg(defaults->memoryMode, runner),
        fixOf(context, u"add"_s, defaults->memoryMode,
            [&](CompileSpec &spec) { spec.memoryMode = defaults->memoryMode; }) } };
}

} // namespace

std::vector<Rule> memoryRules()
{
    const auto runs = u"Vela 5.1.0, 1452 runs (11 accelerators, 11 systems, 6 modes): "_s;
    return {
        { u"spec.system-config"_s, {}, Severity::Error, SystemKey,
            u"Vela 5.1.0: CliOptionError 'Section System_Config.X not found in Vela config file'"_s,
            u"The system configuration must be a section of the ini file, in its letter case."_s,
            checkSystem },
        { u"spec.system-config"_s, InternalDefault, Severity::Error, SystemKey,
            u"Vela 5.1.0: CliOptionError 'Specifying a configuration file is not allowed when "
            "using a default system configuration'"_s,
            u"Vela's 'internal-default' and a configuration file exclude each other."_s,
            checkSystemInternal },
        { u"spec.system-config-family"_s, {}, Severity::Warning, SystemKey,
            runs + u"every foreign pair compiles without a word"_s,
            u"A system configuration of another family gives estimates of another product."_s,
            checkSystemFamily },
        { u"spec.memory-mode"_s, {}, Severity::Error, ModeKey,
            u"Vela 5.1.0: CliOptionError 'Section Memory_Mode.X not found in Vela config file'"_s,
            u"The memory mode must be a section of the ini file, in its letter case."_s,
            checkMode },
        { u"spec.memory-mode"_s, InternalDefault, Severity::Error, ModeKey,
            u"Vela 5.1.0: CliOptionError 'Specifying a configuration file is not allowed when "
            "using a default memory mode'"_s,
            u"Vela's 'internal-default' and a configuration file exclude each other."_s,
            checkModeInternal },
        { u"spec.memory-mode-system"_s, {}, Severity::Error, ModeKey,
            runs + u"arena_mem_area=OffChipFlash is refused wherever the second memory is flash"_s,
            u"Dedicated modes need a system configuration whose second memory is DRAM."_s,
            checkAreas },
        { u"spec.memory-mode-system"_s, u"default"_s, Severity::Error, ModeKey,
            u"Vela 5.1.0: U65 with Ethos_U65_Embedded and no memory mode, "
            "'arena_mem_area=OffChipFlash (must be Sram or Dram)'"_s,
            u"The default mode of U65 is a Dedicated one, which a system with flash refuses."_s,
            checkDefaultAreas },
        { u"spec.memory-mode-family"_s, {}, Severity::Warning, ModeKey,
            runs
                + u"U55 with a DRAM system and a Dedicated mode compiles; ExecuTorch's runner "
                  "build refuses it with a CMake error"_s,
            u"Dedicated modes are for U65 and U85."_s, checkModeFamily },
        { u"spec.memory-mode-limit"_s, {}, Severity::Warning, ModeKey,
            u"Vela 5.1.0: cache limit 4 GiB (U55) or 1 TiB in Dedicated_Sram"_s,
            u"Dedicated_Sram without a size lets everything go to SRAM."_s, checkModeLimit },
        { u"spec.memory-mode-booking"_s, {}, Severity::Info, ModeKey,
            u"Vela 5.1.0: 'Info: Changing const_mem_area from Sram to OnChipFlash'"_s,
            u"In Sram_Only the weights are in SRAM too, but are counted as on-chip flash."_s,
            checkBooking },
        { u"spec.runner-default"_s, {}, Severity::Info, ModeKey,
            u"ExecuTorch 1.5.1: EthosUCompileSpec against build_executor_runner.sh and run.sh"_s,
            u"On U65 and U85 the compile and the runner build have different default modes."_s,
            checkRunnerDefault },
    };
}

} // namespace tosaic::spec
