// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"

#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats::vela {

/// Memory as the summary on Vela's console speaks of it. Bandwidths and transfers as printed: the
/// units "GB" and "MB" divide by 1024s and 1000s mixed since 4.0.
struct ConsoleMemory
{
    std::optional<double> usedKiB; ///< printed with two decimals
    std::optional<double> designPeakGbPerS;
    std::optional<double> averageGbPerS;
    std::optional<double> inputMb;
    std::optional<double> weightMb;
    std::optional<double> outputMb;
    std::optional<double> totalMb;
};

/// "Network summary for ...", as far as it was printed: parts depend on version and options.
struct ConsoleSummary
{
    QString network;
    QString accelerator; ///< "Ethos_U55_128"
    QString systemConfig;
    QString memoryMode;
    std::optional<double> clockMHz; ///< cut to a whole number by Vela
    std::map<QString, ConsoleMemory> memories; ///< "SRAM", "DRAM", "On-chip Flash", ...
    std::optional<quint64> cpuOperators;
    std::optional<quint64> npuOperators;
    std::optional<double> originalWeightsKiB;
    std::optional<double> encodedWeightsKiB;
    std::optional<quint64> macs; ///< per batch
    std::optional<double> topsPerS;
    std::map<QString, double> cycles; ///< "NPU", "SRAM Access", ..., "Total"; per batch
    std::optional<double> inferenceMs;
    std::optional<double> inferencesPerS;
};

/// What Vela says on its console (3.10 to 5.2), line by line. Lines of other programs in between
/// are passed over.
class ConsoleReader
{
public:
    void feed(const QString &line);
    /// Ends what is still open.
    void finish();

    const std::vector<ConsoleSummary> &summaries() const { return m_summaries; }
    /// Counts of the last summary.
    std::optional<quint64> cpuOperators() const;
    std::optional<quint64> npuOperators() const;
    /// Warnings and reasons why operators stay on the CPU: "vela.warning", "vela.cpu-operator",
    /// "vela.note".
    std::vector<Diagnostic> takeWarnings();
    /// The exception or usage error that the text ends with; of several the last. Absent if none.
    std::optional<QString> errorText() const;
    /// The last line that is not empty.
    QString lastLine() const;
    /// "5.1.0" if something printed it; empty if not.
    QString version() const { return m_version; }

private:
    void readSummaryLine(const QString &line);
    bool readRefusal(const QString &line);
    void readNotice(const QString &line);
    void finishRefusal();

    std::vector<ConsoleSummary> m_summaries;
    QStringList m_tail;
    DiagnosticSink m_warnings;
    QString m_version;
    int m_line = 0;
    bool m_isRefused = false;
    bool m_areReasonsIndented = false; ///< the Python core indents them
    int m_refusalLine = 0;
    QString m_refusedOperator;
    QString m_refusedTensor;
    QStringList m_refusalLines;
};

struct ConsoleText
{
    QString version; ///< empty: not printed
    std::vector<ConsoleSummary> summaries;
    std::vector<Diagnostic> problems; ///< what Vela complained about, its error last
};

/// Errors: LimitExceeded (64 MiB).
Result<ConsoleText> readConsoleText(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::formats::vela
