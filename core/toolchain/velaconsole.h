// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tosaic::toolchain {

/// What Vela says on its console, line by line (5.x; the summary has no operator counts elsewhere).
class VelaConsole
{
public:
    void feed(const QString &line);

    std::optional<quint64> cpuOperators() const { return m_cpuOperators; }
    std::optional<quint64> npuOperators() const { return m_npuOperators; }
    /// Warnings and reasons why operators stay on the CPU: "vela.warning", "vela.cpu-operator".
    std::vector<Diagnostic> takeWarnings() { return m_warnings.take(); }

    /// Why a run failed that ended by itself with this exit code.
    Diagnostic failure(int exitCode) const;
    /// Why a run failed that was ended by a signal.
    Diagnostic crash(const QString &signalName) const;

private:
    QString errorText() const;
    void finishRefusal();

    QStringList m_tail;
    std::optional<quint64> m_cpuOperators;
    std::optional<quint64> m_npuOperators;
    DiagnosticSink m_warnings;
    QString m_refusedOperator;
    QString m_refusedTensor;
    QStringList m_refusalLines;
};

} // namespace tosaic::toolchain
