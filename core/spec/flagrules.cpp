// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/flagfindings.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

template <typename Matches, typename Text>
Findings eachUse(const RuleContext &context, Matches matches, Text text)
{
    Findings found;
    for (const auto &use : context.flags.uses()) {
        if (matches(use))
            found.push_back({ flagKey(use.item), text(use), removal(context, use) });
    }
    return found;
}

Findings withEffect(const RuleContext &context, OptionEffect effect, const QString &text)
{
    return eachUse(
        context,
        [effect](const FlagUse &use) { return use.option() && use.option()->effect == effect; },
        [&](const FlagUse &use) { return text.arg(use.name()); });
}

Findings checkEmpty(const RuleContext &context)
{
    Findings found;
    const auto &items = context.flags.items();
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (items[i].trimmed().isEmpty())
            found.push_back(
                { flagKey(i), u"an empty flag: Vela then refuses the input file instead"_s,
                    fixOf(context, u"remove"_s, items[i],
                        [i](CompileSpec &spec) { spec.extraFlags.removeAt(i); }) });
    }
    return found;
}

Findings checkSpace(const RuleContext &context)
{
    Findings found;
    const auto &items = context.flags.items();
    for (qsizetype i = 0; i < items.size(); ++i) {
        const auto &item = items[i];
        if (item.trimmed().isEmpty() || (item == item.trimmed() && !item.contains(u"  "_s)))
            continue;
        const auto clean = item.simplified();
        found.push_back({ flagKey(i),
            u"'%1' has a blank too many: flags are split at every single blank, and Vela refuses "
            "the empty argument"_s.arg(item),
            fixOf(context, u"replace"_s, clean,
                [&](CompileSpec &spec) { spec.extraFlags[i] = clean; }) });
    }
    return found;
}

Findings checkOneString(const RuleContext &context)
{
    Findings found;
    const auto &items = context.flags.items();
    for (qsizetype i = 0; i < items.size(); ++i) {
        const FlagList alone({ items[i] });
        if (alone.uses().size() < 2)
            continue;
        QStringList apart;
        for (const auto &use : alone.uses())
            apart.append(!use.value ? use.typed
                    : use.isJoined  ? use.typed + u'=' + *use.value
                                    : use.typed + u' ' + *use.value);
        found.push_back({ flagKey(i),
            u"one text holds %1 flags; it works because ExecuTorch splits it at blanks, but as "
            "extra_flags=\"...\" instead of a list it would fall apart into letters"_s.arg(
                alone.uses().size()),
            fixOf(context, u"replace"_s, apart.join(u", "_s), [&](CompileSpec &spec) {
                spec.extraFlags.removeAt(i);
                for (qsizetype k = 0; k < apart.size(); ++k)
                    spec.extraFlags.insert(i + k, apart[k]);
            }) });
    }
    return found;
}

Findings checkStray(const RuleContext &context)
{
    return eachUse(
        context, [](const FlagUse &use) { return use.isStray; },
        [](const FlagUse &use) {
            return u"'%1' is not an option, so Vela takes it for a second input file and refuses"_s
                .arg(use.typed);
        });
}

/// Spellings that people bring from elsewhere: one dash, underscores, American z.
QString meantOption(const QString &typed)
{
    auto name = typed.toLower().replace(u'_', u'-').replace(u"ize"_s, u"ise"_s);
    while (name.startsWith(u'-'))
        name.remove(0, 1);
    for (const auto &option : velaOptions()) {
        const auto known = option.nameText().sliced(2);
        if (QString(known).replace(u"ize"_s, u"ise"_s) == name)
            return option.nameText();
    }
    return {};
}

Findings checkUnknown(const RuleContext &context)
{
    Findings found;
    for (const auto &use : context.flags.uses()) {
        if (use.isStray || use.option())
            continue;
        Finding finding{ flagKey(use.item),
            use.match.candidates.isEmpty() ? u"Vela has no option '%1'"_s.arg(use.typed)
                                           : u"'%1' fits several options of Vela: %2"_s.arg(
                                               use.typed, use.match.candidates.join(u", "_s)),
            removal(context, use) };
        if (const auto meant = meantOption(use.typed); !meant.isEmpty())
            finding.fix = respelled(context, use, meant);
        found.push_back(finding);
    }
    return found;
}

Findings checkAbbreviated(const RuleContext &context)
{
    Findings found;
    for (const auto &use : context.flags.uses()) {
        if (use.match.isAbbreviated)
            found.push_back(
                { flagKey(use.item), u"'%1' is taken as %2"_s.arg(use.typed, use.name()),
                    respelled(context, use, use.name()) });
    }
    return found;
}

