// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/join.h"
#include "core/analysis/memoryneed.h"
#include "core/base/description.h"
#include "core/report/report.h"
#include "views/report/reportbuilder.h"
#include "views/report/reporttext.h"

/// The parts of buildReport, one function a section. Internal to this folder.
namespace tosaic::views {

/// The compile is of a file that Vela took by itself: there are estimates, but neither a program
/// nor partitions.
bool isOfVelaAlone(const compiled::CompileResult &result);
report::Section summarySection(const ReportInput &input);
report::Section modelSection(const ReportInput &input);
/// `join` tells which delegate is which partition; empty if one side is not known.
/// What the file says of itself, as `inspect` prints it.
std::vector<report::Section> fileSections(const ByteSource &source, const Description &description);
report::Section partitionSection(const ReportInput &input, const analysis::Join &join);
report::Section memorySection(const model::Program &program);
report::Section needSection(
    const analysis::MemoryNeed &need, const std::optional<report::Picture> &picture);
report::Section specSection(const compiled::CompileResult &result);
report::Section compileSection(const compiled::CompileResult &result);
report::Section cpuSection(const compiled::CompileResult &result);
report::Section comparisonSection(
    const compiled::CompileResult &oldResult, const compiled::CompileResult &newResult);
report::Section toolsSection(const ReportInput &input);
report::Section problemSection(const std::vector<Diagnostic> &problems);

/// "3.38 MiB (3,547,112 bytes)"
QString sizeText(quint64 bytes);
QString estimateTag();

} // namespace tosaic::views
