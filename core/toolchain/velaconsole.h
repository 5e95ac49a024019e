// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/formats/vela/consolereader.h"

#include <QString>

#include <optional>

namespace tosaic::toolchain {

/// What Vela says on its console while it compiles for us, and what that means for the user.
class VelaConsole
{
public:
    void feed(const QString &line) { m_reader.feed(line); }

    std::optional<quint64> cpuOperators() const { return m_reader.cpuOperators(); }
    std::optional<quint64> npuOperators() const { return m_reader.npuOperators(); }
    /// Warnings and reasons why operators stay on the CPU: "vela.warning", "vela.cpu-operator".
    std::vector<Diagnostic> takeWarnings() { return m_reader.takeWarnings(); }

    /// Why a run failed that ended by itself with this exit code.
    Diagnostic failure(int exitCode) const;
    /// Why a run failed that was ended by a signal.
    Diagnostic crash(const QString &signalName) const;

private:
    /// The error the run ended with, or its last words.
    QString errorText() const;

    formats::vela::ConsoleReader m_reader;
};

} // namespace tosaic::toolchain
