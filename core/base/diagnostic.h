// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QHash>
#include <QString>

#include <vector>

namespace tosaic {

enum class Severity
{
    Info,
    Warning,
    Error
};

/// "info", "warning" or "error", as the command line prints it.
QString severityText(Severity severity);

/// "Went on, but": something odd in an input, or a problem a tool reported. The id is stable and
/// dotted ("pte.segment-outside-file").
struct Diagnostic
{
    QString id;
    Severity severity = Severity::Warning;
    Location location;
    QString text; ///< the reason in its first line; below it the words of a tool

    QString reason() const;
    /// "severity: code: location: reason", one line, as the command line prints it.
    QString toText() const;
    bool operator==(const Diagnostic &) const = default;
};

Diagnostic diagnosticOf(const Error &error);

/// Collects diagnostics while something is read. Keeps the first `perIdLimit` of each id and counts
/// the rest, so that a hostile file cannot fill memory with complaints.
class DiagnosticSink
{
public:
    explicit DiagnosticSink(qsizetype perIdLimit = 50);

    void add(Diagnostic diagnostic);
    void add(QString id, Severity severity, QString text, Location location = {});

    /// Those kept, in order; ids with more than the limit are followed by one that says how many
    /// were left out.
    std::vector<Diagnostic> take();
    bool isEmpty() const { return m_kept.empty(); }

private:
    qsizetype m_perIdLimit;
    std::vector<Diagnostic> m_kept;
    QHash<QString, qsizetype> m_counts;
};

} // namespace tosaic
