// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/compiled/compileresult.h"
#include "core/model/program.h"
#include "core/report/report.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::views {

/// What a report is made from; everything is optional and nothing is owned. What is not there does
/// not become a section; what is there but not known is written as "Not known".
struct ReportInput
{
    QString modelPath;
    const model::Program *program = nullptr;
    const compiled::CompileResult *result = nullptr;
    const compiled::CompileResult *oldResult = nullptr; ///< compared with `result`
    std::shared_ptr<const ByteSource> velaFile = {}; ///< velaFileOf(), in place of those
    /// What matters first, in words (views/findings).
    std::vector<report::Statement> findings;
    /// What an inference costs by everybody who says it (views/findings); fewer than two rows stand
    /// in the findings alone.
    tosaic::Table totals = {};
    /// What was tried, with what it came to (views/findings); absent: nothing was.
    std::optional<report::Section> advice = {};
    QString title; ///< empty: the file's name
    QString author;
    QString note;
    std::vector<report::Section> runSections; ///< measuredsections.h
    QByteArray pictureSvg; ///< the graph with its partitions
    std::optional<report::Picture> memory = {}; ///< where the memory mode puts what is needed
    bool isPictureByCycles = false; ///< its colours are those of cycles, with their scale
    std::vector<Diagnostic> diagnostics; ///< of opening and importing, beside those of the program
    QDateTime made; ///< invalid: now
};

/// Sentences, facts and tables in the user's language. Hashes the model file, so it belongs on a
/// pool thread when that is large.
report::Report buildReport(const ReportInput &input);

} // namespace tosaic::views
