// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/changewords.h"

#include "core/base/units.h"
#include "views/widgets/needwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::Metric;
using analysis::SpecChange;
using analysis::SpecField;

constexpr qsizetype NamesInSentence = 3; // more are counted

struct FieldWords
{
    SpecField field;
    const char *name;
    const char *clause; ///< of a sentence, from and to; null: told in another way
};

constexpr FieldWords Fields[] = {
    { SpecField::Target, QT_TRANSLATE_NOOP("ChangeWords", "Target"),
        QT_TRANSLATE_NOOP("ChangeWords", "target %1 → %2") },
    { SpecField::SystemConfig, QT_TRANSLATE_NOOP("ChangeWords", "System config"),
        QT_TRANSLATE_NOOP("ChangeWords", "system config %1 → %2") },
    { SpecField::MemoryMode, QT_TRANSLATE_NOOP("ChangeWords", "Memory mode"),
        QT_TRANSLATE_NOOP("ChangeWords", "memory mode %1 → %2") },
    { SpecField::ConfigIni, QT_TRANSLATE_NOOP("ChangeWords", "Config file"),
        QT_TRANSLATE_NOOP("ChangeWords", "config file %1 → %2") },
    { SpecField::ExtraFlags, QT_TRANSLATE_NOOP("ChangeWords", "Extra flags to Vela"),
        QT_TRANSLATE_NOOP("ChangeWords", "extra flags %1 → %2") },
    { SpecField::CommandTag, QT_TRANSLATE_NOOP("ChangeWords", "External commands"),
        QT_TRANSLATE_NOOP("ChangeWords", "external commands %1 → %2") },
    { SpecField::WeightTag, QT_TRANSLATE_NOOP("ChangeWords", "External weights"),
        QT_TRANSLATE_NOOP("ChangeWords", "external weights %1 → %2") },
    { SpecField::Debug, QT_TRANSLATE_NOOP("ChangeWords", "Debug mode"),
        QT_TRANSLATE_NOOP("ChangeWords", "debug mode %1 → %2") },
    { SpecField::Delegate, QT_TRANSLATE_NOOP("ChangeWords", "Delegated"), nullptr },
    { SpecField::Quantizer, QT_TRANSLATE_NOOP("ChangeWords", "Quantisation"),
        QT_TRANSLATE_NOOP("ChangeWords", "quantisation %1 → %2") },
    { SpecField::Calibration, QT_TRANSLATE_NOOP("ChangeWords", "Calibration"),
        QT_TRANSLATE_NOOP("ChangeWords", "calibration %1 → %2") },
    { SpecField::KeptNodes, QT_TRANSLATE_NOOP("ChangeWords", "Kept on the CPU: operators"),
        nullptr },
    { SpecField::KeptOperators, QT_TRANSLATE_NOOP("ChangeWords", "Kept on the CPU: kinds"),
        nullptr },
    { SpecField::KeptModules, QT_TRANSLATE_NOOP("ChangeWords", "Kept on the CPU: modules"),
        nullptr },
    { SpecField::KeptPatterns, QT_TRANSLATE_NOOP("ChangeWords", "Kept on the CPU: patterns"),
        nullptr },
    { SpecField::Intermediates, QT_TRANSLATE_NOOP("ChangeWords", "Intermediates folder"),
        QT_TRANSLATE_NOOP("ChangeWords", "intermediates folder %1 → %2") },
    { SpecField::TosaSpec, QT_TRANSLATE_NOOP("ChangeWords", "TOSA profile"),
        QT_TRANSLATE_NOOP("ChangeWords", "TOSA profile %1 → %2") },
    { SpecField::Passes, QT_TRANSLATE_NOOP("ChangeWords", "Pass pipeline"),
        QT_TRANSLATE_NOOP("ChangeWords", "pass pipeline %1 → %2") },
    { SpecField::CpuKernels, QT_TRANSLATE_NOOP("ChangeWords", "CPU kernels"),
        QT_TRANSLATE_NOOP("ChangeWords", "CPU kernels %1 → %2") },
    { SpecField::IntegerIo, QT_TRANSLATE_NOOP("ChangeWords", "Integer inputs and outputs"),
        nullptr },
};

const FieldWords &wordsOf(SpecField field)
{
    return *std::ranges::find(Fields, field, &FieldWords::field);
}

