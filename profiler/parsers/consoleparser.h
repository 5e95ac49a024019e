// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/run.h"

#include <QByteArrayView>

#include <memory>

namespace tosaic::profile {

class FamilyRules;

/// Reads the console of a run (ExecuTorch runner, ML Embedded Evaluation Kit, core software,
/// Zephyr, others) in any pieces: a file at once or a serial port byte by byte give the same Run.
/// Memory is bounded whatever comes in (limits in consolelimits.h); what was dropped for that is
/// said in Run::diagnostics. Not thread-safe; one object reads one console.
class ConsoleParser
{
public:
    /// Families that are data are tried after the built-in rules; null: those that come with the
    /// program.
    explicit ConsoleParser(std::shared_ptr<const FamilyRules> families = {});
    ~ConsoleParser();
    ConsoleParser(ConsoleParser &&) noexcept;
    ConsoleParser &operator=(ConsoleParser &&) noexcept;

    void feed(QByteArrayView bytes);
    /// The run. FormatUnknown if nothing in the text points to an NPU log. The parser must not be
    /// fed afterwards.
    Result<Run> finish();
    /// What the lines that have ended say so far; feeding may go on. Copies what was collected, so
    /// its time grows with that and not with the length of the console. Errors as finish().
    Result<Run> snapshot() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// The whole console at once. Errors: FormatUnknown.
Result<Run> parseConsole(QByteArrayView bytes, std::shared_ptr<const FamilyRules> families = {});

} // namespace tosaic::profile
