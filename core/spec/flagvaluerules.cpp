// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/flagfindings.h"

#include <QRegularExpression>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

/// What a value may be, as a test and in words.
struct Range
{
    double smallest = 0;
    double largest = 0;
    bool isOpen = false; ///< the ends themselves are refused
    QString wanted;
};

std::optional<Range> rangeOf(const RuleContext &context, const QString &name)
{
    if (name == u"--arena-cache-size"_s) {
        // The address space: 32 bits on U55, 40 on U65 and U85 (architecture_features.py).
        const double largest = context.family == Family::U55 ? 4294967296.0 : 1099511627776.0;
        return Range{ 0, largest, false,
            u"a number of bytes from 0 to %1"_s.arg(QString::number(largest, 'f', 0)) };
    }
    if (name == u"--max-block-dependency"_s)
        return Range{ 0, 3, false, u"a number from 0 to 3"_s };
    if (name == u"--experimental-softmax-int16-neg-exp-range"_s)
        return Range{ 0, 65535, true, u"a number between 0 and 65535"_s };
    if (name == u"--recursion-limit"_s)
        return Range{ 1, std::numeric_limits<int>::max(), false, u"a number from 1 on"_s };
    return {};
}

/// As Python's int() and float() read it.
std::optional<double> numberOf(const VelaOption &option, const QString &text)
{
    static const QRegularExpression whole(u"^[+-]?\\d+(_\\d+)*$"_s);
    bool isNumber = false;
    if (option.value == OptionValue::Integer && !whole.match(text).hasMatch())
        return {};
    const auto value = QString(text).remove(u'_').toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

bool isAlignment(double value)
{
    const auto number = static_cast<qint64>(value);
    return number >= 16 && (number & (number - 1)) == 0;
}

/// "384KB" as people write it; empty if it is no size.
QString bytesOf(const QString &text)
{
    static const QRegularExpression size(u"^(\\d{1,6})\\s*([kKmMgG])(i?[bB])?$"_s);
    const auto match = size.match(text);
    if (!match.hasMatch())
        return {};
    const auto unit = match.captured(2).toLower();
    const int shift = unit == u"k"_s ? 10 : unit == u"m"_s ? 20 : 30;
    return QString::number(match.captured(1).toLongLong() << shift);
}

Fix newValue(const RuleContext &context, const FlagUse &use, const QString &value)
{
    const auto word = use.name() + u'=' + value;
    return fixOf(context, u"replace"_s, word,
        [&](CompileSpec &spec) { spec.extraFlags = context.flags.with(use, { word }); });
}

Finding wrongValue(const RuleContext &context, const FlagUse &use, const QString &wanted)
{
    return { flagKey(use.valueItem),
        u"%1 is '%2'; it must be %3"_s.arg(use.name(), *use.value, wanted), removal(context, use) };
}

std::optional<Finding> judgeChoice(const RuleContext &context, const FlagUse &use)
{
    const auto choices = use.option()->choiceList();
    if (choices.contains(*use.value))
        return {};
    auto finding
        = wrongValue(context, use, u"one of %1, in this letter case"_s.arg(choices.join(u", "_s)));
    if (const auto cased = withOtherCase(*use.value, choices); !cased.isEmpty())
        finding.fix = newValue(context, use, cased);
    return finding;
}

std::optional<Finding> judgeAlignment(
    const RuleContext &context, const FlagUse &use, std::optional<double> value)
{
    if (value && isAlignment(*value))
        return {};
    auto finding = wrongValue(context, use, u"a power of two from 16 on"_s);
    if (value && *value > 0 && *value < 1 << 20) {
        qint64 next = 16;
        while (next < static_cast<qint64>(*value))
            next *= 2;
        finding.fix = newValue(context, use, QString::number(next));
    }
    return finding;
}

std::optional<Finding> judgeNumber(const RuleContext &context, const FlagUse &use)
{
    const auto value = numberOf(*use.option(), *use.value);
    if (use.is(u"--cpu-tensor-alignment"))
        return judgeAlignment(context, use, value);
    const auto range = rangeOf(context, use.name());
    const bool fits = value
        && (!range
            || (range->isOpen ? *value > range->smallest && *value < range->largest
                              : *value >= range->smallest && *value <= range->largest));
    if (fits)
        return {};
    auto finding = wrongValue(context, use, range ? range->wanted : u"a whole number"_s);
    const auto bytes = bytesOf(*use.value);
    if (use.is(u"--arena-cache-size") && !bytes.isEmpty())
        finding.fix = newValue(context, use, bytes);
    return finding;
}

std::optional<Finding> judgeValue(const RuleContext &context, const FlagUse &use)
{
    const auto &option = *use.option();
    if (!option.takesValue() && use.value) {
        auto words = QStringList{ use.typed };
        return Finding{ flagKey(use.item), u"%1 takes no value"_s.arg(use.name()),
            fixOf(context, u"replace"_s, use.typed,
                [&](CompileSpec &spec) { spec.extraFlags = context.flags.with(use, words); }) };
    }
    if (option.takesValue() && !use.value)
        return Finding{ flagKey(use.item), u"%1 needs a value"_s.arg(use.name()),
            removal(context, use) };
    switch (option.value) {
    case OptionValue::None:
    case OptionValue::Text:
        return {};
    case OptionValue::Choice:
        return judgeChoice(context, use);
    case OptionValue::Integer:
    case OptionValue::Number:
        return judgeNumber(context, use);
    }
    return {};
}

Findings checkValues(const RuleContext &context)
{
    Findings found;
    for (const auto &use : context.flags.uses()) {
        if (!use.option())
            continue;
        if (const auto finding = judgeValue(context, use))
            found.push_back(*finding);
    }
    return found;
}

Findings checkIoRegions(const RuleContext &context)
{
    const auto *regions = context.flags.last(u"--separate-io-regions");
    const auto *format = context.flags.last(u"--cop-format");
    if (!regions || (format && format->value == u"COP2"_s))
        return {};
    const auto flag = u"--cop-format=COP2"_s;
    return { { flagKey(regions->item), u"--separate-io-regions needs --cop-format COP2"_s,
        fixOf(context, u"add"_s, flag, [&](CompileSpec &spec) {
            spec.extraFlags = format ? context.flags.with(*format, { flag })
                                     : context.flags.items() + QStringList{ flag };
        }) } };
}

/// The use of --arena-cache-size that counts, if its value is a size.
const FlagUse *arenaLimit(const RuleContext &context)
{
    const auto *use = context.flags.last(u"--arena-cache-size");
    return use && use->value && !judgeValue(context, *use) ? use : nullptr;
}

Findings checkArenaWish(const RuleContext &context)
{
    const auto *use = arenaLimit(context);
    if (!use || !context.mode || isDedicated(*context.mode))
        return {};
    const auto *optimise = context.flags.last(u"--optimise");
    const bool isSize = optimise && optimise->value == u"Size"_s;
    const auto text = isSize
        ? u"with --optimise Size the limit is not looked at in %1; the arena may be larger"_s
        : u"in %1 the limit is only a wish: the arena may be larger, without an error or a word"_s;
    return { { flagKey(use->item), text.arg(context.mode->name) } };
}

Findings checkArenaHard(const RuleContext &context)
{
    const auto *use = arenaLimit(context);
    if (!use || !context.mode || !isDedicated(*context.mode))
        return {};
    return { { flagKey(use->item),
        u"in %1 the limit is that of the cache in SRAM and is kept, also with --optimise Size; "
        "the arena itself is in the second memory. The cycles do not fall steadily with it: try "
        "several"_s.arg(context.mode->name) } };
}

} // namespace