quint64 rounded(double value)
{
    return static_cast<quint64>(std::llround(std::max(0.0, value)));
}

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ChangeWords)
public:
    static QString metric(Metric metric)
    {
        switch (metric) {
        case Metric::CyclesTotal:
            return tr("Cycles, total");
        case Metric::CyclesNpu:
            return tr("Cycles, NPU compute");
        case Metric::InferenceTime:
            return tr("Inference time");
        case Metric::Macs:
            return tr("Multiply-accumulates");
        case Metric::SramBytes:
            return tr("SRAM");
        case Metric::FlashBytes:
            return tr("Flash");
        case Metric::DramBytes:
            return tr("DRAM");
        case Metric::NpuOperators:
            return tr("Operators on the NPU");
        case Metric::CpuOperators:
            return tr("Operators on the CPU");
        case Metric::Partitions:
            return tr("Partitions");
        case Metric::PteBytes:
            return tr("Program file (.pte)");
        case Metric::BoundaryBytes:
            return tr("Between CPU and NPU");
        case Metric::Conversions:
            return tr("Conversions at the boundary");
        }
        return {};
    }

    static QString hint(Metric metric)
    {
        switch (metric) {
        case Metric::CyclesTotal:
        case Metric::CyclesNpu:
            return tr("Vela's estimate for the partitions; operators on the CPU are not in it.");
        case Metric::InferenceTime:
            return tr("Vela's estimate at the clock of each side's system configuration; operators "
                      "on the CPU are not in it.");
        case Metric::SramBytes:
        case Metric::FlashBytes:
        case Metric::DramBytes:
            return tr("All that the spec puts there: feature maps, weights, commands. Partitions "
                      "run one after another and reuse the memory of feature maps.");
        case Metric::NpuOperators:
        case Metric::CpuOperators:
            return tr("Quantise and dequantise steps are not counted.");
        default:
            return {};
        }
    }

    static QString amount(const QString &unit, double value)
    {
        if (unit == unit::Cycles)
            return tr("%1 cycles").arg(formatCount(rounded(value)));
        if (unit == unit::Seconds)
            return formatDuration(value);
        return unit == unit::Bytes ? formatBytes(rounded(value)) : formatCount(rounded(value));
    }

    static QString verdict(Verdict verdict)
    {
        switch (verdict) {
        case Verdict::Worse:
            return tr("worse");
        case Verdict::Better:
            return tr("better");
        case Verdict::Changed:
            return tr("changed");
        case Verdict::WithinSpread:
            return tr("in the spread");
        case Verdict::Same:
            return tr("the same");
        case Verdict::OnlyOld:
            return tr("only old");
        case Verdict::OnlyNew:
            return tr("only new");
        case Verdict::NotComparable:
            return tr("not comparable");
        case Verdict::NotKnown:
            return tr("not known");
        }
        return {};
    }

    static QString relative(const Change &change)
    {
        const auto share = change.relative();
        if (!share) {
            const auto difference = change.difference();
            return !difference ? u"\u2014"_s : *difference == 0 ? formatPercent(0) : tr("from 0");
        }
        auto unjudged = change; // judged the same, it has grown all the same
        unjudged.judged.reset();
        if (unjudged.verdict() == Verdict::Same)
            return formatPercent(0);
        constexpr double Smallest = 0.0005; // of what one decimal of a percentage tells
        const auto size = std::abs(*share);
        return signedText(*share,
            size < Smallest ? u"%1 %"_s.arg(QLocale().toString(size * 100, 'f', 3))
                            : formatPercent(size));
    }

    static QString placement(const QString &placement)
    {
        if (placement == "npu"_L1)
            return tr("NPU");
        if (placement == "cpu"_L1)
            return tr("CPU");
        if (placement == "boundary"_L1)
            return tr("Boundary");
        return notKnownText();
    }

    static QString changedText(SpecField field, const QString &from, const QString &to)
    {
        const auto name
            = [](const QString &value) { return value.isEmpty() ? tr("default") : value; };
        if (field == SpecField::Delegate)
            return to == "true"_L1 ? tr("delegated to the NPU") : tr("not delegated");
        if (field == SpecField::IntegerIo)
            return to == "true"_L1 ? tr("integer inputs and outputs")
                                   : tr("float inputs and outputs");
        const auto *clause = wordsOf(field).clause;
        return clause ? tr(clause).arg(name(from), name(to)) : QString();
    }

    static QString fieldName(SpecField field) { return tr(wordsOf(field).name); }

    static QString keptText(SpecField field, const QStringList &names)
    {
        const auto count = static_cast<int>(names.size());
        const auto list = names.size() <= NamesInSentence ? names.join(u", "_s) : QString();
        QString text;
        switch (field) {
        case SpecField::KeptNodes:
            text = tr("%n operator(s) kept on the CPU", nullptr, count);
            break;
        case SpecField::KeptOperators:
            text = tr("%n kind(s) of operator kept on the CPU", nullptr, count);
            break;
        case SpecField::KeptModules:
            text = tr("%n module(s) kept on the CPU", nullptr, count);
            break;
        default:
            text = tr("%n name pattern(s) kept on the CPU", nullptr, count);
            break;
        }
        return list.isEmpty() ? text : tr("%1: %2", "operators kept: names").arg(text, list);
    }

    static QString specClauses(const std::vector<SpecChange> &changes)
    {
        QStringList clauses;
        for (const auto &change : changes) {
            if (change.added.isEmpty() && change.removed.isEmpty())
                clauses += changedText(change.field, change.oldValue, change.newValue);
            if (!change.added.isEmpty())
                clauses += keptText(change.field, change.added);
            if (!change.removed.isEmpty())
                clauses += tr("no longer kept on the CPU: %1").arg(change.removed.join(u", "_s));
        }
        return clauses.join(u"; "_s);
    }

    static QString spec(const std::vector<SpecChange> &changes)
    {
        const auto clauses = specClauses(changes);
        return clauses.isEmpty() ? tr("The same compile spec on both sides.")
                                 : tr("Spec: %1.").arg(clauses);
    }

    static QString cause(const analysis::Comparison &comparison)
    {
        auto text = spec(comparison.specChanges);
        QStringList tools;
        for (const auto &[tool, oldVersion, newVersion] : comparison.toolChanges)
            tools += tr("%1 %2 → %3", "tool, old and new version")
                         .arg(toolName(tool), oldVersion, newVersion);
        if (tools.isEmpty())
            return text;
        return text + u' ' + tr("Compilers: %1.").arg(tools.join(u", "_s));
    }

    static QString toolName(const QString &tool)
    {
        static const std::map<QString, QString> names{ { u"vela"_s, u"Vela"_s },
            { u"executorch"_s, u"ExecuTorch"_s }, { u"torch"_s, u"PyTorch"_s } };
        const auto found = names.find(tool);
        return found == names.end() ? tool : found->second;
    }

    static QString cycles(const Change &change)
    {
        const auto magnitude = formatCount(rounded(std::abs(change.difference().value_or(0))));
        switch (change.verdict()) {
        case Verdict::Worse:
            return tr("%1 more estimated cycles (%2)").arg(magnitude, relativeText(change));
        case Verdict::Better:
            return tr("%1 fewer estimated cycles (%2)").arg(magnitude, relativeText(change));
        case Verdict::Same:
            return tr("the same estimated cycles");
        default:
            return change.oldValue || change.newValue ? tr("the cycles of one side are not known")
                                                      : tr("the cycles are known on neither side");
        }
    }

    /// Where the clocks differ, cycles do not say what became faster.
    static QString time(const analysis::Comparison &comparison)
    {
        constexpr double SameClock = 0.005; // what is left of printed digits
        const auto cycles = comparison.metric(Metric::CyclesTotal).relative();
        const auto &time = comparison.metric(Metric::InferenceTime);
        const auto relative = time.relative();
        if (!cycles || !relative || std::abs(*relative - *cycles) < SameClock)
            return {};
        return tr("at other clocks the inference time goes from %1 to %2 (%3)")
            .arg(metricText(time.unit, time.oldValue), metricText(time.unit, time.newValue),
                relativeText(time));
    }

    /// Of flash and DRAM only a change is told.
    static QString memory(const Change &change, analysis::Memory memory)
    {
        const auto magnitude = formatBytes(rounded(std::abs(change.difference().value_or(0))));
        const bool isSram = memory == analysis::Memory::Sram;
        const auto name = memory == analysis::Memory::Flash ? tr("flash", "inside a sentence")
                                                            : memoryName(memory);
        switch (change.verdict()) {
        case Verdict::Worse:
            return tr("%1 more %2", "an amount of a memory").arg(magnitude, name);
        case Verdict::Better:
            return tr("%1 less %2", "an amount of a memory").arg(magnitude, name);
        case Verdict::Same:
            return isSram ? tr("the same SRAM") : QString();
        default:
            return {};
        }
    }

    static QString outcome(const analysis::Comparison &comparison)
    {
        if (comparison.areOtherModels())
            return tr("Not comparable: %1 and %2 are different models, with %n operator(s) in "
                      "common.",
                nullptr, static_cast<int>(comparison.matchedOperators))
                .arg(comparison.oldSource, comparison.newSource);
        QStringList clauses{ cycles(comparison.metric(Metric::CyclesTotal)), time(comparison),
            memory(comparison.metric(Metric::SramBytes), analysis::Memory::Sram),
            memory(comparison.metric(Metric::FlashBytes), analysis::Memory::Flash),
            memory(comparison.metric(Metric::DramBytes), analysis::Memory::Dram) };
        int toCpu = 0;
        int toNpu = 0;
        for (const auto &move : comparison.moves) {
            toCpu += move.newPlacement == "cpu"_L1;
            toNpu += move.newPlacement == "npu"_L1;
        }
        if (toCpu > 0)
            clauses += tr("%n operator(s) moved to the CPU", nullptr, toCpu);
        if (toNpu > 0)
            clauses += tr("%n operator(s) moved to the NPU", nullptr, toNpu);
        clauses.removeAll(QString());
        auto text = clauses.join(u"; "_s);
        text[0] = text[0].toUpper();
        return tr("%1.", "a sentence").arg(text);
    }

    static QString coverageOfOperators(const analysis::Coverage &coverage)
    {
        const auto npu = coverage.npuOperators.value_or(0);
        const auto cpu = static_cast<int>(coverage.cpuOperators.value_or(0));
        const auto target = coverage.target.isEmpty() ? tr("the NPU") : coverage.target;
        const auto total = static_cast<int>(coverage.operators().value_or(0));
        if (total == 0)
            return tr("The model has no operators.");
        if (npu == 0)
            return tr("No operator runs on %1; all %n are on the CPU.", nullptr, cpu).arg(target);
        const auto parts = tr("%n partition(s)", nullptr, static_cast<int>(coverage.partitions));
        // What Vela compiles by itself has none.
        const auto where = coverage.partitions > 0
            ? tr("%1 in %2", "target, partitions").arg(target, parts)
            : target;
        if (cpu == 0)
            return tr("All %n operators run on %1.", nullptr, total).arg(where);
        return tr("%1 of %n operators run on %2; %3 on the CPU.", nullptr, total)
            .arg(formatCount(npu), where, formatCount(static_cast<quint64>(cpu)));
    }

    static QString coverageOfInstructions(const analysis::Coverage &coverage)
    {
        const auto kernels = tr("%n kernel call(s) on the CPU", nullptr,
            static_cast<int>(coverage.cpuOperators.value_or(0)));
        const auto others = tr(
            "%n delegate(s) of other backends", nullptr, static_cast<int>(coverage.otherDelegates));
        if (coverage.partitions == 0)
            return coverage.otherDelegates > 0
                ? tr("Nothing runs on Ethos-U: %1, %2.").arg(others, kernels)
                : tr("Everything runs on the CPU: no delegate, %1.").arg(kernels);
        const auto parts = tr("%n partition(s)", nullptr, static_cast<int>(coverage.partitions));
        const auto target = coverage.target.isEmpty() ? tr("Ethos-U") : coverage.target;
        const auto steps = tr("%n boundary step(s)", nullptr,
            static_cast<int>(coverage.boundaryOperators.value_or(0)));
        if (!coverage.npuOperations)
            return tr("%1 on %2; %3, %4.").arg(parts, target, kernels, steps);
        const auto operations
            = tr("%n NPU operation(s)", nullptr, static_cast<int>(*coverage.npuOperations));
        return tr("%1 on %2 with %3; %4, %5.").arg(parts, target, operations, kernels, steps);
    }
};

} // namespace