Findings checkDuplicate(const RuleContext &context)
{
    Findings found;
    const FlagUse *earlier = nullptr;
    for (const auto &use : context.flags.uses()) {
        if (!use.option() || use.option()->isCumulative())
            continue;
        earlier = nullptr;
        for (const auto &other : context.flags.uses()) {
            if (other.first < use.first && other.option() == use.option())
                earlier = &other;
        }
        if (earlier)
            found.push_back({ flagKey(use.item),
                u"%1 is given more than once; the last one counts"_s.arg(use.name()),
                removal(context, *earlier) });
    }
    return found;
}

Findings checkEnds(const RuleContext &context)
{
    return withEffect(context, OptionEffect::Ends,
        u"%1 prints something and ends the compiler without a result"_s);
}

Findings checkOverridden(const RuleContext &context)
{
    return withEffect(context, OptionEffect::Overridden,
        u"%1 has no effect: what the spec itself says comes later and wins"_s);
}

Findings checkRefused(const RuleContext &context)
{
    return withEffect(
        context, OptionEffect::Refused, u"%1 is refused for TOSA models and for Ethos-U85"_s);
}

Findings checkIgnored(const RuleContext &context)
{
    return withEffect(
        context, OptionEffect::Ignored, u"%1 changes nothing with the compiler core of Vela 5"_s);
}

Findings checkIgnoredFamily(const RuleContext &context)
{
    if (!context.family || context.family == Family::U85)
        return {};
    return eachUse(
        context,
        [](const FlagUse &use) {
            return use.is(u"--disable-chaining") || use.is(u"--disable-fwd");
        },
        [&](const FlagUse &use) {
            return u"%1 changes nothing on %2: chains and fast weights are Ethos-U85's"_s.arg(
                use.name(), context.familyText());
        });
}

Findings checkStandard(const RuleContext &context)
{
    return eachUse(
        context,
        [](const FlagUse &use) {
            return use.is(u"--tensor-allocator") && use.value == u"Greedy"_s;
        },
        [](const FlagUse &) {
            return u"the allocator Greedy gives the same result as the default HillClimb"_s;
        });
}

template <std::size_t Length>
Findings harmful(const RuleContext &context, const char16_t (&name)[Length])
{
    return eachUse(
        context, [&](const FlagUse &use) { return use.is(name); },
        [](const FlagUse &use) {
            return use.name() + u' ' + QString::fromUtf16(use.option()->remark);
        });
}

Findings checkConfig(const RuleContext &context)
{
    return harmful(context, u"--config");
}
Findings checkIgnoreOps(const RuleContext &context)
{
    return harmful(context, u"--ignore-ops");
}
Findings checkRecursion(const RuleContext &context)
{
    return harmful(context, u"--recursion-limit");
}
Findings checkShowCpu(const RuleContext &context)
{
    return harmful(context, u"--show-cpu-operations");
}

Findings checkDeprecated(const RuleContext &context)
{
    return eachUse(
        context,
        [](const FlagUse &use) {
            return use.option() && use.option()->isDeprecated
                && use.option()->effect == OptionEffect::Normal;
        },
        [](const FlagUse &use) {
            return u"%1 works, but Vela announces that a later release will not have it"_s.arg(
                use.name());
        });
}

Findings checkNoise(const RuleContext &context)
{
    return eachUse(
        context, [](const FlagUse &use) { return use.is(u"--verbose-all"); },
        [](const FlagUse &use) {
            return u"%1 prints every table: megabytes of text for a larger model; the result is "
                   "the same"_s.arg(use.name());
        });
}

Rule row(const QString &id, const QString &variant, Severity severity, const QString &source,
    const QString &explanation, Findings (*check)(const RuleContext &))
{
    return { u"spec.flag-"_s + id, variant, severity, u"extraFlags"_s, source, explanation, check };
}

} // namespace

QString flagKey(qsizetype item)
{
    return u"extraFlags[%1]"_s.arg(item);
}

Fix removal(const RuleContext &context, const FlagUse &use)
{
    const auto shown = use.value ? use.typed + u'=' + *use.value : use.typed;
    return fixOf(context, u"remove"_s, shown,
        [&](CompileSpec &spec) { spec.extraFlags = context.flags.without(use); });
}

