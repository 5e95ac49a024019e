// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/query.h"
#include "views/operations/shownoperations.h"

/// What the page of operators says, in the user's words.
namespace tosaic::views {

QString dmaWaitWord(); ///< "DMA wait"
QString dmaWaitsWord(); ///< "Waits for DMA"
QString kindUnknownText(); ///< "Kind not known"
QString moduleUnknownText();
QString lineUnknownText();

/// "Delegate 0", by the number that the open file gives it; "Not on the NPU".
QString partitionWord(const profile::OperatorRow &row);

/// "CONV2D, RESCALE": operators of the input file, as the command line and reports name them.
QString kindWord(const profile::OperatorRow &row);
QString groupWord(GroupBy groupBy); ///< "Operator"
QString passWord(std::optional<size_t> pass, size_t passes); ///< "Median of 5 inferences"
QString pairWord(profile::DeviationPair pair); ///< "FVP against Vela's estimate"
QString valueWord(profile::DeviationPair pair); ///< "FVP"
QString referenceWord(profile::DeviationPair pair); ///< "Vela's estimate"

/// "1,234"; "Not known".
QString cyclesText(const std::optional<double> &cycles);
QString countText(const std::optional<quint64> &count);
/// formatShare, but what is not 0 is not written as 0.
QString shareText(const std::optional<double> &share);
/// "+1,234", "−5", "0".
QString differenceText(const std::optional<double> &difference);
/// "+12.3 %"; of a multiple "+9.1×".
QString deviationText(const std::optional<double> &deviation);
/// "12.3 % above", "5.5× as much", "equal": the value against its reference.
QString deviationPhrase(const std::optional<double> &deviation);
/// What stands for the cycles of a row: a number, or cyclesElsewhereText().
QString rowCyclesText(const OperatorRow &row);

/// The sentence of the page, the most important first.
QStringList summaryParts(const OperationsData &data);
/// The same where a filter leaves these rows: how many, and what they cost together.
QStringList filteredParts(const OperationsData &data, const std::vector<size_t> &rows);
/// What the reader must know about the numbers; empty if nothing.
QString noteText(const OperationsData &data);
/// "From 1,000 to 5,000 cycles of the trace".
QString rangeText(const ProfileDocument::Range &range, const ProfileSubject &subject);

/// Everything that could not be matched, counted; operators folded into others are matched.
quint64 unmatchedCount(const OperationsData &data);
quint64 foldedCount(const OperationsData &data);

/// "MAC utilisation against peak = M / (P x C)", the inputs, or why there is no value.
QString metricText(const profile::ComputedMetric &metric);
/// The metric of that id as text for a tooltip; empty if there is none.
QString formulaText(const OperationsData &data, const OperatorRow &row, QLatin1StringView id);

/// Rich text of a hover card.
QString cardText(const OperationsData &data, const OperatorRow &row, const QString &mutedColour);

/// What graph::Query finds of a row: names, kinds, module and source lines of all that it is, its
/// cycles, and the bytes that its column says.
bool matches(const OperationsData &data, const OperatorRow &row, const graph::Query &query);

} // namespace tosaic::views
