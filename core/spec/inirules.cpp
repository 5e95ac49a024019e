// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

const auto Key = u"configIni"_s;

/// The user's own file; empty if there is none, or if another rule speaks of it.
QString ownIni(const RuleContext &context)
{
    const auto ini = context.spec.configIni.value_or(BundledIni);
    return hasBlank(ini) ? QString() : ini;
}

Findings checkEnding(const RuleContext &context)
{
    const auto ini = ownIni(context);
    if (!context.spec.configIni || hasBlank(*context.spec.configIni) || ini.endsWith(".ini"_L1))
        return {};
    return { { Key, u"'%1': Vela takes only configuration files that end in .ini"_s.arg(ini),
        fixOf(context, u"default"_s, BundledIni,
            [](CompileSpec &spec) { spec.configIni.reset(); }) } };
}

Findings checkHome(const RuleContext &context)
{
    const auto ini = ownIni(context);
    if (!ini.startsWith(u'~') || !ini.endsWith(".ini"_L1))
        return {};
    Finding finding{ Key, u"Vela does not expand ~ in '%1'"_s.arg(ini) };
    const auto whole = QDir::homePath() + ini.sliced(1);
    if (ini.startsWith("~/"_L1) && !hasBlank(whole))
        finding.fix = fixOf(
            context, u"replace"_s, whole, [&](CompileSpec &spec) { spec.configIni = whole; });
    return { finding };
}

Findings checkLookup(const RuleContext &context)
{
    const auto ini = ownIni(context);
    if (context.usesBundledIni || !ini.endsWith(".ini"_L1) || ini.startsWith(u'/')
        || ini.startsWith(u'.') || ini.startsWith(u'~') || ini.count(u'/') != 1)
        return {};
    const auto local = u"./"_s + ini;
    return { { Key,
        u"a path of two parts like '%1' is looked up among Vela's own files, never in the "
        "working folder; write ./%1 or an absolute path"_s.arg(ini),
        fixOf(context, u"replace"_s, local, [&](CompileSpec &spec) { spec.configIni = local; }) } };
}

Findings checkNames(const RuleContext &context)
{
    const auto ini = ownIni(context);
    const auto &spec = context.spec;
    if (context.usesBundledIni || context.ini || !ini.endsWith(".ini"_L1) || ini.startsWith(u'~')
        || (spec.systemConfig && spec.memoryMode))
        return {};
    // Which names the file has is not known here, so there is nothing to offer.
    return { { Key,
        u"the ini file must define %1 and %2, which the target stands for"_s.arg(
            context.full.systemConfig.value_or(u"the system configuration"_s),
            context.full.memoryMode.value_or(u"the memory mode"_s)) } };
}

Findings checkAxiName(const RuleContext &context)
{
    const auto name = context.full.systemConfig.value_or(QString());
    if (context.usesBundledIni || !context.family || name.isEmpty() || hasBlank(name))
        return {};
    const bool isNarrow = name.startsWith("Ethos_U55"_L1);
    if (isNarrow == (*context.family == Family::U55))
        return {};
    return { { u"systemConfig"_s,
        isNarrow ? u"the name '%1' begins with Ethos_U55, so the estimates count with a bus of 8 "
                   "bytes; %2 has 16"_s.arg(name, context.familyText())
                 : u"the name '%1' does not begin with Ethos_U55, so the estimates count with a "
                   "bus of 16 bytes; Ethos-U55 has 8. Rename the section in the ini file"_s.arg(
                       name) } };
}

} // namespace

std::vector<Rule> iniRules()
{
    return {
        { u"spec.config-ini"_s, {}, Severity::Error, Key,
            u"Vela 5.1.0: InputFileError 'Configuration files must use the .ini extension'"_s,
            u"The configuration file must end in .ini."_s, checkEnding },
        { u"spec.config-ini"_s, u"home"_s, Severity::Error, Key,
            u"Vela 5.1.0: InputFileError 'File not found or is not readable'"_s,
            u"Vela does not expand ~; no shell sees the path."_s, checkHome },
        { u"spec.config-ini"_s, u"lookup"_s, Severity::Warning, Key,
            u"Vela 5.1.0: relative paths of two parts are joined to ethosu/config_files"_s,
            u"A path of two relative parts is looked up in Vela's package only."_s, checkLookup },
        { u"spec.config-ini"_s, u"named-together"_s, Severity::Info, Key,
            u"ExecuTorch 1.5.1 fills in its defaults for absent names; Vela 5.1.0: 'Section ... "
            "not found in Vela config file', and without ExecuTorch 'Specifying a configuration "
            "file is not allowed when using a default ...'"_s,
            u"With an ini file of your own, name both system configuration and memory mode."_s,
            checkNames },
        { u"spec.system-config-axi"_s, {}, Severity::Warning, u"systemConfig"_s,
            u"Vela 5.1.0, same numbers under two names on U55: 86 983 against 89 708 cycles"_s,
            u"Vela's core takes the bus width from the name of the system configuration."_s,
            checkAxiName },
    };
}

} // namespace tosaic::spec
