// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/rulecontext.h"

#include "core/base/result.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

/// "TOSA-1.0+INT+int16+int4+u55" taken apart.
struct TosaSpecification
{
    int minor = 0; ///< of version 1
    QStringList profiles; ///< "INT", "FP"
    QStringList extensions; ///< "int16"
    bool isU55 = false;
    bool is8k = false;
};

QStringList validExtensions(int minor, const QStringList &profiles)
{
    QStringList valid;
    if (profiles.contains(u"INT"_s)) {
        valid += { u"int16"_s, u"int4"_s, u"var"_s, u"cf"_s };
        if (minor == 1)
            valid += { u"shape"_s, u"int64"_s };
    }
    if (profiles.contains(u"FP"_s)) {
        valid += { u"bf16"_s, u"fp8e4m3"_s, u"fp8e5m2"_s, u"fft"_s, u"var"_s, u"cf"_s };
        if (minor == 1)
            valid += { u"shape"_s, u"int64"_s, u"random"_s, u"mxfp"_s, u"blockscale_ue5m3"_s };
    }
    valid.removeDuplicates();
    return valid;
}

/// As ExecuTorch 1.5.1's TosaSpecification.create_from_string does, with its refusals: SpecInvalid.
Result<TosaSpecification> parseTosaSpec(const QString &text)
{
    static const QRegularExpression shape(u"^TOSA-(\\d+)\\.(\\d+)(?:\\.\\d+)?\\+(.+)$"_s);
    const auto match = shape.match(text);
    if (!match.hasMatch())
        return fail(ErrorCode::SpecInvalid,
            u"'%1' is no TOSA specification; it looks like TOSA-1.0+INT+int16, in this letter case"_s
                .arg(text));
    TosaSpecification spec;
    spec.minor = match.captured(2).toInt();
    if (match.captured(1).toInt() != 1 || spec.minor > 1)
        return fail(ErrorCode::SpecInvalid,
            u"TOSA %1.%2 is not supported; there are 1.0 and 1.1"_s.arg(
                match.captured(1), match.captured(2)));
    QStringList others;
    for (const auto &part : match.captured(3).split(u'+')) {
        if (part == u"u55"_s && !spec.isU55)
            spec.isU55 = true;
        else if (part == u"8k"_s && !spec.is8k)
            spec.is8k = true;
        else if (part == u"INT"_s || part == u"FP"_s)
            spec.profiles.append(part);
        else
            others.append(part);
    }
    if (spec.profiles.isEmpty() || spec.profiles.size() > 2)
        return fail(ErrorCode::SpecInvalid,
            u"'%1' needs a profile, INT or FP, in this letter case"_s.arg(text));
    const auto valid = validExtensions(spec.minor, spec.profiles);
    for (const auto &part : others) {
        if (!valid.contains(part))
            return fail(ErrorCode::SpecInvalid,
                u"'%1' is no extension of TOSA 1.%2 %3; there are: %4"_s.arg(part,
                    QString::number(spec.minor), spec.profiles.join(u'+'), valid.join(u", "_s)));
    }
    spec.extensions = others;
    return spec;
}

bool isAscii(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 128; });
}

void checkTag(
    Findings &found, const RuleContext &context, const QString &key, QString CompileSpec::*tag)
{
    const auto &name = context.spec.*tag;
    if (isAscii(name) && !name.contains(u'/'))
        return;
    QString plain = name;
    std::replace_if(
        plain.begin(), plain.end(), [](QChar c) { return c.unicode() >= 128 || c == u'/'; }, u'_');
    found.push_back({ key,
        isAscii(name) ? u"'%1' becomes a file name, so it cannot hold a slash"_s.arg(name)
                      : u"'%1' must be ASCII"_s.arg(name),
        fixOf(context, u"replace"_s, plain, [&](CompileSpec &spec) { spec.*tag = plain; }) });
}

Findings checkTags(const RuleContext &context)
{
    Findings found;
    checkTag(found, context, u"externalBlocks.cmdData"_s, &CompileSpec::externalCommandTag);
    checkTag(found, context, u"externalBlocks.weightData"_s, &CompileSpec::externalWeightTag);
    return found;
}

Findings checkDebug(const RuleContext &context)
{
    if (context.spec.debug == DebugMode::None || !context.spec.intermediatesFolder.isEmpty())
        return {};
    const auto folder = u"intermediates"_s;
    return { { u"debug"_s,
        u"in Python dump_debug_info() needs dump_intermediate_artifacts_to(); compiled here, the "
        "debug information is kept without it"_s,
        fixOf(context, u"add"_s, folder,
            [&](CompileSpec &spec) { spec.intermediatesFolder = folder; }) } };
}

Findings checkLeak(const RuleContext &context)
{
    const auto &folder = context.spec.intermediatesFolder;
    if (folder.isEmpty() || hasBlank(folder))
        return {};
    return { { u"intermediates"_s,
        u"'%1' is written into the .pte as debug_artifact_path, readable for everyone who gets "
        "the file"_s.arg(folder),
        fixOf(context, u"remove"_s, folder,
            [](CompileSpec &spec) { spec.intermediatesFolder.clear(); }) } };
}

std::optional<Fix> defaultTosa(const RuleContext &context)
{
    const auto defaults = context.defaults();
    if (!defaults)
        return {};
    return fixOf(context, u"default"_s, defaults->tosaSpec,
        [](CompileSpec &spec) { spec.tosaSpec.reset(); });
}

