// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

/// The name that was probably meant: other letter case, no "ethos-", the family without its MACs,
/// or a MAC count next to one that exists.
QString nearestTarget(const QString &typed)
{
    auto name = typed.trimmed().toLower().replace(u'_', u'-');
    if (name.startsWith(u'u'))
        name.prepend(u"ethos-"_s);
    if (targets().contains(name))
        return name;
    const auto family = familyOf(name);
    if (!family)
        return {};
    // Without a number: what the examples of ExecuTorch use.
    bool isNumber = false;
    auto macs = name.section(u'-', 2).toInt(&isNumber);
    if (!isNumber || macs <= 0)
        macs = *family == Family::U55 ? 128 : 256;
    QString nearest;
    double distance = std::numeric_limits<double>::max();
    for (const auto &target : targets()) {
        if (familyOf(target) != family)
            continue;
        const auto own = std::abs(std::log2(double(macs) / target.section(u'-', 2).toInt()));
        if (own < distance) {
            nearest = target;
            distance = own;
        }
    }
    return nearest;
}

Findings checkTarget(const RuleContext &context)
{
    const auto &target = context.spec.target;
    if (targets().contains(target) || hasBlank(target))
        return {};
    const auto nearest = nearestTarget(target);
    Finding finding{ u"target"_s,
        u"'%1' is not a target; there are: %2"_s.arg(target, targets().join(u", "_s)) };
    if (targets().contains(target.toLower()))
        finding.text
            = u"'%1' must be written '%2': ExecuTorch takes any letter case, Vela does not"_s.arg(
                target, target.toLower());
    else if (context.family)
        finding.text = u"'%1' is no %2 that Vela knows: ExecuTorch takes the name, the compile "
                       "then fails; there are: %3"_s.arg(
                           target, familyName(*context.family), targets().join(u", "_s));
    if (!nearest.isEmpty())
        finding.fix
            = fixOf(context, u"use"_s, nearest, [&](CompileSpec &spec) { spec.target = nearest; });
    return { finding };
}

/// One value that ends up among Vela's arguments.
void checkBlank(Findings &found, const RuleContext &context, const QString &key,
    const QString &value, void (*write)(CompileSpec &, const QString &))
{
    if (!hasBlank(value))
        return;
    Finding finding{ key,
        u"'%1' holds a blank: ExecuTorch splits Vela's arguments at blanks, so the compile fails "
        "with a text that blames the input file"_s.arg(value) };
    const auto trimmed = value.trimmed();
    if (!trimmed.isEmpty() && !hasBlank(trimmed))
        finding.fix = fixOf(
            context, u"replace"_s, trimmed, [&](CompileSpec &spec) { write(spec, trimmed); });
    found.push_back(finding);
}

Findings checkBlanks(const RuleContext &context)
{
    const auto &spec = context.spec;
    Findings found;
    checkBlank(found, context, u"target"_s, spec.target,
        [](CompileSpec &s, const QString &text) { s.target = text; });
    checkBlank(found, context, u"systemConfig"_s, spec.systemConfig.value_or(QString()),
        [](CompileSpec &s, const QString &text) { s.systemConfig = text; });
    checkBlank(found, context, u"memoryMode"_s, spec.memoryMode.value_or(QString()),
        [](CompileSpec &s, const QString &text) { s.memoryMode = text; });
    checkBlank(found, context, u"configIni"_s, spec.configIni.value_or(QString()),
        [](CompileSpec &s, const QString &text) { s.configIni = text; });
    checkBlank(found, context, u"intermediates"_s, spec.intermediatesFolder,
        [](CompileSpec &s, const QString &text) { s.intermediatesFolder = text; });
    return found;
}

} // namespace

std::vector<Rule> targetRules()
{
    return {
        { u"spec.space"_s, {}, Severity::Error, u"target"_s,
            u"ExecuTorch 1.5.1 arm_vela.py: \" \".join(args).split(\" \"); Vela 5.1.0: "
            "unrecognized arguments"_s,
            u"Names and paths that reach Vela cannot hold a blank."_s, checkBlanks },
        { u"spec.target"_s, {}, Severity::Error, u"target"_s,
            u"ExecuTorch 1.5.1: RuntimeError 'Unknown ethos target'; Vela 5.1.0: exit 2, "
            "'argument --accelerator-config: invalid choice'"_s,
            u"The target must be one of the eleven accelerators, in lower case."_s, checkTarget },
    };
}

} // namespace tosaic::spec