QString signedText(double value, const QString &magnitude)
{
    if (value > 0)
        return u"+"_s + magnitude;
    return value < 0 ? u"\u2212"_s + magnitude : magnitude;
}

QString metricName(Metric metric)
{
    return Words::metric(metric);
}

QString metricHint(Metric metric)
{
    return Words::hint(metric);
}

QString metricText(const QString &unit, std::optional<double> value)
{
    return value ? Words::amount(unit, *value) : notKnownText();
}

QString differenceText(const Change &change)
{
    const auto difference = change.difference();
    if (!difference)
        return notKnownText();
    return signedText(*difference, Words::amount(change.unit, std::abs(*difference)));
}

QString relativeText(const Change &change)
{
    return Words::relative(change);
}

QString verdictWord(Verdict verdict)
{
    return Words::verdict(verdict);
}

QString placementName(const QString &placement)
{
    return Words::placement(placement);
}

QString specChangeSentence(const std::vector<SpecChange> &changes)
{
    return Words::spec(changes);
}

QString causeSentence(const analysis::Comparison &comparison)
{
    return Words::cause(comparison);
}

QString specChangeClauses(const std::vector<SpecChange> &changes)
{
    return Words::specClauses(changes);
}

QString specFieldName(SpecField field)
{
    return Words::fieldName(field);
}

QString outcomeSentence(const analysis::Comparison &comparison)
{
    return Words::outcome(comparison);
}

QString coverageSentence(const analysis::Coverage &coverage)
{
    return coverage.basis == analysis::Coverage::Basis::ModelOperators && coverage.operators()
        ? Words::coverageOfOperators(coverage)
        : Words::coverageOfInstructions(coverage);
}

} // namespace tosaic::views