Fix respelled(const RuleContext &context, const FlagUse &use, const QString &name)
{
    const auto word = use.isJoined ? name + u'=' + *use.value : name;
    auto words = QStringList{ word };
    if (use.value && !use.isJoined)
        words.append(*use.value);
    return fixOf(context, u"replace"_s, word,
        [&](CompileSpec &spec) { spec.extraFlags = context.flags.with(use, words); });
}

std::vector<Rule> flagRules()
{
    using enum Severity;
    const auto split = u"ExecuTorch 1.5.1 joins the flags with blanks and splits at single ones; "
                       "Vela 5.1.0: 'unrecognized arguments: ...'"_s;
    return {
        row(u"empty"_s, {}, Error, split, u"An empty flag becomes an empty argument."_s,
            checkEmpty),
        row(u"space"_s, {}, Error, split, u"Blanks at the ends and double blanks are arguments."_s,
            checkSpace),
        row(u"one-string"_s, {}, Info, split, u"One flag in one text is easier to change."_s,
            checkOneString),
        row(u"stray"_s, {}, Error, split, u"A word without dashes is taken for the network."_s,
            checkStray),
        row(u"unknown"_s, {}, Error,
            u"Vela 5.1.0: exit 2, 'unrecognized arguments' or 'ambiguous option'"_s,
            u"Vela must know the option."_s, checkUnknown),
        row(u"abbreviated"_s, {}, Warning, u"Vela 5.1.0: argparse takes unique beginnings"_s,
            u"An abbreviation breaks as soon as Vela gets another option of that beginning."_s,
            checkAbbreviated),
        row(u"duplicate"_s, {}, Warning, u"Vela 5.1.0: argparse keeps the last value"_s,
            u"Of an option given twice the last one counts."_s, checkDuplicate),
        row(u"ends"_s, {}, Error,
            u"Vela 5.1.0: SystemExit 0, or out_vela.npz not found, and no .pte"_s,
            u"Some options print something and end the process."_s, checkEnds),
        row(u"overridden"_s, {}, Warning,
            u"ExecuTorch 1.5.1: extra flags come first, its own follow and win"_s,
            u"Target, memory and output are named by the spec itself."_s, checkOverridden),
        row(u"refused"_s, {}, Error,
            u"Vela 5.1.0: 'Forcing the use of the deprecated legacy Python compilation core is "
            "not possible for this target system or input network'"_s,
            u"The old core compiles no TOSA."_s, checkRefused),
        row(u"ignored"_s, {}, Info, u"Vela 5.1.0: bytes and summary stay the same"_s,
            u"Options that only the old core obeyed."_s, checkIgnored),
        row(u"ignored"_s, u"family"_s, Info, u"Vela 5.1.0: bytes stay the same on U55 and U65"_s,
            u"Options of Ethos-U85 on other NPUs."_s, checkIgnoredFamily),
        row(u"ignored"_s, u"greedy"_s, Info, u"Vela 5.1.0: Greedy = HillClimb"_s,
            u"An allocator that is no other."_s, checkStandard),
        row(u"harmful"_s, u"config"_s, Warning,
            u"Vela 5.1.0: two files merge key by key in Python, section by section in the core"_s,
            u"A second ini file beside the spec's own."_s, checkConfig),
        row(u"harmful"_s, u"ignore-ops"_s, Warning,
            u"Vela 5.1.0: 'Ignoring ignore_ops for TOSA input'"_s,
            u"Operators can be kept on the CPU by the partitioner only."_s, checkIgnoreOps),
        row(u"harmful"_s, u"recursion-limit"_s, Warning,
            u"Vela 5.1.0: sys.setrecursionlimit of the host process, not restored"_s,
            u"Vela changes the limit of the process that also runs ExecuTorch."_s, checkRecursion),
        row(u"harmful"_s, u"show-cpu-operations"_s, Warning,
            u"Vela 5.1.0: 26 becomes 48 NPU operators, GATHER is listed as CPU, COND_IF ends in "
            "KeyError"_s,
            u"A report that changes the numbers."_s, checkShowCpu),
        row(u"deprecated"_s, {}, Info,
            u"Vela 5.1.0: 'Warning: Option --x is deprecated and will be removed'"_s,
            u"Options that a later release will not have."_s, checkDeprecated),
        row(u"noise"_s, {}, Info, u"Vela 5.1.0: 2 MB of text for MobileNetV2, same bytes"_s,
            u"Everything printed at once."_s, checkNoise),
    };
}

} // namespace tosaic::spec
