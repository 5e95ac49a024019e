// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/table.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

/// What a command judged, and the forms in which systems for continuous integration read it.
namespace tosaic::cli {

/// One thing that was looked at.
struct Check
{
    enum class Outcome
    {
        Passed,
        Noted, ///< good to know
        Warned, ///< worth a look; fails nothing
        Failed,
        Absent ///< it should be judged and has no number: fails
    };
    Outcome outcome = Outcome::Passed;
    QString rule; ///< stable: "cyclesTotal", "pte.overlapping-memory"
    QString text; ///< what was found, with its numbers
    Location place; ///< `file` empty: that of the judgement
};
bool fails(const Check &check);

struct Judgement
{
    QString command; ///< "diff"
    QString file; ///< what was judged; of two the new one
    QString sentence; ///< what it comes to
    std::vector<Check> checks; ///< none: the command found nothing to say, which passes
    Table table; ///< for people; may be empty
};

/// One check for each diagnostic: errors fail, the rest is noted.
std::vector<Check> checksOf(const std::vector<Diagnostic> &diagnostics);
/// Severity, code, place, text.
Table tableOf(const std::vector<Diagnostic> &diagnostics);

enum class JudgementFormat
{
    Junit,
    Sarif, ///< 2.1.0; what passed is not in it
    Markdown ///< of GitHub: the sentence, what failed, the table
};
std::optional<JudgementFormat> judgementFormat(const QString &name); ///< "junit"

/// Ends with a line end.
QByteArray written(const Judgement &judgement, JudgementFormat format);

} // namespace tosaic::cli