Findings checkTosa(const RuleContext &context)
{
    if (!context.spec.tosaSpec)
        return {};
    const auto tosa = parseTosaSpec(*context.spec.tosaSpec);
    if (tosa)
        return {};
    return { { u"tosaSpec"_s, tosa.error().detail, defaultTosa(context) } };
}

Findings checkTosaSubset(const RuleContext &context)
{
    if (!context.spec.tosaSpec || context.family != Family::U55)
        return {};
    const auto tosa = parseTosaSpec(*context.spec.tosaSpec);
    if (!tosa || tosa->isU55)
        return {};
    const auto with = *context.spec.tosaSpec + u"+u55"_s;
    return { { u"tosaSpec"_s,
        u"'%1' is not the subset of Ethos-U55; without +u55 the compile is refused"_s.arg(
            *context.spec.tosaSpec),
        fixOf(context, u"replace"_s, with, [&](CompileSpec &spec) { spec.tosaSpec = with; }) } };
}

Findings checkTosaFamily(const RuleContext &context)
{
    if (!context.spec.tosaSpec || !context.family)
        return {};
    const auto tosa = parseTosaSpec(*context.spec.tosaSpec);
    if (!tosa)
        return {};
    QString text;
    if (context.family == Family::U85 && tosa->isU55)
        text = u"+u55 leaves operators on the CPU that Ethos-U85 can run"_s;
    else if (context.family == Family::U65 && !tosa->isU55)
        text = u"without +u55 the NPU gets operators that Ethos-U65 does not have"_s;
    else if (context.family != Family::U85 && tosa->extensions.contains(u"cf"_s))
        text = u"+cf is control flow, which only Ethos-U85 has"_s;
    if (text.isEmpty())
        return {};
    return { { u"tosaSpec"_s, text + u"; nothing of it is refused before Vela runs"_s,
        defaultTosa(context) } };
}

Findings checkTosaFloat(const RuleContext &context)
{
    if (!context.spec.tosaSpec)
        return {};
    const auto tosa = parseTosaSpec(*context.spec.tosaSpec);
    if (!tosa || !tosa->profiles.contains(u"FP"_s))
        return {};
    return { { u"tosaSpec"_s,
        u"with +FP float operators are handed to Vela, which has no data type for them"_s,
        defaultTosa(context) } };
}

Findings checkTosaDraft(const RuleContext &context)
{
    if (!context.spec.tosaSpec)
        return {};
    const auto tosa = parseTosaSpec(*context.spec.tosaSpec);
    if (!tosa || tosa->minor == 0)
        return {};
    return { { u"tosaSpec"_s, u"TOSA 1.1 is a draft; files made with it say so"_s,
        defaultTosa(context) } };
}

} // namespace

std::vector<Rule> outputRules()
{
    using enum Severity;
    const auto key = u"tosaSpec"_s;
    return {
        { u"spec.external-tag"_s, {}, Error, u"externalBlocks"_s,
            u"ExecuTorch 1.5.1: ValueError 'Invalid external Vela placement'; the tag is the "
            "name of the .ptd file"_s,
            u"Tags of external blocks are ASCII and part of a file name."_s, checkTags },
        { u"spec.debug-intermediates"_s, {}, Info, u"debug"_s,
            u"ExecuTorch 1.5.1: ValueError 'dump_debug_info() must be used in conjunction with "
            "dump_intermediate_artifacts_to()'"_s,
            u"ExecuTorch writes debug information into the intermediates folder."_s, checkDebug },
        { u"spec.intermediates-leak"_s, {}, Warning, u"intermediates"_s,
            u"ExecuTorch 1.5.1: compile spec debug_artifact_path, verbatim"_s,
            u"The folder of the intermediates is stored in the program."_s, checkLeak },
        { u"spec.tosa-spec"_s, {}, Error, key,
            u"ExecuTorch 1.5.1 TosaSpecification.create_from_string: 'Wrong TOSA version', 'No "
            "profile', 'Bad extensions', 'Failed to parse'"_s,
            u"A TOSA specification is TOSA-<version>+<PROFILE>+<extension>..., letter case "
            "counts."_s,
            checkTosa },
        { u"spec.tosa-spec"_s, u"u55"_s, Error, key,
            u"ExecuTorch 1.5.1: ValueError 'tosa spec was not u55 subset'"_s,
            u"Ethos-U55 needs the u55 subset."_s, checkTosaSubset },
        { u"spec.tosa-family"_s, {}, Warning, key,
            u"ExecuTorch 1.5.1: _validate() looks at U55 only"_s,
            u"The TOSA specification should be the one of the target's family."_s,
            checkTosaFamily },
        { u"spec.tosa-family"_s, u"float"_s, Warning, key,
            u"Vela 5.1.0: 'Input data type not supported for this operator'"_s,
            u"Ethos-U computes with integers."_s, checkTosaFloat },
        { u"spec.tosa-draft"_s, {}, Info, key,
            u"tosa-tools 2026.5.0: TOSA 1.1.0 draft; Vela 5.1.0 reads 1.0 and 1.1"_s,
            u"TOSA 1.1 is not final."_s, checkTosaDraft },
    };
}

} // namespace tosaic::spec
