// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/countersmodel.h"

#include "core/model/entityref.h"
#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/metricgroups.h"
#include "views/models/runnames.h"
#include "views/runs/runwords.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

QString equalsText(const CounterRow &row)
{
    if (row.isDoubted())
        return CountersModel::tr("Not usable");
    if (row.bytes)
        return formatBytes(*row.bytes);
    if (row.seconds)
        return formatDuration(*row.seconds);
    const bool isConvertible = row.counter.unit == u"beats"_s || row.counter.unit == u"cycles"_s;
    return isConvertible ? notKnownText() : u"\u2013"_s;
}

QString counterTip(const CounterRow &row)
{
    QStringList lines{ row.counter.name };
    if (row.isDoubted())
        lines.append(doubtWords(row.doubt, row.counter.name));
    if (row.counter.unit.isEmpty())
        lines.append(CountersModel::tr("The log does not name the event of this counter."));
    if (row.counter.isDerived)
        lines.append(
            CountersModel::tr("Computed by the software on the target: total minus active cycles. "
                              "It is not the hardware event of that name."));
    if (!row.formula.isEmpty())
        lines.append(row.formula);
    else if (!row.isDoubted() && row.counter.unit == u"beats"_s)
        lines.append(
            CountersModel::tr("Bytes are not known: the log does not tell the NPU, and a beat is "
                              "8 bytes on Ethos-U55 and 16 bytes on Ethos-U65 and U85."));
    else if (!row.isDoubted() && row.counter.unit == u"cycles"_s)
        lines.append(CountersModel::tr("State the NPU clock above to see cycles as time."));
    return lines.join(u'\n');
}

Columns<CounterRow> counterColumns(std::optional<quint64> summed)
{
    using Row = CounterRow;
    return columnsOf<Row>({
        { u"counter"_s, CountersModel::tr("Counter"),
            [](const Row &row) { return row.counter.name; }, { .tip = counterTip } },
        { u"value"_s, counterValueTitle(summed), [](const Row &row) { return row.counter.value; },
            { .tip = counterTip } },
        { u"ofOne"_s, ofOneInferenceTitle(), &Row::ofOne,
            { .text =
                    [](const Row &row) {
                        return row.ofOne ? ofOneInferenceText(*row.ofOne) : QString();
                    },
                .tip = counterTip } },
        { u"unit"_s, CountersModel::tr("Unit"), [](const Row &row) { return row.counter.unit; },
            { .tip = counterTip } },
        { u"share"_s, CountersModel::tr("Share of cycle counter"), &Row::share,
            { .unit = column_unit::Share,
                .about = CountersModel::tr("Share of the cycle counter"),
                .text
                = [](const Row &row) { return row.share ? formatShare(*row.share) : u"\u2013"_s; },
                .tip = counterTip } },
        { u"equals"_s, CountersModel::tr("Bytes or time"),
            [](const Row &row) {
                return row.bytes ? std::optional(double(*row.bytes)) : row.seconds;
            },
            { .text = equalsText, .tip = counterTip, .isOrder = true } },
        { u"origin"_s, CountersModel::tr("Origin"),
            [](const Row &row) { return originWord(row.origin); }, { .tip = counterTip } },
    });
}

QVariant counterMore(const CounterRow &row, QStringView key, int role)
{
    if (role == UnitRole && key == u"value")
        return row.counter.unit;
    if (role == OriginRole)
        return row.origin ? originTag(*row.origin) : QString();
    return role == EntityRole
        ? QVariant::fromValue(model::EntityRef::counter(row.profile, row.counter.name))
        : QVariant();
}

} // namespace

CountersModel::CountersModel(QObject *parent)
    : ColumnModel(counterColumns(1), parent, MoreByKey(counterMore))
{
}

void CountersModel::set(
    const profile::Profile &profile, int index, const profile::MetricContext &context)
{
    const auto summed = profile::summedInferences(profile, context.areSums);
    if (columnData()[1].head.title != counterValueTitle(summed))
        setColumns(counterColumns(summed));
    std::vector<CounterRow> rows;
    const auto metrics = profile::computeMetrics(profile, context);
    const auto doubts = profile::counterDoubts(profile, context);
    for (const auto &counter : profile.counters) {
        CounterRow row{ .counter = counter,
            .ofOne = summed.value_or(1) > 1 ? std::optional(double(counter.value) / double(*summed))
                                            : std::nullopt,
            .share = profile::shareOfCycles(profile, counter, context),
            .origin = context.origin,
            .profile = index };
        if (const auto *doubt = profile::doubtOf(doubts, counter.name))
            row.doubt = doubt->text;
        const auto *bytes = profile::findMetric(metrics, u"port.bytes:"_s + counter.name);
        if (bytes && bytes->value) {
            row.bytes = static_cast<quint64>(*bytes->value);
            row.formula = u"%1 = %2"_s.arg(bytes->formula, profile::formulaWithNumbers(*bytes));
        }
        if (!row.isDoubted() && counter.unit == u"cycles"_s && context.clockHz.value_or(0) > 0) {
            row.seconds
                = static_cast<double>(counter.value) / static_cast<double>(*context.clockHz);
            row.formula = u"%1 cycles / %2 Hz"_s.arg(counter.value).arg(*context.clockHz);
        }
        rows.push_back(std::move(row));
    }
    updateRows(std::move(rows), [](const CounterRow &a, const CounterRow &b) {
        return a.counter.name == b.counter.name && a.profile == b.profile;
    });
}

bool CountersModel::areSums() const
{
    return !rows().empty() && rows().front().ofOne;
}

int CountersModel::rowOf(const QString &counter) const
{
    return rowWhere([&](const CounterRow &row) { return row.counter.name == counter; });
}

} // namespace tosaic::views
