// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/runsample.h"

#include "profiler/analysis/formulasymbols.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

class Reader
{
public:
    Reader(const Profile &profile, const MetricContext &context) : m_symbols(profile, context) { }

    std::optional<double> value(const QString &symbol)
    {
        const auto input = m_symbols.input(symbol);
        if (!input.value && !missing.contains(symbol))
            missing.append(symbol);
        return input.value;
    }
    /// The sum of the counters in bytes of one inference; absent if one of them is.
    std::optional<double> bytes(const QStringList &counters)
    {
        std::optional<double> beats = 0;
        for (const auto &counter : counters) {
            const auto one = value(counter);
            beats = beats && one ? std::optional(*beats + *one) : std::nullopt;
        }
        const auto width = value(u"B"_s);
        const auto inferences = value(u"N"_s);
        if (!beats || !width || !inferences)
            return std::nullopt;
        return *beats * *width / *inferences;
    }

    QStringList missing;

private:
    FormulaSymbols m_symbols;
};

} // namespace

RunSample runSample(const QString &name, const Profile &profile, const MetricContext &context)
{
    Reader reader(profile, context);
    RunSample result;
    auto &sample = result.sample;
    sample.name = name;
    sample.origin = context.origin;
    sample.macs = reader.value(u"M"_s);
    const auto active = reader.value(u"A"_s);
    const auto inferences = reader.value(u"N"_s);
    if (active && inferences)
        sample.cycles = *active / *inferences;
    const auto groups = trafficCounters(context.product);
    for (const auto &group : groups)
        sample.bytes.push_back(reader.bytes(group));
    if (groups.empty())
        static_cast<void>(reader.value(u"B"_s)); // says that the product is missing
    result.missing = reader.missing;
    return result;
}

} // namespace tosaic::profile