std::vector<Rule> flagValueRules()
{
    using enum Severity;
    const auto key = u"extraFlags"_s;
    return {
        { u"spec.flag-value"_s, {}, Error, key,
            u"Vela 5.1.0: KeyError 'size', 'invalid int value', 'must be greater than or equal to "
            "16 and a power of 2', 'arena_cache_size=-1 (must be >= 0)', 'Size is out of bounds'"_s,
            u"Values must be of the option's kind and in its limits; letter case counts."_s,
            checkValues },
        { u"spec.flag-combination"_s, {}, Error, key,
            u"Vela 5.1.0: \"Driver actions format 'COP2' is required for "
            "--separate-io-regions\""_s,
            u"Separate regions of inputs and outputs need the newer driver actions."_s,
            checkIoRegions },
        { u"spec.flag-arena"_s, u"wish"_s, Info, key,
            u"Vela 5.1.0: MobileNetV2 U55-256, limit 262144, 361984 bytes used, exit 0"_s,
            u"In Sram_Only and Shared_Sram the arena may exceed the limit silently."_s,
            checkArenaWish },
        { u"spec.flag-arena"_s, u"hard"_s, Info, key,
            u"Vela 5.1.0: the scheduler stays below the limit in Dedicated modes (16 bytes: 0.02 "
            "KiB used)"_s,
            u"In Dedicated modes the limit is kept."_s, checkArenaHard },
    };
}

} // namespace tosaic::spec
