// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationwords.h"

#include "core/base/cycletext.h"
#include "views/models/costwords.h"
#include "views/models/streamowner.h"
#include "views/widgets/changewords.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::DeviationPair;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(OperationWords)
};

constexpr double Multiple = 2; // deviations from here on read better as "3.0×"
constexpr double Nothing = 0.0005; // relative; less is written as equal

QString withSign(double value, const QString &magnitude)
{
    if (value > 0)
        return u"+"_s + magnitude;
    return value < 0 ? u"\u2212"_s + magnitude : magnitude;
}

} // namespace

QString dmaWaitWord()
{
    return Words::tr("DMA wait");
}

QString dmaWaitsWord()
{
    return Words::tr("Waits for DMA");
}

QString kindUnknownText()
{
    return Words::tr("Kind not known");
}

QString moduleUnknownText()
{
    return Words::tr("Module not known");
}

QString lineUnknownText()
{
    return Words::tr("Source line not known");
}

QString partitionWord(const profile::OperatorRow &row)
{
    return row.stream < 0 ? Words::tr("Not on the NPU") : streamOwnerName(row.owner, row.stream);
}

QString kindWord(const profile::OperatorRow &row)
{
    return row.role == OperatorRow::Role::DmaWait || row.types.isEmpty() ? row.kind
                                                                         : row.types.join(u", "_s);
}

QString groupWord(GroupBy groupBy)
{
    switch (groupBy) {
    case GroupBy::Operator:
        return Words::tr("Operator");
    case GroupBy::Operation:
        return Words::tr("Operation of the NPU");
    case GroupBy::Kind:
        return Words::tr("Kind");
    case GroupBy::Module:
        return Words::tr("Module");
    case GroupBy::SourceLine:
        return Words::tr("Source line");
    case GroupBy::Partition:
        return Words::tr("Partition");
    }
    return {};
}

QString passWord(std::optional<size_t> pass, size_t passes)
{
    if (!pass)
        return Words::tr("Median of %n inference(s)", nullptr, static_cast<int>(passes));
    return Words::tr("Inference %1").arg(QLocale().toString(static_cast<qulonglong>(*pass + 1)));
}

QString pairWord(DeviationPair pair)
{
    switch (pair) {
    case DeviationPair::FvpToEstimate:
        return Words::tr("FVP against Vela's estimate");
    case DeviationPair::BoardToEstimate:
        return Words::tr("Board against Vela's estimate");
    case DeviationPair::BoardToFvp:
        return Words::tr("Board against FVP");
    }
    return {};
}

QString valueWord(DeviationPair pair)
{
    return pair == DeviationPair::FvpToEstimate ? Words::tr("FVP") : Words::tr("Board");
}

QString referenceWord(DeviationPair pair)
{
    return pair == DeviationPair::BoardToFvp ? Words::tr("FVP") : Words::tr("Vela's estimate");
}

QString cyclesText(const std::optional<double> &cycles)
{
    return cycles ? formatCycles(*cycles) : notKnownText();
}

QString countText(const std::optional<quint64> &count)
{
    return count ? formatCount(*count) : notKnownText();
}

QString shareText(const std::optional<double> &share)
{
    return share ? formatShare(*share) : notKnownText();
}

QString differenceText(const std::optional<double> &difference)
{
    if (!difference)
        return notKnownText();
    return withSign(*difference, formatCycles(std::abs(*difference)));
}

QString deviationText(const std::optional<double> &deviation)
{
    if (!deviation)
        return notKnownText();
    if (*deviation >= Multiple) {
        return Words::tr("%1×", "times the reference")
            .arg(QLocale().toString(*deviation + 1, 'f', *deviation < 9 ? 1 : 0));
    }
    return withSign(*deviation, formatPercent(std::abs(*deviation)));
}

QString deviationPhrase(const std::optional<double> &deviation)
{
    if (!deviation)
        return notKnownText();
    if (std::abs(*deviation) < Nothing)
        return Words::tr("equal");
    if (*deviation >= Multiple)
        return Words::tr("%1 as much", "5.5x as much").arg(deviationText(deviation));
    const auto share = formatPercent(std::abs(*deviation));
    return *deviation > 0 ? Words::tr("%1 above").arg(share) : Words::tr("%1 below").arg(share);
}

QString rowCyclesText(const OperatorRow &row)
{
    return row.cycles ? cyclesText(row.cycles->value) : cyclesElsewhereText(row);
}

quint64 unmatchedCount(const OperationsData &data)
{
    quint64 count = data.totals.boardUnplaced;
    for (const auto &unmatched : data.table->unmatched)
        count += unmatched.kind == profile::Unmatched::Kind::SourceAbsorbed ? 0 : unmatched.count;
    return count;
}

quint64 foldedCount(const OperationsData &data)
{
    const auto *folded = data.table->find(profile::Unmatched::Kind::SourceAbsorbed);
    return folded ? folded->count : 0;
}

bool matches(const OperationsData &data, const OperatorRow &row, const graph::Query &query)
{
    if (query.isEmpty())
        return true;
    graph::Node node;
    node.title = row.kind;
    node.name = row.name;
    node.module = row.module;
    node.constantBytes = row.bytes.value_or(0);
    node.details = row.nodes + row.types + QStringList{ row.sourceLine, row.leader };
    for (const auto at : row.operations) {
        const auto &operation = data.table->operations[at];
        const auto &origin = operation.origin;
        node.details += { operation.name, operation.kind, origin.name, origin.type, origin.edgeNode,
            origin.module, origin.sourceLine };
    }
    return query.fits(node, row.cycles ? std::optional(row.cycles->value) : std::nullopt);
}

} // namespace tosaic::views
