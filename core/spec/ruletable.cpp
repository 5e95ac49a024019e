// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/ruletable.h"

#include "core/spec/rulecontext.h"

#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

std::vector<Rule> allRules()
{
    std::vector<Rule> all;
    for (auto part : { targetRules(), iniRules(), memoryRules(), flagRules(), flagValueRules(),
             outputRules(), modelRules(), partitionRules() })
        std::move(part.begin(), part.end(), std::back_inserter(all));
    return all;
}

} // namespace

RuleContext::RuleContext(const CompileSpec &given, const IniFacts *customIni)
    : spec(given), full(resolved(given)), family(familyOf(given.target)), flags(given.extraFlags)
{
    usesBundledIni = spec::usesBundledIni(given);
    ini = usesBundledIni ? &bundledIni() : customIni;
    if (ini) {
        system = ini->system(full.systemConfig.value_or(QString()));
        mode = ini->mode(full.memoryMode.value_or(QString()));
    }
}

QString RuleContext::familyText() const
{
    return family ? familyName(*family) : u"this target"_s;
}

QString withOtherCase(const QString &text, const QStringList &choices)
{
    for (const auto &choice : choices) {
        if (choice.compare(text, Qt::CaseInsensitive) == 0)
            return choice;
    }
    return {};
}

bool hasBlank(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
}

void useDefaultSystem(CompileSpec &spec)
{
    spec.systemConfig.reset();
    const auto fits = [&] {
        const auto full = resolved(spec);
        const auto *system = bundledIni().system(full.systemConfig.value_or(QString()));
        const auto *mode = bundledIni().mode(full.memoryMode.value_or(QString()));
        return !system || !mode || !areaProblem(*system, *mode);
    };
    if (!fits())
        spec.memoryMode.reset();
}

const std::vector<Rule> &rules()
{
    static const std::vector<Rule> all = allRules();
    return all;
}

std::vector<RuleHit> checkRules(const CompileSpec &spec, const IniFacts *ini)
{
    // Each finding brings the whole list as it should be: a program with 30,000 words of flags
    // would take the memory of any machine.
    constexpr qsizetype MostWords = 1'000;
    qsizetype words = 0;
    for (const auto &flag : spec.extraFlags)
        words += 1 + flag.count(u' ');
    if (words > MostWords)
        return { { .diagnostic
            = { u"limit.exceeded"_s, Severity::Error, Location{ .entity = u"extraFlags"_s },
                u"%1 words of flags, more than the %2 that are checked: the spec was not "
                "checked"_s.arg(words)
                    .arg(MostWords) },
            .rule = {},
            .source = {},
            .fixed = {},
            .fixLabelId = {},
            .fixArgument = {} } };
    const RuleContext context(spec, ini);
    std::vector<RuleHit> hits;
    for (const auto &rule : rules()) {
        for (auto &finding : rule.check(context)) {
            RuleHit hit{ .diagnostic
                = { rule.id, rule.severity, Location{ .entity = finding.key }, finding.text },
                .rule = rule.name(),
                .source = rule.source,
                .fixed = {},
                .fixLabelId = {},
                .fixArgument = {} };
            if (finding.fix) {
                hit.fixed = std::move(finding.fix->fixed);
                hit.fixLabelId = finding.fix->labelId;
                hit.fixArgument = finding.fix->argument;
            }
            hits.push_back(std::move(hit));
        }
    }
    return hits;
}

} // namespace tosaic::spec
