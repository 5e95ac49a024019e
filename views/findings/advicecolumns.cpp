// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/advicecolumns.h"

#include "core/base/change.h"
#include "views/findings/advicewords.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using advice::Advice;
using advice::Costs;

struct AdviceColumnWords
{
    Q_DECLARE_TR_FUNCTIONS(Advice)
};

using Number = std::optional<double> (*)(const Costs &);

std::optional<double> changeOf(const Advice &advice, Number number)
{
    const auto before = advice.before ? number(*advice.before) : std::nullopt;
    const auto after = advice.after ? number(*advice.after) : std::nullopt;
    if (!before || !after || *before == 0)
        return {};
    return *after / *before - 1;
}

std::optional<double> cyclesOf(const Costs &costs)
{
    return costs.cycles;
}

std::optional<double> timeOf(const Costs &costs)
{
    return costs.timeS;
}

std::optional<double> sramOf(const Costs &costs)
{
    return costs.sramBytes();
}

std::optional<double> cpuOperatorsOf(const Costs &costs)
{
    return costs.processor && costs.processor->operators
        ? std::optional(double(*costs.processor->operators))
        : std::nullopt;
}

std::optional<double> crossingOf(const Costs &costs)
{
    return costs.processor && costs.processor->crossingBytes
        ? std::optional(double(*costs.processor->crossingBytes))
        : std::nullopt;
}

Column<Advice> afterColumn(
    const QString &key, const QString &title, const QString &unit, Number number)
{
    return { .head = { .key = key, .title = title, .unit = unit, .isNumber = true },
        .value = [number](const Advice &row) {
            return row.after ? cellValue(number(*row.after)) : QVariant();
        } };
}

Column<Advice> changeColumn(const QString &key, const QString &title, Number number)
{
    return { .head = { .key = key, .title = title, .unit = column_unit::Share, .isNumber = true },
        .value = [number](const Advice &row) { return cellValue(changeOf(row, number)); },
        .text =
            [number](const Advice &row) {
                const auto before = row.before ? number(*row.before) : std::nullopt;
                const auto after = row.after ? number(*row.after) : std::nullopt;
                return before && after ? relativeText({ .oldValue = *before, .newValue = *after })
                                       : QString();
            } };
}

} // namespace

Columns<Advice> adviceColumns()
{
    return { { .head = { .key = u"step"_s, .title = AdviceColumnWords::tr("Change") },
                 .value = [](const Advice &row) { return adviceStep(row); },
                 .tip = adviceSentence },
        { .head = { .key = u"effect"_s, .title = AdviceColumnWords::tr("Tried with Vela") },
            .value = [](const Advice &row) { return effectWord(row); } },
        afterColumn(u"cycles"_s, AdviceColumnWords::tr("Cycles (est)"), u"cycles"_s, cyclesOf),
        changeColumn(u"cyclesChange"_s, AdviceColumnWords::tr("Cycles change"), cyclesOf),
        // Another clock: fewer cycles may take longer.
        afterColumn(u"time"_s, AdviceColumnWords::tr("Time (est)"), column_unit::Seconds, timeOf),
        afterColumn(u"sram"_s, AdviceColumnWords::tr("SRAM (est)"), column_unit::Bytes, sramOf),
        changeColumn(u"sramChange"_s, AdviceColumnWords::tr("SRAM change"), sramOf),
        // Of compiles alone: without one the processor's part stays as it is.
        afterColumn(u"cpuOperators"_s, AdviceColumnWords::tr("On the CPU"), {}, cpuOperatorsOf),
        afterColumn(
            u"crossing"_s, AdviceColumnWords::tr("Crossing"), column_unit::Bytes, crossingOf) };
}

} // namespace tosaic::views
