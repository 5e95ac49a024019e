// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/localrun/verdict.h"

namespace tosaic::cli {

/// One of the largest numbers of an output.
struct LargestNumber
{
    qsizetype index = 0; ///< flat
    double value = 0;
    QString label;
};

/// A case of a .bpte, judged.
struct HereCase
{
    size_t number = 0;
    std::vector<localrun::Judged> judged; ///< empty: nothing is expected of it
};

/// What "run here" found.
struct HereOutcome
{
    localrun::LocalResult result; ///< of the first case
    std::vector<localrun::ArrayFile> files; ///< its outputs
    std::vector<HereCase> cases; ///< one, where no .bpte brings more
    std::vector<Diagnostic> notes; ///< of the runtime and of labels
    QStringList preprocessed; ///< what was done to pictures
    std::vector<std::vector<LargestNumber>> top; ///< by output; empty if not wanted
    quint64 seed = 0;
    QString folder; ///< of the outputs; empty: they are not kept

    QString outputPath(size_t index) const;
    /// Pass where every case that expects something passes.
    localrun::Verdict verdict() const;
};

QJsonObject hereJson(const HereOutcome &outcome);
/// Findings and refusals to the errors, the rest as text.
void tellHereChecks(const HereOutcome &outcome, Streams &streams);
void printHereText(const HereOutcome &outcome, QTextStream &out);

} // namespace tosaic::cli
