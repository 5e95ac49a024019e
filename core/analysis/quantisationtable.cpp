// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How quantisation is told: one table and a few sentences.
#include "core/analysis/quantisation.h"
#include "core/model/boundary.h"
#include "core/model/numbertext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

/// "0.0235", "0.001 to 0.02 (8)": of several the ends and how many.
template <typename T, typename Text>
QString spanText(const std::vector<T> &numbers, Text text)
{
    if (numbers.empty())
        return {};
    const auto [least, most] = std::ranges::minmax_element(numbers);
    if (numbers.size() == 1 || *least == *most)
        return text(*least);
    return u"%1 to %2 (%3)"_s.arg(text(*least), text(*most)).arg(numbers.size());
}

QString shortNumber(double value)
{
    return QString::number(value, 'g', 4);
}

} // namespace

QLatin1StringView sourceKey(QuantisationSource source)
{
    using enum QuantisationSource;
    switch (source) {
    case Tensor:
        return "tensor"_L1;
    case Node:
        return "node"_L1;
    case Kernel:
        return "kernel"_L1;
    case Compile:
        return "compile"_L1;
    }
    return {};
}

QLatin1StringView doubtKey(QuantisationDoubt doubt)
{
    using enum QuantisationDoubt;
    switch (doubt) {
    case RandomCalibration:
        return "random-calibration"_L1;
    case ExampleOnly:
        return "example-only"_L1;
    case FewSamples:
        return "few-samples"_L1;
    case RangesNotRecorded:
        return "ranges-not-recorded"_L1;
    }
    return {};
}

const char *doubtSentence(QuantisationDoubt doubt)
{
    using enum QuantisationDoubt;
    switch (doubt) {
    case RandomCalibration:
        return QT_TRANSLATE_NOOP("Quantisation",
            "Calibrated with random numbers: the ranges are not those of real data.");
    case ExampleOnly:
        return QT_TRANSLATE_NOOP("Quantisation",
            "No calibration data was given: the ranges are those of the example inputs alone.");
    case FewSamples:
        return QT_TRANSLATE_NOOP("Quantisation",
            "Calibrated with fewer than eight files: ranges of real data may be wider.");
    case RangesNotRecorded:
        return QT_TRANSLATE_NOOP("Quantisation",
            "Inside the delegates the compile recorded types, but no scales: open the quantised "
            ".pt2 or the ETRecord for them.");
    }
    return "";
}

Columns<QuantisedValue> quantisationColumns()
{
    using Value = QuantisedValue;
    const auto whole = [](qint64 number) { return QString::number(number); };
    return columnsOf<Value>({
        { u"name"_s, u"Value"_s, &Value::name },
        { u"operator"_s, u"Made by"_s, &Value::kind,
            { .text = [](const Value &value) { return model::bareOperatorName(value.kind); },
                .mayBeEmpty = true } },
        { u"dtype"_s, u"Type"_s, &Value::dtype },
        { u"scale"_s, u"Scale"_s,
            [](const Value &value) {
                return value.scales.empty() ? std::nullopt
                                            : std::optional(std::ranges::max(value.scales));
            },
            { .about = u"Of several the smallest and the largest, and how many"_s,
                .text = [](const Value &value) { return spanText(value.scales, shortNumber); } } },
        { u"zeroPoint"_s, u"Zero point"_s,
            [](const Value &value) {
                return value.zeroPoints.empty() ? std::nullopt
                                                : std::optional(value.zeroPoints.front());
            },
            { .text = [whole](const Value &value) { return spanText(value.zeroPoints, whole); } } },
        { u"channels"_s, u"Scales"_s,
            [](const Value &value) {
                return value.scales.empty() ? std::nullopt : std::optional(value.scales.size());
            },
            { .about = u"1: one for the tensor; more: one for each channel"_s } },
        { u"low"_s, u"From"_s,
            [](const Value &value) {
                const auto range = value.range();
                return range ? std::optional(range->first) : std::nullopt;
            },
            { .about = u"Smallest real number that can be stored"_s,
                .text =
                    [](const Value &value) {
                        return value.range() ? shortNumber(value.range()->first) : QString();
                    } } },
        { u"high"_s, u"To"_s,
            [](const Value &value) {
                const auto range = value.range();
                return range ? std::optional(range->second) : std::nullopt;
            },
            { .about = u"Largest real number that can be stored"_s,
                .text =
                    [](const Value &value) {
                        return value.range() ? shortNumber(value.range()->second) : QString();
                    } } },
        { u"observedLow"_s, u"Seen from"_s,
            [](const Value &value) {
                return value.observed ? std::optional(value.observed->least) : std::nullopt;
            },
            { .about = u"Smallest number that calibration saw"_s,
                .text =
                    [](const Value &value) {
                        return value.observed ? shortNumber(value.observed->least) : QString();
                    } } },
        { u"observedHigh"_s, u"Seen to"_s,
            [](const Value &value) {
                return value.observed ? std::optional(value.observed->largest) : std::nullopt;
            },
            { .about = u"Largest number that calibration saw"_s,
                .text =
                    [](const Value &value) {
                        return value.observed ? shortNumber(value.observed->largest) : QString();
                    } } },
        { u"clippedShare"_s, u"Clipped"_s,
            [](const Value &value) {
                return value.observed ? value.observed->clipped : std::nullopt;
            },
            { .unit = column_unit::Share,
                .about = u"Share of what calibration saw that lies outside the range"_s } },
        { u"atLimitsShare"_s, u"At the limits"_s, &Value::atLimits,
            { .unit = column_unit::Share,
                .about = u"Share of a constant's elements at the ends of the range or beyond: "
                         "there quantising clips"_s } },
        { u"from"_s, u"Said by"_s,
            [](const Value &value) { return QString(sourceKey(value.source)); } },
    });
}

} // namespace tosaic::analysis
